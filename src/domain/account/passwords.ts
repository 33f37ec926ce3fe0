import * as z from 'zod/mini';
import {
  emailSchema,
  givenPasswordSchema,
  PASSWORD_MAX,
  PASSWORD_MIN,
  passwordSchema,
} from './sign-in.schema';

/** Messages about passwords, shared by the pages and the server. */
export const PASSWORD_MESSAGES = {
  currentRequired: 'Current password is required',
  newTooShort: `New password must be at least ${PASSWORD_MIN} characters`,
  confirm: 'Please confirm your new password',
  noMatch: "Passwords don't match",
  wrongCurrent: 'Your current password is incorrect.',
  changed: 'Your password was changed.',
  changedMeanwhile: 'Your password was just changed on another device. Please try again.',
  tokenMissing: 'Password reset token is missing.',
  tokenInvalid: 'The password reset link is invalid or has expired. Please request a new one.',
  resetTooShort: `Password must be at least ${PASSWORD_MIN} characters long.`,
  /** This text doesn't reveal whether an account uses the address. */
  resetRequested: 'If an account uses that email, we’ve sent it a link to reset the password.',
  resetNoMatch: 'Please make sure both passwords match.',
  resetDone: 'Your password was reset. Please sign in with the new one.',
  either: 'Send either an email to request a link, or a token with a new password.',
} as const;

/** How long a password reset link works. */
export const RESET_LINK_MS = 3_600_000;

/** True to also end an admin's API keys. */
const endApiKeys = z._default(z.boolean('Please select whether to revoke API keys.'), false);

/** The Change Password form of the account page. API callers may omit `confirmPassword`. */
export const passwordChangeSchema = z
  .object({
    currentPassword: givenPasswordSchema(
      PASSWORD_MESSAGES.currentRequired,
      PASSWORD_MESSAGES.wrongCurrent,
    ),
    newPassword: passwordSchema(PASSWORD_MESSAGES.newTooShort),
    endApiKeys,
    confirmPassword: z.optional(
      z
        .string(PASSWORD_MESSAGES.confirm)
        .check(
          z.minLength(PASSWORD_MIN, PASSWORD_MESSAGES.confirm),
          z.maxLength(PASSWORD_MAX, PASSWORD_MESSAGES.noMatch),
        ),
    ),
  })
  .check(
    z.refine(
      (value) => value.confirmPassword === undefined || value.confirmPassword === value.newPassword,
      { error: PASSWORD_MESSAGES.noMatch, path: ['confirmPassword'] },
    ),
  );
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** The messages of the dashboard. `PASSWORD_MIN` is 6. */
export const STAFF_PASSWORD_MESSAGES = {
  noMatch: 'New password and confirmation do not match.',
  tooShort: 'New password must be at least 6 characters long.',
} as const;

export const staffPasswordChangeSchema = z
  .object({
    currentPassword: passwordChangeSchema.shape.currentPassword,
    newPassword: passwordSchema(STAFF_PASSWORD_MESSAGES.tooShort),
    endApiKeys,
    confirmPassword: z
      .string(STAFF_PASSWORD_MESSAGES.noMatch)
      .check(z.maxLength(PASSWORD_MAX, STAFF_PASSWORD_MESSAGES.noMatch)),
  })
  .check(
    z.refine((value) => value.confirmPassword === value.newPassword, {
      error: STAFF_PASSWORD_MESSAGES.noMatch,
      path: ['confirmPassword'],
    }),
  );

export const resetRequestSchema = z.object({ email: emailSchema() });

/**
 * The token from an email, and the new password. The call that requests the link takes the email
 * address.
 */
export const passwordResetSchema = z.object({
  email: z.optional(z.undefined(PASSWORD_MESSAGES.either)),
  token: z
    .string(PASSWORD_MESSAGES.tokenMissing)
    .check(
      z.trim(),
      z.minLength(1, PASSWORD_MESSAGES.tokenMissing),
      z.maxLength(200, PASSWORD_MESSAGES.tokenInvalid),
    ),
  newPassword: passwordSchema(PASSWORD_MESSAGES.resetTooShort),
  endApiKeys,
});
export type PasswordReset = z.infer<typeof passwordResetSchema>;

/** The form of the reset page, which asks for the new password twice. */
export const passwordResetFormSchema = z
  .extend(passwordResetSchema, { confirmPassword: z.string() })
  .check(
    z.refine((value) => value.confirmPassword === value.newPassword, {
      error: PASSWORD_MESSAGES.resetNoMatch,
      path: ['confirmPassword'],
    }),
  );
