import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import {
  hasStarted,
  isFull,
  type StaffTimeSlotState,
  staffTimeSlotState,
  timeSlotLabel,
  timeSlotOf,
} from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import { type Deps, todayOf } from '@/server/config/deps';
import type { StoredTimeSlot } from './occupancy.repository';
import type { TimeSlotKey } from './slots.repository';

/** A time window as staff see it. */
export type StaffTimeSlot = {
  date: CalendarDate;
  label: string;
  state: StaffTimeSlotState;
  isAvailable: boolean;
  /** True if all spots are taken. It may also be blocked. */
  isFull: boolean;
  /** True once the window has started, so customers can't book it anymore. */
  hasBegun: boolean;
  /** True once the window has ended, so staff can't use it anymore either. */
  isOver: boolean;
  capacity: number;
  /** Null if the usual capacity applies. */
  ownCapacity: number | null;
  /** The capacity on this date if the window doesn't have its own. It's 0 on a closed date. */
  usualCapacity: number;
  /** False if the owner removed this window. Its appointments stay in it. */
  isOffered: boolean;
  occupied: number;
  /** Number of holds in `occupied`, and when the last one expires (ms). */
  held: number;
  heldUntil: number | null;
  /** Number of reserved spots in `occupied`, for deliveries whose move can still be undone. */
  kept: number;
};

/** Returns a stored time window as staff see it now. */
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

/**
 * True if a window of today or an earlier date has ended. Dates after the booking window aren't
 * past.
 */
export function isOver(
  date: CalendarDate,
  slotIndex: number,
  { now, timeZone }: { now: number; timeZone: string },
): boolean {
  const clock = localMoment(now, timeZone);
  if (date !== clock.date) return date < clock.date;
  return clock.minutes >= timeSlotOf(slotIndex).endMinutes;
}

/** Names a time window in audit entries: "2026-06-13/0". */
export const nameOf = (key: TimeSlotKey) => `${key.date}/${key.slotIndex}`;

/** Parses a time window's name from an audit entry. */
export function keyOfName(name: unknown): TimeSlotKey {
  const [date = '', index] = String(name).split('/');
  return { date, slotIndex: Number(index) };
}

/** Throws `invalid_input` for a date before today. `field` is the input that shows the error. */
export function refusePast(deps: Deps, date: CalendarDate, field: string) {
  if (date >= todayOf(deps)) return;
  throw new DomainError('invalid_input', 'This date is in the past.', { field });
}
