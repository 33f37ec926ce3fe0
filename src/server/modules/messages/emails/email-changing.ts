import { type Account, type EmailTemplate, toAccount } from '../email';

/** To the present address, once another one was given for the account (D102). */
export const emailChanging: EmailTemplate<{ account: Account }> = (
  { account },
  { settings, now },
) => ({
  to: toAccount(account),
  about: `${account.id}:${now}`,
  subject: 'The email address of your Dockside account is being changed',
  lines: [
    'A new email address was just given for your account. It counts once it is confirmed there; until then this one stays.',
    `If it was not you, reset your password at once, which stops the change: ${settings.appUrl}/`,
  ],
});
