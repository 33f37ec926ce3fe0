import { isUniqueViolation } from '@/db/engine/failures';
import { retryOnConflict, WROTE_BEFORE, writeGuarded } from '@/db/guarded-batch';
import {
  EMAIL_MESSAGES,
  type EmailProofInput,
  PROOF_LINK_MS,
} from '@/domain/account/email-address';
import { PASSWORD_MESSAGES } from '@/domain/account/passwords';
import { DomainError } from '@/domain/errors';
import type { Call, UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
import { requireTurn } from '../messages/turns';
import { emailTaken } from './email-taken';
import { requirePassword } from './password.usecases';
import { hashToken, newToken } from './tokens';
import {
  changeUser,
  findUserById,
  findUserByProof,
  NO_PROOF,
  NO_RESET,
  type UserRow,
} from './users.repository';

type Proven = Pick<UserRow, 'id'>;

/**
 * Creates a verification link for an address: the columns that store it, and the message that sends
 * it.
 */
export function newProof(deps: Deps, user: Proven, address: string, by?: 'office') {
  const token = newToken();
  const emailProof = hashToken(token);
  return {
    tokenHash: emailProof,
    columns: { emailProof, emailProofExpires: deps.clock.now() + PROOF_LINK_MS },
    message: message({ deps }, 'email-proof', { user, address, by, token, tokenHash: emailProof }),
  };
}

/**
 * Sends the verification link again to the unverified address. Older links stop working.
 *
 * @throws `conflict` if there is nothing to verify
 * @throws `rate_limited` if unknown senders caused too many messages
 */
export async function requestEmailProof({ deps, actor }: UserCall): Promise<{ message: string }> {
  await retryOnConflict(async () => {
    const user = await findUserById(deps.db.orm, actor.userId);
    const address = user?.pendingEmail ?? user?.email;
    if (!user || !address) throw new DomainError('conflict', EMAIL_MESSAGES.none);
    if (user.pendingEmail === null && user.emailProvenAt !== null) {
      throw new DomainError('conflict', EMAIL_MESSAGES.provenBefore);
    }
    const turnLeft = await requireTurn({ deps }, address);
    const proof = newProof(
      deps,
      user,
      address,
      user.pendingEmailBy === null ? undefined : 'office',
    );
    return writeGuarded(deps.db, {
      guard: changeUser(deps.db.orm, user, proof.columns, turnLeft),
      matched: WROTE_BEFORE,
      also: [proof.message],
    });
  });
  return { message: EMAIL_MESSAGES.sent };
}

/**
 * Verifies the address a link was sent to. A pending address replaces the current one, and reset
 * links sent to the old one stop working. If staff entered the address, its owner must be signed in
 * and enter the password. Otherwise, one press on a link from the office could give away the account.
 *
 * @throws `invalid_input` if the link is unknown, used, or too old, or for a wrong password
 * @throws `forbidden` if staff entered the address and its owner isn't signed in
 * @throws `password_required` with the address (`details.email`) if staff entered it
 * @throws `conflict` if another account has the address now
 */
export async function proveEmail(
  { deps, actor }: Call,
  input: EmailProofInput,
): Promise<{ message: string }> {
  const { db, clock } = deps;
  const tokenHash = hashToken(input.token);
  let verified: UserRow | null = null;
  try {
    await retryOnConflict(async () => {
      const now = clock.now();
      const user = await findUserByProof(db.orm, tokenHash, now);
      if (!user) {
        throw new DomainError('invalid_input', EMAIL_MESSAGES.proofInvalid, { field: 'token' });
      }
      if (user.pendingEmailBy !== null) {
        if (!(actor.kind === 'user' && actor.userId === user.id)) {
          throw new DomainError('forbidden', EMAIL_MESSAGES.signInFirst);
        }
        verified ??= await requireOwner(user, input.currentPassword);
        if (user.password !== verified.password) {
          throw new DomainError('conflict', PASSWORD_MESSAGES.changedMeanwhile);
        }
      }
      const email = user.pendingEmail ?? user.email;
      return writeGuarded(db, {
        guard: changeUser(db.orm, user, {
          ...NO_PROOF,
          ...(user.pendingEmail !== null && { email, ...NO_RESET }),
          emailProvenAt: now,
          updatedAt: now,
        }),
        audit: audit(
          { deps, actor: { kind: 'visitor' } },
          {
            action: 'account.email_proven',
            userId: user.id,
            before: { email: user.email },
            after: { email },
          },
        ),
        also:
          user.pendingEmail === null
            ? []
            : [message({ deps }, 'email-changed', { account: user, to: user.pendingEmail })],
      });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
  return { message: EMAIL_MESSAGES.proven };
}

/** Checks the password of an owner whose new address staff entered. */
async function requireOwner(user: UserRow, password: string | undefined): Promise<UserRow> {
  if (password) return requirePassword(user, password);
  throw new DomainError('password_required', EMAIL_MESSAGES.passwordRequired, {
    field: 'currentPassword',
    details: { email: user.pendingEmail },
  });
}
