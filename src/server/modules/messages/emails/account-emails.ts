import { PROOF_LINK_MS } from '@/domain/account/email-address';
import { RESET_LINK_MS } from '@/domain/account/passwords';
import type { FactorKind } from '@/domain/account/second-factor';
import { formatLongDate } from '@/domain/dates';
import type { OfficeRole } from '@/domain/staff/areas';
import { INVITATION_MS, OFFICE_ROLE_LABELS } from '@/domain/staff/people';
import { type Account, type EmailTemplate, paragraphs, toAccount, toAddress } from '../email';

type Token = { token: string; tokenHash: string };

/** Sent when staff create an account. The link works once, for an hour. */
export const accountMade: EmailTemplate<Token & { account: Account }> = (
  { account, token, tokenHash },
  { settings, company, now },
) => ({
  to: toAddress(account.email, account),
  about: `${account.id}:${tokenHash.slice(0, 16)}`,
  subject: `Set a password for your ${company} account`,
  lines: paragraphs(
    `As you asked, we created a ${company} account for you. Use this link within 1 hour to set a password. It works once:`,
    `${settings.appUrl}/reset-password?token=${token}`,
    'If the link has expired, select “Forgot your password?” on the sign-in page to get a new one.',
    'If you didn’t ask for an account, ignore this email.',
  ),
  until: now + RESET_LINK_MS,
});

/** Sent to someone who is invited to the office. The link works once, for 7 days. */
export const staffInvited: EmailTemplate<Token & { account: Account; role: OfficeRole }> = (
  { account, role, token, tokenHash },
  { settings, company, now },
) => ({
  to: toAddress(account.email, account),
  about: `${account.id}:${tokenHash.slice(0, 16)}`,
  subject: `You’re invited to the ${company} office team`,
  lines: paragraphs(
    `An owner invited you to join the ${company} office team. Your role: ${OFFICE_ROLE_LABELS[role]}.`,
    'Use this link within 7 days to set a password. It works once:',
    `${settings.appUrl}/reset-password?token=${token}`,
    `Then sign in here with this email address: ${settings.appUrl}/admin-login`,
    'If you didn’t expect this, ignore this email.',
  ),
  until: now + INVITATION_MS,
});

/** Sent when someone in the office gets another role, or none. */
export const staffAccess: EmailTemplate<{ account: Account; role: OfficeRole | null }> = (
  { account, role },
  { settings, company, now },
) => ({
  to: toAccount(account),
  about: `${account.id}:${now}`,
  subject: role === null ? `Your ${company} access has ended` : `Your ${company} role has changed`,
  lines:
    role === null
      ? paragraphs(
          'An owner deactivated your account. You’ve been signed out everywhere.',
          'If you didn’t expect this, contact an owner.',
        )
      : paragraphs(
          `An owner changed your role to ${OFFICE_ROLE_LABELS[role]}. You’ve been signed out everywhere.`,
          `Sign in again here: ${settings.appUrl}/admin-login`,
        ),
});

/** Sent when someone asks to reset a password. The link works once, for an hour. */
export const passwordReset: EmailTemplate<Token & { account: Account; isStaff: boolean }> = (
  { account, isStaff, token, tokenHash },
  { settings, company, now },
) => ({
  to: toAddress(account.email, account),
  about: `${account.id}:${tokenHash.slice(0, 16)}`,
  subject: `Reset your ${company} password`,
  lines: paragraphs(
    'We received a request to reset your password. Use this link within 1 hour. It works once:',
    // The page asks staff about their API keys too.
    `${settings.appUrl}/reset-password?token=${token}${isStaff ? '&staff=1' : ''}`,
    'If this wasn’t you, ignore this email. Your password hasn’t changed.',
  ),
  until: now + RESET_LINK_MS,
});

/** Sent when a password changes, so that its owner notices if someone else did it. */
export const passwordChanged: EmailTemplate<{ account: Account }> = (
  { account },
  { settings, company, now },
) => ({
  to: toAccount(account),
  about: `${account.id}:${now}`,
  subject: `Your ${company} password was changed`,
  lines: paragraphs(
    'Your password was just changed.',
    `If this wasn’t you, reset it now: ${settings.appUrl}/`,
  ),
});

type EmailProof = Token & {
  user: { id: string };
  /** The address to verify. */
  address: string;
  /** Set if our office entered it. Then the link works only for the signed-in owner, with the password. */
  by?: 'office' | undefined;
};

/** Sends the link that verifies an address. It works once, for 7 days. */
export const emailProof: EmailTemplate<EmailProof> = (
  { user, address, by, token, tokenHash },
  { settings, company, now },
) => ({
  to: toAddress(address, null),
  about: `${user.id}:${tokenHash.slice(0, 16)}`,
  subject: `Verify your email address for ${company}`,
  lines: paragraphs(
    by === 'office'
      ? `Our office entered this email address for a ${company} account. If it’s yours, sign in and verify it with your password within 7 days:`
      : `Someone entered this email address for a ${company} account. If it was you, verify it within 7 days:`,
    `${settings.appUrl}/confirm-email?token=${token}`,
    'If it wasn’t you, ignore this email. We won’t send other messages about that account here.',
  ),
  until: now + PROOF_LINK_MS,
});

