import type { StaffTimeSlotState } from '@/domain/slots/time-slots';
import { isForLine, type WindowLine } from '@/domain/waiting-list/waiting-list';

type StaffSlot = { state: StaffTimeSlotState; isAvailable: boolean; isOver: boolean };

/** @returns why a time slot has no open spots, as shown to staff; null if it has some */
export function closedText({ state, isAvailable, isOver }: StaffSlot): string | null {
  if (isOver) return 'Past';
  if (state === 'Booked' && !isAvailable) return 'Booked and blocked';
  return state === 'Available' ? null : state;
}

type SlotWithLine = StaffSlot & { occupied: number; capacity: number; line: WindowLine };

/** @returns why a time slot has no spots for staff, who don't jump the waiting list; null if it has some */
export function slotNote(slot: SlotWithLine): string | null {
  return closedText(slot) ?? (isForLine(slot, slot.line) ? `${slot.line.waiting} waiting` : null);
}

/** The number of a date's time slots in each state, as staff see them. */
type StaffDay = { available: number; blocked: number; booked: number; over: number };

/** True if all time slots of the date are past. */
export const isDayOver = ({ over, available, blocked, booked }: StaffDay): boolean =>
  over > 0 && available + blocked + booked === 0;

/** @returns why a date has no open spots, as shown to staff; null if it has some */
export function dayClosedText(day: StaffDay): string | null {
  if (isDayOver(day)) return 'Past';
  return day.available === 0 ? 'No slots' : null;
}
