import { type Account, type EmailTemplate, toAddress } from '../email';

type Facts = { account: Account; token: string; tokenHash: string };

/** The link that opens the reset page; it works once, for one hour. */
export const passwordReset: EmailTemplate<Facts> = (
  { account, token, tokenHash },
  { settings },
) => ({
  to: toAddress(account.email, account.fullName),
  about: `${account.id}:${tokenHash.slice(0, 16)}`,
  subject: 'Reset your Dockside password',
  lines: [
    'We received a request to reset the password of your account.',
    'This link works once, for one hour:',
    '',
    `${settings.appUrl}/reset-password?token=${token}`,
    '',
    'If it was not you, nothing has changed and you need not do anything.',
  ],
});
