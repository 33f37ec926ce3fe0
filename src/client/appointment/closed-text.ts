import type { StaffTimeSlotState } from '@/domain/slots/time-slots';

type StaffSlot = { state: StaffTimeSlotState; isAvailable: boolean; isOver: boolean };

/** Why a window has no place, as staff read it; null where it has one. A full one may be blocked besides. */
export function closedText({ state, isAvailable, isOver }: StaffSlot): string | null {
  if (isOver) return 'Over';
  if (state === 'Booked' && !isAvailable) return 'Booked and blocked';
  return state === 'Available' ? null : state;
}
