import type { StaffTimeSlotState } from '@/domain/slots/time-slots';

type StaffSlot = { state: StaffTimeSlotState; isAvailable: boolean; isOver: boolean };

/** Why a time slot has no place, as staff read it; null where it has one. A full one may be blocked besides. */
export function closedText({ state, isAvailable, isOver }: StaffSlot): string | null {
  if (isOver) return 'Over';
  if (state === 'Booked' && !isAvailable) return 'Booked and blocked';
  return state === 'Available' ? null : state;
}

/** How many time slots of a date are in which state, as staff see them. */
type StaffDay = { available: number; blocked: number; booked: number; over: number };

/** Nothing of the date is ahead: the office is closed. */
export const isDayOver = ({ over, available, blocked, booked }: StaffDay): boolean =>
  over > 0 && available + blocked + booked === 0;

/** Why a date has no place, as staff read it; null where it has one. */
export function dayClosedText(day: StaffDay): string | null {
  if (isDayOver(day)) return 'Over';
  return day.available === 0 ? 'No slots' : null;
}
