import { PASSWORD_SENTENCES, type PasswordChange, RESET_LINK_MS } from '@/domain/account/passwords';
import { DomainError } from '@/domain/errors';
import type { Deps } from '@/server/deps';
import { passwordChanged, passwordReset } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
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
  type UserRow,
} from './users.repository';

/** Every request for a link takes this long, whether or not its address is known (D46). */
const REQUEST_TAKES_MS = 200;

/**
 * Changes the caller's password and ends their other sessions. Throws `invalid_input` when the
 * current password is not right, `conflict` when it was changed meanwhile.
 */
export async function changePassword(
  { deps, actor, token }: SessionCall,
  input: PasswordChange,
): Promise<{ endedSessions: number }> {
  const user = await findUserById(deps.db.orm, actor.userId);
  const right = await verifyPassword(user?.password ?? null, input.currentPassword);
  if (!user || !right) {
    throw new DomainError('invalid_input', PASSWORD_SENTENCES.wrongCurrent, {
      field: 'currentPassword',
    });
  }
  const password = await hashPassword(input.newPassword);
  const kept = token && hashToken(token);
  const now = deps.clock.now();
  const endedSessions = await deps.db.transaction(async (tx) => {
    const changed = await replacePassword(tx, user.id, user.password, { password, updatedAt: now });
    if (!changed) return null;
    await queueChanged(deps, tx, changed, now);
    return deleteSessionsOf(tx, user.id, kept);
  });
  if (endedSessions === null) {
    throw new DomainError('conflict', 'Your password was changed meanwhile. Please try again.');
  }
  return { endedSessions };
}

/**
 * Sends a reset link, good for one hour and one use, to an address that belongs to an account. Says
 * and takes the same for an address that does not (D46). A newer link replaces an older one.
 */
export async function requestPasswordReset(
  { deps }: { deps: Deps },
  input: { email: string },
): Promise<{ message: string }> {
  const even = Bun.sleep(REQUEST_TAKES_MS);
  const token = newToken();
  const now = deps.clock.now();
  const reset = { resetToken: hashToken(token), resetTokenExpires: now + RESET_LINK_MS };
  await deps.db.transaction(async (tx) => {
    const user = await storeResetToken(tx, input.email, reset);
    if (!user?.email) return;
    const to = addresseeOf(user, user.email);
    const letter = passwordReset(deps.settings, to, token, reset.resetToken);
    await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
  });
  await even;
  return { message: PASSWORD_SENTENCES.resetRequested };
}

/**
 * Sets a new password with the token of a mailed link, and ends every session. Throws
 * `invalid_input` for a token that is unknown, used or older than an hour.
 */
export async function resetPassword(
  { deps }: { deps: Deps },
  input: { token: string; newPassword: string },
): Promise<{ message: string }> {
  const invalid = new DomainError('invalid_input', PASSWORD_SENTENCES.tokenInvalid, {
    field: 'token',
  });
  const tokenHash = hashToken(input.token);
  // Before the hashing, which is dear, so that made-up tokens cost next to nothing.
  const holder = await findUserByResetToken(deps.db.orm, tokenHash, deps.clock.now());
  if (!holder) throw invalid;
  const password = await hashPassword(input.newPassword);
  const now = deps.clock.now();
  const user = await deps.db.transaction(async (tx) => {
    const changed = await resetPasswordOf(tx, tokenHash, now, password);
    if (!changed) return null;
    await deleteSessionsOf(tx, changed.id, null);
    await queueChanged(deps, tx, changed, now);
    return changed;
  });
  if (!user) throw invalid;
  return { message: PASSWORD_SENTENCES.resetDone };
}

function queueChanged(
  deps: Deps,
  tx: Parameters<typeof queueMessage>[0],
  user: UserRow,
  now: number,
) {
  if (!user.email) return;
  const letter = passwordChanged(deps.settings, addresseeOf(user, user.email), now);
  return queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
}

const addresseeOf = (user: UserRow, email: string) => ({
  id: user.id,
  email,
  name: user.fullName,
});
