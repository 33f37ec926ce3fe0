import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import {
  hasStarted,
  isFull,
  isWithinStaffWindow,
  type StaffTimeSlotState,
  staffTimeSlotState,
  timeSlotLabel,
  timeSlotOf,
} from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import { type Deps, todayOf } from '@/server/config/deps';
import type { StoredTimeSlot } from './occupancy.repository';
import type { TimeSlotKey } from './slots.repository';

/** A time slot as staff see it. */
export type StaffTimeSlot = {
  date: CalendarDate;
  label: string;
  state: StaffTimeSlotState;
  isAvailable: boolean;
  /** It has as many appointments as places; it may be blocked besides. */
  isFull: boolean;
  /** Customers can no longer book it, because it has begun. */
  hasBegun: boolean;
  /** Staff cannot fill it any more either. */
  isOver: boolean;
  capacity: number;
  /** Null where the default capacity applies. */
  ownCapacity: number | null;
  occupied: number;
  /** How many of these are held while a card is saved, and until when the last (ms). */
  held: number;
  heldUntil: number | null;
  /** How many of these are kept for deliveries that were moved, while that can be taken back. */
  kept: number;
};

/** A stored time slot as staff see it now. */
export function staffTimeSlot(
  { clock, settings: { timeZone } }: Deps,
  { date, slotIndex }: TimeSlotKey,
  stored: StoredTimeSlot,
): StaffTimeSlot {
  const now = clock.now();
  const timeSlot = timeSlotOf(slotIndex);
  return {
    date,
    label: timeSlotLabel(slotIndex),
    state: staffTimeSlotState(stored),
    isFull: isFull(stored),
    hasBegun: hasStarted(date, timeSlot, localMoment(now, timeZone)),
    isOver: isOver(date, slotIndex, { now, timeZone }),
    ...stored,
  };
}

/** Whether a time slot of today or before has ended. Days beyond the booking window are not over. */
export function isOver(
  date: CalendarDate,
  slotIndex: number,
  { now, timeZone }: { now: number; timeZone: string },
): boolean {
  if (date > localMoment(now, timeZone).date) return false;
  return !isWithinStaffWindow(date, timeSlotOf(slotIndex), now, timeZone);
}

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
