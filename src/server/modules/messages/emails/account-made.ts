import { RESET_LINK_MS } from '@/domain/account/passwords';
import { type Account, type EmailTemplate, toAddress } from '../email';

type Facts = { account: Account; token: string; tokenHash: string };

/** After staff made an account: the link by which its customer chooses a password; it works for one hour. */
export const accountMade: EmailTemplate<Facts> = (
  { account, token, tokenHash },
  { settings, now },
) => ({
  to: toAddress(account.email, account),
  about: `${account.id}:${tokenHash.slice(0, 16)}`,
  subject: 'Your Dockside account',
  lines: [
    'As you asked, we made an account for you. This link lets you choose its password, once, for one hour:',
    '',
    `${settings.appUrl}/reset-password?token=${token}`,
    '',
    'After that hour, "Forgot your password?" on the sign-in page sends a new one. If you did not ask for an account, you need not do anything.',
  ],
  until: now + RESET_LINK_MS,
});
