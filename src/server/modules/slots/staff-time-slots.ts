import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { type Deps, todayOf } from '@/server/config/deps';
import type { TimeSlotKey } from './slots.repository';

/** The name of a time slot in an audit entry: "2026-06-13/0". */
export const nameOf = (key: TimeSlotKey) => `${key.date}/${key.slotIndex}`;

/** The time slot that an audit entry names. */
export function keyOfName(name: unknown): TimeSlotKey {
  const [date = '', index] = String(name).split('/');
  return { date, slotIndex: Number(index) };
}

/** Refuses a date before today; `field` names the input that shows the error message. */
export function refusePast(deps: Deps, date: CalendarDate, field: string) {
  if (date >= todayOf(deps)) return;
  throw new DomainError('invalid_input', 'That day is over.', { field });
}
