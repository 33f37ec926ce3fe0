import { TIME_SLOTS } from '../slots/time-slots';
import { instantOf } from '../time';
import type { AppointmentStatus } from './status';

/** How long a guest's link shows the receipt, once the delivery is over (D99). */
const RECEIPT_MS = 30 * 86_400_000;

export const GUEST_LINK_MESSAGES = {
  unknown: 'This link does not open a booking. Please check it.',
  ended:
    'This link has ended. If you have an account, sign in to see your delivery. Otherwise please contact us.',
} as const;

/** What tells how long the link of an appointment works. */
export type LinkFacts = {
  date: string;
  slotIndex: number;
  status: AppointmentStatus;
  completedAt: number | null;
  cancelledAt: number | null;
  remainingBalanceCents: number;
};

/**
 * The instant (ms) at which a guest's link ends: 30 days after the delivery was made or cancelled, or
 * after the end of its time slot. Null while something is still to be paid.
 */
export function guestLinkEnd(facts: LinkFacts, timeZone: string): number | null {
  if (facts.remainingBalanceCents > 0) return null;
  const { date, completedAt, cancelledAt, slotIndex } = facts;
  const minutes = TIME_SLOTS[slotIndex]?.endMinutes ?? 0;
  return (
    Math.max(completedAt ?? cancelledAt ?? instantOf({ date, minutes }, timeZone)) + RECEIPT_MS
  );
}
