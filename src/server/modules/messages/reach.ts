import type { AppointmentRow } from '@/db/schema';
import { canGetMail } from '@/domain/account/email';
import type { Deps } from '@/server/config/deps';
import { selectStopped, selectTextsOff } from './text-numbers.repository';
import { textsTo } from './texts';

type Contact = Pick<AppointmentRow, 'id' | 'userId' | 'customerEmail' | 'customerPhone'>;

/** Returns the numbers that get texts about some appointments now, by the appointment's ID. */
export async function numbersOf(
  deps: Pick<Deps, 'db' | 'texts'>,
  appointments: readonly Contact[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = new Map<string, string>();
  for (const { id, customerPhone } of appointments) {
    const number = textsTo(deps, customerPhone);
    if (number) numbers.set(id, number);
  }
  if (numbers.size === 0) return numbers;
  const ids = appointments.flatMap(({ id, userId }) => [id, userId]);
  const [stopped, off] = await deps.db.read((orm) => [
    selectStopped(orm, [...new Set(numbers.values())]),
    selectTextsOff(orm, ids),
  ]);
  const isOff = new Set([...stopped.map(({ number }) => number), ...off.map(({ id }) => id)]);
  const wanted = appointments.flatMap(({ id, userId }) => {
    const number = numbers.get(id);
    return number && ![number, id, userId].some((one) => one !== null && isOff.has(one))
      ? [[id, number] as const]
      : [];
  });
  return new Map(wanted);
}

/** Returns the IDs of those appointments whose customers a message can reach: an email, or a text. */
export async function reachable(
  deps: Pick<Deps, 'db' | 'texts'>,
  appointments: readonly Contact[],
): Promise<ReadonlySet<string>> {
  const byMail = appointments.filter(({ customerEmail }) => canGetMail(customerEmail));
  const others = appointments.filter(({ customerEmail }) => !canGetMail(customerEmail));
  const byText = await numbersOf(deps, others);
  return new Set([...byMail.map(({ id }) => id), ...byText.keys()]);
}

/** True if a message can reach the appointment's customer. */
export const isReachable = async (deps: Pick<Deps, 'db' | 'texts'>, appointment: Contact) =>
  (await reachable(deps, [appointment])).has(appointment.id);
