import * as z from 'zod/mini';
import { PASSWORD_MAX } from './sign-in.schema';

/** How long the link that proves an email address works. */
export const PROOF_LINK_MS = 7 * 86_400_000;

export const EMAIL_MESSAGES = {
  passwordRequired: 'Please enter your current password to change your email address.',
  proofInvalid: 'This link is invalid or has expired. Please ask for a new one in your account.',
  proven: 'Your email address is confirmed.',
  provenBefore: 'Your email address is confirmed already.',
  sent: 'We sent a link to that address.',
  none: 'Your account has no email address.',
} as const;

/** The token of a link that proves an email address. */
export const emailProofSchema = z.object({
  token: z
    .string(EMAIL_MESSAGES.proofInvalid)
    .check(
      z.minLength(1, EMAIL_MESSAGES.proofInvalid),
      z.maxLength(200, EMAIL_MESSAGES.proofInvalid),
    ),
});

/** The password that a change of the email address asks for again. */
export const passwordAgainSchema = z.optional(
  z
    .string(EMAIL_MESSAGES.passwordRequired)
    .check(z.maxLength(PASSWORD_MAX, EMAIL_MESSAGES.passwordRequired)),
);
