import type { Cents } from '../money';
import { timeSlotOf } from '../slots/time-slots';
import { instantOf } from '../time';
import type { AppointmentStatus } from './status';

/** How long a link shows the whole delivery after completion. */
const LIVE_MS = 2 * 3_600_000;
/** How long a link then shows the receipt. */
const RECEIPT_MS = 30 * 86_400_000;

/** Number of wrong guesses of the phone number's last digits that a link allows. */
export const LINK_TRIES = 5;

export const LINK_MESSAGES = {
  /** One text for an unknown, a replaced, and an expired link, so it doesn't reveal which. */
  closed:
    'This delivery link is invalid or has expired. Sign in to see your deliveries, or contact us.',
  provePhone: 'Enter the last 4 digits of this delivery’s phone number first.',
  digits: 'Enter the last 4 digits.',
  tooMany:
    'Too many wrong digits. This link can’t change the delivery anymore. Contact us to cancel it or to get a new link.',
  inAccount: 'Messages about this delivery go to your account’s email address.',
  noPhone: 'We don’t have a phone number for this delivery. Contact us.',
  signIn: 'Sign in to your account to change this delivery.',
} as const;

/** Returns the error message for wrong digits. */
export const wrongDigits = (triesLeft: number) =>
  `Those aren’t the last 4 digits. You can try ${triesLeft === 1 ? 'once more' : `${triesLeft} more times`}.`;

/** The facts that determine how long an appointment's link works. */
export type LinkFacts = {
  date: string;
  slotIndex: number;
  status: AppointmentStatus;
  completedAt: number | null;
  cancelledAt: number | null;
  remainingBalanceCents: Cents;
};

/**
 * Returns the time a link expires (ms): 30 days after the delivery was completed or cancelled, or
 * after its window ended. Null if the customer still owes money.
 */
export function linkEnd(facts: LinkFacts, timeZone: string): number | null {
  if (facts.remainingBalanceCents > 0) return null;
  const { date, completedAt, cancelledAt, slotIndex } = facts;
  const minutes = timeSlotOf(slotIndex).endMinutes;
  return (completedAt ?? cancelledAt ?? instantOf({ date, minutes }, timeZone)) + RECEIPT_MS;
}

/** True until 2 hours after the delivery, while a link shows all of it and not only the receipt. */
export function isLive({ completedAt, cancelledAt }: LinkFacts, now: number): boolean {
  const overAt = completedAt ?? cancelledAt;
  return overAt === null || now < overAt + LIVE_MS;
}
