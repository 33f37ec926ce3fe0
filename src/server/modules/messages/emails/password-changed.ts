import { type Account, type EmailTemplate, toAccount } from '../email';

/** After a password was changed, so that its owner notices when another person did it. */
export const passwordChanged: EmailTemplate<{ account: Account }> = (
  { account },
  { settings, now },
) => ({
  to: toAccount(account),
  about: `${account.id}:${now}`,
  subject: 'Your Dockside password was changed',
  lines: [
    'The password of your account was just changed.',
    `If it was not you, reset it at once: ${settings.appUrl}/`,
  ],
});
