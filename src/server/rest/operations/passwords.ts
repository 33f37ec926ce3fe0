import * as z from 'zod/mini';
import {
  PASSWORD_MESSAGES,
  passwordChangeSchema,
  passwordResetSchema,
  resetRequestSchema,
  staffPasswordChangeSchema,
} from '@/domain/account/passwords';
import { messageAnswer } from '../described.schema';
import { operation } from '../operation';

/** An email alone requests a link, and a token sets the password. A call with both is refused. */
const resetBody = z
  .object({
    email: z.optional(resetRequestSchema.shape.email),
    token: z.optional(passwordResetSchema.shape.token),
    newPassword: z.optional(passwordResetSchema.shape.newPassword),
    endApiKeys: passwordResetSchema.shape.endApiKeys,
  })
  .check(
    z.refine(({ email, token, newPassword }) => !email || (!token && !newPassword), {
      error: PASSWORD_MESSAGES.either,
      path: ['email'],
    }),
  );

const account = { method: 'POST', keys: 'none', answer: messageAnswer, errors: [429] } as const;

/** Changing a password, and resetting a forgotten one. */
export const passwordOperations = [
  operation({
    ...account,
    path: '/api/auth/change-password',
    id: 'changePassword',
    tag: 'Accounts',
    summary: 'Change the password',
    notes: 'Signs the user out of all other sessions.',
    procedures: ['auth.changePassword'],
    body: passwordChangeSchema,
    call: async (caller, { body }) => {
      await caller.auth.changePassword(body);
      return { message: PASSWORD_MESSAGES.changed };
    },
  }),
  operation({
    ...account,
    path: '/api/admin/change-password',
    id: 'changeAdminPassword',
    tag: 'Staff',
    summary: "Change the admin's own password",
    notes: 'Signs the admin out of all other sessions.',
    procedures: ['admin.changePassword'],
    body: staffPasswordChangeSchema,
    call: (caller, { body }) => caller.admin.changePassword(body),
  }),
  operation({
    ...account,
    path: '/api/auth/reset-password-request',
    id: 'requestPasswordReset',
    tag: 'Accounts',
    summary: 'Request a link to reset a password',
    notes: 'The response doesn’t show whether the address has an account.',
    procedures: ['auth.requestPasswordReset'],
    body: resetRequestSchema,
    call: (caller, { body }) => caller.auth.requestPasswordReset(body),
  }),
  operation({
    ...account,
    path: '/api/auth/reset-password',
    id: 'resetPassword',
    tag: 'Accounts',
    summary: 'Set a new password with the token from the link',
    notes: 'If you send only an email, this requests a reset link, like the admin sign-in page.',
    procedures: ['auth.requestPasswordReset', 'auth.resetPassword'],
    body: resetBody,
    call: (caller, { body: { email, token = '', newPassword = '', endApiKeys } }) =>
      email === undefined
        ? caller.auth.resetPassword({ token, newPassword, endApiKeys })
        : caller.auth.requestPasswordReset({ email }),
  }),
];
