import { searchExpression } from '@/db/search-match';
import { foldStaleTexts, readFolded } from '@/db/search-texts';
import { emergencyReach, isEmergency } from '@/domain/account/emergency';
import type { CalendarDate } from '@/domain/dates';
import { inOrderOfUse } from '@/domain/search';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import { worksIn } from '@/domain/staff/areas';
import type { AnyCall, Call } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { selectFound } from './search.repository';

/**
 * Searches customers, drivers, and appointments for staff. A match contains every word in its name,
 * phone, address, code, slip, dock, or boat. It returns a few of each, the most useful first.
 * Emergency access finds no customers, and only the appointments it can work on. Only roles that
 * read payments see what an appointment owes.
 */
export async function searchAll({ deps, actor }: Call, { text }: { text: string }) {
  const expression = searchExpression(text);
  if (expression === null) return { customers: [], drivers: [], appointments: [] };
  const today = todayOf(deps);
  const [customers, drivers, ...appointments] = await readFolded(deps.db, (orm) =>
    selectFound(orm, { text, expression, today }),
  );
  const [byText, ofCustomers, ofDrivers] = appointments;
  const isHere = ({ date }: { date: CalendarDate }) =>
    !isEmergency(actor) || date >= emergencyReach(today);
  const inReach = [...byText, ...ofCustomers, ...ofDrivers].filter(isHere);
  const seesMoney = worksIn('payments', actor) && !isEmergency(actor);
  const found = inOrderOfUse(inReach, { text, today });
  return {
    customers: isEmergency(actor) ? [] : customers,
    drivers,
    appointments: found.map(({ slotIndex, remainingBalanceCents, ...appointment }) => ({
      ...appointment,
      owedCents: seesMoney ? remainingBalanceCents : null,
      time: timeSlotLabel(slotIndex),
    })),
  };
}

/**
 * Folds the texts that became stale after an upgrade, through an older release, or through many
 * simultaneous changes. Works through a few hundred at a time.
 */
export async function foldSearchTexts({ deps }: AnyCall): Promise<void> {
  while (await foldStaleTexts(deps.db));
}
