import { PASSWORD_MESSAGES, type PasswordChange, RESET_LINK_MS } from '@/domain/account/passwords';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import { message } from '../messages/message';
import { hashPassword, verifyPassword } from './passwords';
import { deleteSessionsOf } from './sessions.repository';
import type { SessionCall } from './sessions.usecases';
import { hashToken, newToken } from './tokens';
import {
  findUserById,
  findUserByResetToken,
  replacePassword,
  resetPasswordOf,
  storeResetToken,
} from './users.repository';

/** Every request for a link takes this long, for a known and an unknown e-mail address (D46). */
const REQUEST_TAKES_MS = 200;

/**
 * Changes the caller's password and ends their other sessions. Throws `invalid_input` for a wrong
 * current password, `conflict` when another call changed it meanwhile.
 */
export async function changePassword(
  { deps, actor, token }: SessionCall,
  input: PasswordChange,
): Promise<{ endedSessions: number }> {
  const user = await findUserById(deps.db.orm, actor.userId);
  const isRight = await verifyPassword(user?.password ?? null, input.currentPassword);
  if (!user || !isRight) {
    throw new DomainError('invalid_input', PASSWORD_MESSAGES.wrongCurrent, {
      field: 'currentPassword',
    });
  }
  const password = await hashPassword(input.newPassword);
  const kept = token && hashToken(token);
  const now = deps.clock.now();
  const endedSessions = await deps.db.transaction(async (tx) => {
    const changed = await replacePassword(tx, user.id, user.password, { password, updatedAt: now });
    if (!changed) return null;
    await message({ deps }, 'password-changed', { account: changed })?.(tx);
    return deleteSessionsOf(tx, user.id, kept);
  });
  if (endedSessions === null) {
    throw new DomainError('conflict', 'Your password was changed meanwhile. Please try again.');
  }
  return { endedSessions };
}

/**
 * Sends a reset link to the e-mail address of an account; it works once, for one hour. An unknown
 * address gets the same answer after the same time (D46). A newer link replaces an older one.
 */
export async function requestPasswordReset(
  { deps }: AnyCall,
  input: { email: string },
): Promise<{ message: string }> {
  const even = Bun.sleep(REQUEST_TAKES_MS);
  const token = newToken();
  const now = deps.clock.now();
  const reset = { resetToken: hashToken(token), resetTokenExpires: now + RESET_LINK_MS };
  await deps.db.transaction(async (tx) => {
    const user = await storeResetToken(tx, input.email, reset);
    if (!user) return;
    const facts = { account: user, token, tokenHash: reset.resetToken };
    await message({ deps }, 'password-reset', facts)?.(tx);
  });
  await even;
  return { message: PASSWORD_MESSAGES.resetRequested };
}

/**
 * Sets a new password with the token of a reset link, and ends every session. Throws
 * `invalid_input` for a token that is unknown, used or older than an hour.
 */
export async function resetPassword(
  { deps }: AnyCall,
  input: { token: string; newPassword: string },
): Promise<{ message: string }> {
  const invalid = new DomainError('invalid_input', PASSWORD_MESSAGES.tokenInvalid, {
    field: 'token',
  });
  const tokenHash = hashToken(input.token);
  // Before the expensive hashing, so that made-up tokens cost next to nothing.
  const holder = await findUserByResetToken(deps.db.orm, tokenHash, deps.clock.now());
  if (!holder) throw invalid;
  const password = await hashPassword(input.newPassword);
  const now = deps.clock.now();
  const user = await deps.db.transaction(async (tx) => {
    const changed = await resetPasswordOf(tx, tokenHash, now, password);
    if (!changed) return null;
    await deleteSessionsOf(tx, changed.id, null);
    await message({ deps }, 'password-changed', { account: changed })?.(tx);
    return changed;
  });
  if (!user) throw invalid;
  return { message: PASSWORD_MESSAGES.resetDone };
}