/**
 * The person who entered the new address (`to`). A customer's has to be verified first, whether the
 * owner or the office entered it. A driver's address from staff takes effect immediately.
 */
type EmailChanging = { account: Account } & (
  | { by: 'owner' | 'office'; to: string }
  | { by: 'staff' }
);

/** Sent to the current address when another one is entered for the account. */
export const emailChanging: EmailTemplate<EmailChanging> = (
  { account, ...change },
  { settings, company, now },
) => ({
  to: toAccount(account),
  about: `${account.id}:${now}`,
  subject: `Your ${company} email address is being changed`,
  lines:
    change.by === 'staff'
      ? paragraphs(
          'An owner just changed the email address on your account. We won’t send messages about your account here anymore.',
          'If you didn’t expect this, contact an owner.',
        )
      : paragraphs(
          ...(change.by === 'office'
            ? [
                `As you asked, our office entered a new email address for your account: ${change.to}`,
                'We’ll keep using this one until you verify the new one with your password. Only do so if the new address is yours.',
              ]
            : [
                `Someone just entered a new email address for your account: ${change.to}`,
                'We’ll keep using this one until the new one is verified.',
              ]),
          `If this wasn’t you, reset your password now to stop the change: ${settings.appUrl}/`,
        ),
});

/** Sent to the old address once the new one (`to`) is verified. */
export const emailChanged: EmailTemplate<{ account: Account; to: string }> = (
  { account, to },
  { company, now },
) => ({
  to: toAccount(account),
  about: `${account.id}:${now}`,
  subject: `Your ${company} email address was changed`,
  lines: paragraphs(
    `Your new email address was just verified: ${to}`,
    'You’ll sign in and reset your password with it. We won’t send messages about your account here anymore.',
    'If this wasn’t you, contact us now.',
  ),
});

/** The change to two-step verification. `about` is the ID of the method or code. */
export type FactorNews = { about: string } & (
  | { news: 'added' | 'removed'; kind: FactorKind }
  | { news: 'reset' | 'codes-made' | 'code-used' }
);

const KINDS: Record<FactorKind, string> = { passkey: 'A passkey', totp: 'An authenticator app' };

function factorTexts(change: FactorNews, company: string): { subject: string; text: string } {
  switch (change.news) {
    case 'added':
      return {
        subject: `${KINDS[change.kind]} was added to your ${company} account`,
        text: `${KINDS[change.kind]} was just added to your account. You can now use it to verify your sign-ins.`,
      };
    case 'removed':
      return {
        subject: `${KINDS[change.kind]} was removed from your ${company} account`,
        text: `${KINDS[change.kind]} was just removed from your account. You can’t use it to sign in anymore.`,
      };
    case 'reset':
      return {
        subject: `Two-step verification for ${company} was removed`,
        text: 'Two-step verification and all recovery codes were just removed from your account. You’ve been signed out everywhere.',
      };
    case 'codes-made':
      return {
        subject: `Your ${company} recovery codes were regenerated`,
        text: 'Your recovery codes were just regenerated. The old ones no longer work.',
      };
    case 'code-used':
      return {
        subject: `A ${company} recovery code was used`,
        text: 'One of your recovery codes was just used. It won’t work again.',
      };
  }
}

/** Sent when two-step verification changes, so that its owner notices if someone else did it. */
export const factorChanged: EmailTemplate<{ account: Account; change: FactorNews }> = (
  { account, change },
  { company },
) => {
  const { subject, text } = factorTexts(change, company);
  return {
    to: toAccount(account),
    about: `${change.news}:${change.about}`,
    subject,
    // This email has no link, so people can recognize a fake one by its link.
    lines: paragraphs(
      text,
      'If this wasn’t you, change your password in your account now, and contact an owner.',
    ),
  };
};

type Recurring = { account: Account; recurringId: string; date: string };

/** Sent when a date of a recurring delivery couldn't be booked. */
export const recurringSkipped: EmailTemplate<
  Recurring & {
    next: string;
    /**
     * The reason the date can't be booked, as a sentence. Omitted or null if every window is taken.
     */
    reason?: string | null;
  }
> = ({ account, recurringId, date, next, reason }, { settings }) => ({
  to: toAccount(account),
  about: `${recurringId}:${date}`,
  subject: `No delivery on ${formatLongDate(date)}`,
  lines: paragraphs(
    [
      `We skipped your recurring delivery on ${formatLongDate(date)}.`,
      reason ?? 'Every window that day was booked.',
    ],
    `The next one is on ${formatLongDate(next)}. Change or cancel your recurring delivery here: ${settings.appUrl}/account`,
  ),
});

/** Sent when a recurring delivery can't continue without its owner. */
export const recurringPaused: EmailTemplate<Recurring & { reason: string }> = (
  { account, recurringId, date, reason },
  { settings },
) => ({
  to: toAccount(account),
  about: `${recurringId}:${date}`,
  subject: 'Your recurring delivery is paused',
  lines: paragraphs(
    [`We couldn’t book your recurring delivery for ${formatLongDate(date)}.`, reason],
    `Once you’ve fixed that, resume it here: ${settings.appUrl}/account`,
  ),
});
