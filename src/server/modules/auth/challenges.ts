import { CHALLENGE_MS, FACTOR_MESSAGES } from '@/domain/account/second-factor';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import { type ChallengeRow, findChallenge, insertChallenge } from './challenges.repository';
import type { FactorRow } from './factors.repository';
import { hashToken, newToken } from './tokens';
import type { UserRow } from './users.repository';

type Purpose = ChallengeRow['purpose'];

/** An open challenge, with its user and their verification methods. */
export type Waiting = { challenge: ChallengeRow; user: UserRow; factors: readonly FactorRow[] };

/** Opens a challenge and returns its token. We store only the token's hash. */
export async function openChallenge(
  { deps }: AnyCall,
  user: UserRow,
  about: { purpose: Purpose; asStaff?: boolean },
): Promise<string> {
  const token = newToken();
  await insertChallenge(deps.db, {
    ...about,
    tokenHash: hashToken(token),
    userId: user.id,
    passwordMark: hashToken(user.password),
    expiresAt: deps.clock.now() + CHALLENGE_MS,
  });
  return token;
}

/**
 * Returns the challenge of a token.
 *
 * @param read the result of `findWaiting` for the same token, if there is one
 * @throws `unauthenticated` if it was answered, has expired, had too many wrong answers, has
 *   another purpose, or is from before a password change
 */
export async function requireChallenge(
  call: AnyCall,
  token: string,
  purposes: readonly Purpose[],
  read?: Waiting | null,
): Promise<Waiting> {
  const waiting = read === undefined ? await findWaiting(call, token) : read;
  const stands =
    waiting !== null &&
    purposes.includes(waiting.challenge.purpose) &&
    waiting.challenge.passwordMark === hashToken(waiting.user.password);
  if (!stands) throw new DomainError('unauthenticated', FACTOR_MESSAGES.over);
  return waiting;
}

/** Returns the open challenge of a token, or null. */
export const findWaiting = ({ deps }: AnyCall, token: string): Promise<Waiting | null> =>
  findChallenge(deps.db, hashToken(token), deps.clock.now());
