import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import {
  PASSWORD_MESSAGES,
  type PasswordChange,
  type PasswordReset,
  RESET_LINK_MS,
} from '@/domain/account/passwords';
import { DomainError } from '@/domain/errors';
import { type Actor, SIGNED_OUT_ROLES } from '@/domain/roles';
import type { AnyCall, UserCall } from '@/server/config/call';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
import { turnsTo } from '../messages/turns';
import { endingKeys } from './end-keys';
import type { KnownPerson } from './known-devices.usecases';
import { hashPassword, verifyPassword } from './passwords';
import { deleteSessionsOf } from './sessions.repository';
import type { SessionCall } from './sessions.usecases';
import { hashToken, newToken } from './tokens';
import {
  changeSignIn,
  findUserByEmail,
  findUserById,
  findUserByResetToken,
  hasPassword,
  holdsResetToken,
  NO_PROOF,
  NO_RESET,
  selectUser,
  type UserRow,
} from './users.repository';

/**
 * Every request for a link takes this long, so that it doesn't reveal whether the email address is
 * known.
 */
const REQUEST_TAKES_MS = 200;

/**
 * Changes the caller's password and ends their other sessions. If requested, it also revokes their
 * API keys.
 *
 * @throws `invalid_input` for a wrong current password
 * @throws `conflict` if another call changed the password in the meantime
 */
export async function changePassword(
  call: SessionCall,
  input: PasswordChange,
): Promise<{ endedSessions: number }> {
  const { db, clock } = call.deps;
  const verified = await verifiedUser(call, input.currentPassword);
  const password = await hashPassword(input.newPassword);
  const keptTokenHash = call.token && hashToken(call.token);
  const keys = input.endApiKeys ? await endingKeys(call, call.actor.userId) : [];
  return retryOnConflict(async () => {
    const [user] = await selectUser(db.orm, call.actor.userId);
    if (user?.password !== verified.password) {
      throw new DomainError('conflict', PASSWORD_MESSAGES.changedMeanwhile);
    }
    const onlyIf = hasPassword(user.id, password);
    const written = await writeGuarded(db, {
      guard: changeSignIn(db.orm, user, {
        password,
        ...NO_RESET,
        // The pending address is dropped, because someone who knew the old password may have
        // entered it.
        ...(user.pendingEmail !== null && NO_PROOF),
        updatedAt: clock.now(),
      }),
      audit: audit(call, { action: 'account.password_changed', userId: user.id }),
      also: [message(call, 'password-changed', { account: user }), ...keys],
      view: [deleteSessionsOf(db.orm, user.id, { keptTokenHash, onlyIf })],
    });
    return { endedSessions: written.view[0].length };
  });
}

/** Returns the caller's row after checking their password. Throws `invalid_input`. */
export async function verifiedUser({ deps, actor }: UserCall, password: string): Promise<UserRow> {
  return requirePassword(await findUserById(deps.db.orm, actor.userId), password);
}

/** Returns this row after checking its password. Throws `invalid_input`. */
export async function requirePassword(
  user: UserRow | null | undefined,
  password: string,
): Promise<UserRow> {
  const isRight = await verifyPassword(user?.password ?? null, password);
  if (user && isRight) return user;
  throw new DomainError('invalid_input', PASSWORD_MESSAGES.wrongCurrent, {
    field: 'currentPassword',
  });
}

/**
 * Sends a reset link to an account's email address. It works once, for one hour, and replaces an
 * older link. An unknown address, an invited person's, or one that has reached its message limit
 * gets the same response after the same time.
 */
export async function requestPasswordReset(
  { deps }: AnyCall,
  input: { email: string },
): Promise<{ message: string }> {
  const even = Bun.sleep(REQUEST_TAKES_MS);
  const token = newToken();
  const tokenHash = hashToken(token);
  const resetTokenExpires = deps.clock.now() + RESET_LINK_MS;
  await retryOnConflict(async () => {
    const user = await findUserByEmail(deps.db.orm, input.email);
    if (!user?.email || user.id === EMERGENCY_USER || SIGNED_OUT_ROLES.includes(user.role))
      return 'unknown';
    // A reset link would replace the invitation's link, or outlive it.
    if (user.invitedAt !== null) return 'unknown';
    // If the address has reached its limit, the response is the same and the last link stays valid.
    const turns = turnsTo({ deps }, user.email);
    if (turns.waitMs(await turns.select(deps.db.orm)) > 0) return 'limited';
    const changes = { resetToken: tokenHash, resetTokenExpires };
    return writeGuarded(deps.db, {
      guard: changeSignIn(deps.db.orm, user, changes, turns.isLeft),
      audit: byVisitor({ deps }, 'account.reset_requested', user),
      also: [
        message({ deps }, 'password-reset', {
          account: user,
          isStaff: user.role !== 'customer',
          token,
          tokenHash,
        }),
      ],
    });
  });
  await even;
  return { message: PASSWORD_MESSAGES.resetRequested };
}

/**
 * Sets a new password with the token of a reset link and ends every session. If requested, it also
 * revokes the API keys. Throws `invalid_input` if the token is unknown, used, or older than an
 * hour.
 */
export async function resetPassword(
  { deps }: AnyCall,
  input: PasswordReset,
): Promise<{ message: string; user: KnownPerson }> {
  const invalid = new DomainError('invalid_input', PASSWORD_MESSAGES.tokenInvalid, {
    field: 'token',
  });
  const tokenHash = hashToken(input.token);
  const holderNow = async () => {
    const now = deps.clock.now();
    const user = await findUserByResetToken(deps.db.orm, tokenHash, now);
    if (!user) throw invalid;
    return { user, now };
  };
  // The token is checked before the expensive hashing, so that made-up tokens cost almost nothing.
  await holderNow();
  const password = await hashPassword(input.newPassword);
  const { changed: user } = await retryOnConflict(async () => {
    const { user, now } = await holderNow();
    const keys = input.endApiKeys ? await endingKeys({ deps, actor: VISITOR }, user.id) : [];
    // The link was sent to the account's address, so using it verifies that address and drops a
    // pending one.
    const proven = { ...NO_PROOF, emailProvenAt: now, invitedAt: null };
    const changes = { password, ...NO_RESET, ...proven, updatedAt: now };
    return writeGuarded(deps.db, {
      guard: changeSignIn(deps.db.orm, user, changes, holdsResetToken(tokenHash, now)),
      audit: byVisitor({ deps }, 'account.password_reset', user),
      also: [
        (orm, onlyIf) => deleteSessionsOf(orm, user.id, { onlyIf }),
        message({ deps }, 'password-changed', { account: { ...user, emailProvenAt: now } }),
        ...keys,
      ],
    });
  });
  return { message: PASSWORD_MESSAGES.resetDone, user };
}

const VISITOR: Actor = { kind: 'visitor' };

/** Returns the audit entry of an account change by someone who isn't signed in. */
function byVisitor(
  { deps }: AnyCall,
  action: 'account.reset_requested' | 'account.password_reset',
  { id: userId }: UserRow,
) {
  return audit({ deps, actor: VISITOR }, { action, userId });
}
