import { formatLongDate } from '@/domain/dates';
import { type Account, type EmailTemplate, toAccount } from '../email';

type Facts = { account: Account; recurringId: string; date: string; reason: string };

/** A recurring delivery needs its owner before it can go on. */
export const recurringPaused: EmailTemplate<Facts> = (
  { account, recurringId, date, reason },
  { settings },
) => ({
  to: toAccount(account),
  about: `${recurringId}:${date}`,
  subject: 'Your recurring delivery is paused',
  lines: [
    `We could not book the delivery of ${formatLongDate(date)}. ${reason}`,
    `Once that is done, resume it here: ${settings.appUrl}/account`,
  ],
});
