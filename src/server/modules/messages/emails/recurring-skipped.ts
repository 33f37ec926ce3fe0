import { formatLongDate } from '@/domain/dates';
import { type Account, type EmailTemplate, toAccount } from '../email';

type Facts = {
  account: Account;
  recurringId: string;
  date: string;
  next: string;
  /** Why the date cannot be booked, as a sentence; left out or null if every window is taken. */
  reason?: string | null;
};

/** A date of a recurring delivery was not booked. */
export const recurringSkipped: EmailTemplate<Facts> = ({
  account,
  recurringId,
  date,
  next,
  reason,
}) => ({
  to: toAccount(account),
  about: `${recurringId}:${date}`,
  subject: `No delivery on ${formatLongDate(date)}`,
  lines: [
    reason
      ? `Your recurring delivery skips ${formatLongDate(date)}. ${reason}`
      : `Every window of ${formatLongDate(date)} is taken, so your recurring delivery skips it.`,
    `The next one is on ${formatLongDate(next)}.`,
  ],
});
