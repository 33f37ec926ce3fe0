import * as z from 'zod/mini';
import { PASSWORD_MAX } from './sign-in.schema';

/** How long an email verification link works. */
export const PROOF_LINK_MS = 7 * 86_400_000;

export const EMAIL_MESSAGES = {
  passwordRequired: 'Please enter your current password to change your email address.',
  proofInvalid: 'This link is invalid or has expired. Please request a new one in your account.',
  proven: 'Your email address is verified.',
  signInFirst:
    'Our office entered this address for your account. Sign in first, then open this link again.',
  provenBefore: 'Your email address was already verified.',
  sent: 'We sent you a link. Check your email.',
  none: 'Your account doesn’t have an email address.',
} as const;

/** The current password, required to change the email address. */
export const passwordAgainSchema = z.optional(
  z
    .string(EMAIL_MESSAGES.passwordRequired)
    .check(z.maxLength(PASSWORD_MAX, EMAIL_MESSAGES.passwordRequired)),
);

/** The token of an email verification link, with the password if staff entered the address. */
export const emailProofSchema = z.object({
  token: z
    .string(EMAIL_MESSAGES.proofInvalid)
    .check(
      z.minLength(1, EMAIL_MESSAGES.proofInvalid),
      z.maxLength(200, EMAIL_MESSAGES.proofInvalid),
    ),
  currentPassword: passwordAgainSchema,
});
export type EmailProofInput = z.infer<typeof emailProofSchema>;
