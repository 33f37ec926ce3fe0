import { RESET_LINK_MS } from '@/domain/account/passwords';
import { type Account, type EmailTemplate, toAddress } from '../email';

type Facts = { account: Account; isStaff: boolean; token: string; tokenHash: string };

/** The link that opens the reset page; it works once, for one hour. */
export const passwordReset: EmailTemplate<Facts> = (
  { account, isStaff, token, tokenHash },
  { settings, now },
) => ({
  to: toAddress(account.email, account),
  about: `${account.id}:${tokenHash.slice(0, 16)}`,
  subject: 'Reset your Dockside password',
  lines: [
    'We received a request to reset the password of your account.',
    'This link works once, for one hour:',
    '',
    // The page asks staff about their API keys too.
    `${settings.appUrl}/reset-password?token=${token}${isStaff ? '&staff=1' : ''}`,
    '',
    'If it was not you, nothing has changed and you need not do anything.',
  ],
  until: now + RESET_LINK_MS,
});
