import { searchExpression } from '@/db/search-expression';
import { takingUpAppointments } from '@/db/search-text';
import { emergencyReach, isEmergency } from '@/domain/account/emergency';
import type { CalendarDate } from '@/domain/dates';
import { inOrderOfUse } from '@/domain/search';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import type { Call } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { type Sought, selectFound } from './search.repository';

/**
 * The one search of staff: customers, drivers and appointments whose name, phone, address, code, slip,
 * dock or boat hold every word that was typed. A few of each, the most useful ones first; none where
 * nothing was typed. Emergency access finds no customers, and only the appointments that it works on.
 */
export async function searchAll({ deps, actor }: Call, { text }: { text: string }) {
  const expression = searchExpression(text);
  if (expression === null) return { customers: [], drivers: [], appointments: [] };
  const today = todayOf(deps);
  const [customers, drivers, ...appointments] = await find(deps, { text, expression, today });
  const [byText, ofCustomers, ofDrivers] = appointments;
  const isHere = ({ date }: { date: CalendarDate }) =>
    !isEmergency(actor) || date >= emergencyReach(today);
  const inReach = [...byText, ...ofCustomers, ...ofDrivers].filter(isHere);
  const found = inOrderOfUse(inReach, { text, today });
  return {
    customers: isEmergency(actor) ? [] : customers,
    drivers,
    appointments: found.map(({ slotIndex, ...appointment }) => ({
      ...appointment,
      time: timeSlotLabel(slotIndex),
    })),
  };
}

/** Takes up first what was booked since the last search, where something was. */
async function find({ db }: Deps, sought: Sought) {
  const found = await db.read((orm) => selectFound(orm, sought));
  if (found[5].length === 0) return found;
  const written = takingUpAppointments();
  const again = await db.batch((orm) => [...written, ...selectFound(orm, sought)]);
  return again.slice(written.length) as typeof found;
}
