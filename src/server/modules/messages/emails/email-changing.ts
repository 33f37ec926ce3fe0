import { type Account, type EmailTemplate, toAccount } from '../email';

type Facts = {
  account: Account;
  /** Who gave the new address. One from the owner waits for its proof; one from staff counts at once. */
  by: 'owner' | 'staff';
};

/** To the present address, once another one was given for the account (D102). */
export const emailChanging: EmailTemplate<Facts> = ({ account, by }, { settings, now }) => ({
  to: toAccount(account),
  about: `${account.id}:${now}`,
  subject: 'The email address of your Dockside account is being changed',
  lines:
    by === 'staff'
      ? [
          'Staff just gave your account another email address. No message of your account comes here any more.',
          'If you did not expect this, tell an administrator.',
        ]
      : [
          'A new email address was just given for your account. It counts once it is confirmed there; until then this one stays.',
          `If it was not you, reset your password at once, which stops the change: ${settings.appUrl}/`,
        ],
});
