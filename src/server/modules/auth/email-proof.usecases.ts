import { isUniqueViolation } from '@/db/engine/failures';
import { retryOnConflict, WROTE_BEFORE, writeGuarded } from '@/db/guarded-batch';
import { EMAIL_MESSAGES, PROOF_LINK_MS } from '@/domain/account/email-address';
import { DomainError } from '@/domain/errors';
import type { AnyCall, UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
import { requireTurn } from '../messages/turns';
import { emailTaken } from './email-taken';
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

/** A new link for an address: the columns that wait for it, and the message that brings it. */
export function newProof(deps: Deps, user: Proven, address: string) {
  const token = newToken();
  const emailProof = hashToken(token);
  return {
    tokenHash: emailProof,
    columns: { emailProof, emailProofExpires: deps.clock.now() + PROOF_LINK_MS },
    message: message({ deps }, 'email-proof', { user, address, token, tokenHash: emailProof }),
  };
}

/**
 * Sends the link once more, to the address that waits for its proof. An older link ends. Throws
 * `conflict` where there is nothing to prove, and `rate_limited` where strangers caused many messages.
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
    const proof = newProof(deps, user, address);
    return writeGuarded(deps.db, {
      guard: changeUser(deps.db.orm, user, proof.columns, turnLeft),
      matched: WROTE_BEFORE,
      also: [proof.message],
    });
  });
  return { message: EMAIL_MESSAGES.sent };
}

/**
 * Proves the address that a link was sent to. A pending one takes the place of the present one, whose
 * reset link ends. Throws `invalid_input` for a link that is unknown, used or too old, and `conflict`
 * where another account has the address by now.
 */
export async function proveEmail(
  { deps }: AnyCall,
  input: { token: string },
): Promise<{ message: string }> {
  const { db, clock } = deps;
  const tokenHash = hashToken(input.token);
  try {
    await retryOnConflict(async () => {
      const now = clock.now();
      const user = await findUserByProof(db.orm, tokenHash, now);
      if (!user) {
        throw new DomainError('invalid_input', EMAIL_MESSAGES.proofInvalid, { field: 'token' });
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
      });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
  return { message: EMAIL_MESSAGES.proven };
}
