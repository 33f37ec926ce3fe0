import type { Cents } from '../money';
import { TIME_SLOTS } from '../slots/time-slots';
import { instantOf } from '../time';
import type { AppointmentStatus } from './status';

/** How long a link shows the whole delivery, once it is over (D85). */
const LIVE_MS = 2 * 3_600_000;
/** How long it shows the receipt, once the delivery is over (D99). */
const RECEIPT_MS = 30 * 86_400_000;

/** How often the last digits of the phone number may be wrong before a link takes no more (D99). */
export const LINK_TRIES = 5;

export const LINK_MESSAGES = {
  /** The same for a link that never was, that was replaced and that has ended. */
  closed:
    'This link does not open a delivery, or no longer does. If you have an account, sign in to see your delivery. Otherwise please contact us.',
  provePhone: 'Please enter the last four digits of the phone number of this delivery first.',
  digits: 'Please enter the last four digits.',
  tooMany:
    'The digits were wrong too often, so this link takes no more. Please contact us: we can cancel for you, or give you a new link.',
  inAccount: 'Messages about this delivery go to the email address of your account.',
  noPhone: 'We have no phone number for this delivery. Please contact us.',
  signIn: 'Please sign in to your account to change this delivery.',
} as const;

/** The error message of wrong digits. */
export const wrongDigits = (triesLeft: number) =>
  `Those are not the last four digits. You can try ${triesLeft === 1 ? 'once' : `${triesLeft} times`} more.`;

/** What tells how long the link of an appointment works. */
export type LinkFacts = {
  date: string;
  slotIndex: number;
  status: AppointmentStatus;
  completedAt: number | null;
  cancelledAt: number | null;
  remainingBalanceCents: Cents;
};

/**
 * The instant (ms) at which a link ends: 30 days after the delivery was made or cancelled, or after the
 * end of its time slot. Null while something is still to be paid.
 */
export function linkEnd(facts: LinkFacts, timeZone: string): number | null {
  if (facts.remainingBalanceCents > 0) return null;
  const { date, completedAt, cancelledAt, slotIndex } = facts;
  const minutes = TIME_SLOTS[slotIndex]?.endMinutes ?? 0;
  return (completedAt ?? cancelledAt ?? instantOf({ date, minutes }, timeZone)) + RECEIPT_MS;
}

/** Whether a link shows the whole delivery, and not its receipt alone: until two hours after it (D99). */
export function isLive({ completedAt, cancelledAt }: LinkFacts, now: number): boolean {
  const overAt = completedAt ?? cancelledAt;
  return overAt === null || now < overAt + LIVE_MS;
}
