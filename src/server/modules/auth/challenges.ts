import { CHALLENGE_MS, FACTOR_MESSAGES } from '@/domain/account/second-factor';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import { type ChallengeRow, findChallenge, insertChallenge } from './challenges.repository';
import type { FactorRow } from './factors.repository';
import { hashToken, newToken } from './tokens';
import type { UserRow } from './users.repository';

type Purpose = ChallengeRow['purpose'];

/** A challenge that waits for its answer, the user who is to give it, and their factors. */
export type Waiting = { challenge: ChallengeRow; user: UserRow; factors: readonly FactorRow[] };

/** Opens a challenge and gives its token; only the caller keeps the token itself. */
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
 * The challenge of a token. Throws `unauthenticated` where it is over: answered, too old, answered
 * wrongly too often, of another purpose, or from before a change of the password.
 *
 * @param read what `findWaiting` gave for the same token
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

/** The challenge of a token; null where none waits. */
export const findWaiting = ({ deps }: AnyCall, token: string): Promise<Waiting | null> =>
  findChallenge(deps.db, hashToken(token), deps.clock.now());
