import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import {
  PASSWORD_MESSAGES,
  type PasswordChange,
  type PasswordReset,
  RESET_LINK_MS,
} from '@/domain/account/passwords';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
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

/** Every request for a link takes this long, for a known and an unknown email address. */
const REQUEST_TAKES_MS = 200;

/**
 * Changes the caller's password and ends their other sessions, and on request their API keys. Throws
 * `invalid_input` for a wrong current password, `conflict` when another call changed it meanwhile.
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
        // A person who knew the old password may have requested another address.
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

/** The caller as they are stored, once their password proved right. Throws `invalid_input`. */
export async function verifiedUser({ deps, actor }: UserCall, password: string): Promise<UserRow> {
  return requirePassword(await findUserById(deps.db.orm, actor.userId), password);
}

/** A caller as they were read, once their password proved right. Throws `invalid_input`. */
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
 * Sends a reset link to the email address of an account; it works once, for one hour. An unknown
 * address, and one that has had as many messages as strangers may cause, gets the same answer after the
 * same time. A newer link replaces an older one.
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
    if (!user?.email || user.id === EMERGENCY_USER) return 'unknown';
    // The answer stays the same, and the last link that was sent stays valid.
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
 * Sets a new password with the token of a reset link, and ends every session, and on request the API
 * keys. Throws `invalid_input` for a token that is unknown, used or older than an hour.
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
  // Before the expensive hashing, so that made-up tokens cost next to nothing.
  await holderNow();
  const password = await hashPassword(input.newPassword);
  const { changed: user } = await retryOnConflict(async () => {
    const { user, now } = await holderNow();
    const keys = input.endApiKeys ? await endingKeys({ deps, actor: VISITOR }, user.id) : [];
    // The link went to the account's address, so it is proven, and no other one waits.
    const changes = { password, ...NO_RESET, ...NO_PROOF, emailProvenAt: now, updatedAt: now };
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

/** The entry of a change to an account by a person who is not signed in. */
function byVisitor(
  { deps }: AnyCall,
  action: 'account.reset_requested' | 'account.password_reset',
  { id: userId }: UserRow,
) {
  return audit({ deps, actor: VISITOR }, { action, userId });
}
