import { formatLongDate } from '@/domain/dates';
import { type Account, type EmailTemplate, toAccount } from '../email';

type Facts = { account: Account; recurringId: string; date: string; next: string };

/** A date of a recurring delivery has no free time slot. */
export const recurringSkipped: EmailTemplate<Facts> = ({ account, recurringId, date, next }) => ({
  to: toAccount(account),
  about: `${recurringId}:${date}`,
  subject: `No delivery on ${formatLongDate(date)}`,
  lines: [
    `Every window of ${formatLongDate(date)} is taken, so your recurring delivery skips it.`,
    `The next one is on ${formatLongDate(next)}.`,
  ],
});
