import {
  CONFIRMED_FOR_MS,
  type ConfirmMethod,
  FACTOR_MESSAGES,
} from '@/domain/account/second-factor';
import type { Confirmation } from '@/domain/account/second-factor.schema';
import { DomainError } from '@/domain/errors';
import type { Deps } from '@/server/config/deps';
import { openChallenge, requireChallenge, type Waiting } from './challenges';
import { deleteChallenge } from './challenges.repository';
import { useProof, wrongProof } from './factor-proofs.usecases';
import { selectFactors } from './factors.repository';
import { verifyPassword } from './passwords';
import { forgetSession, rememberedSession } from './remembered-sessions';
import { methodsOf } from './second-factor.usecases';
import { findSession, markConfirmed, type SessionRow } from './sessions.repository';
import type { PiggybackWrites, SessionCall } from './sessions.usecases';
import { signInFirst } from './sign-in-first';
import { hashToken, isSameSecret } from './tokens';
import { findUserById } from './users.repository';

/**
 * Allows a dangerous call if its session was opened or confirmed in the last 5 minutes.
 *
 * @throws `confirm_identity` with the ways to confirm
 */
export async function requireConfirmed({ deps, actor, token }: SessionCall): Promise<void> {
  // The preconditions of the call check that the remembered session is still current.
  const known = token === null ? undefined : rememberedSession(deps.db, hashToken(token));
  if (known && isRecent(deps, known.session)) return;
  if (isRecent(deps, await ownSession(deps, token))) return;
  const details = { methods: await confirmMethods(deps, actor.userId) };
  throw new DomainError('confirm_identity', FACTOR_MESSAGES.confirm, { details });
}

/**
 * A person's sign-in counts as confirmation. Emergency access doesn't, because it identifies no
 * one.
 */
function isRecent({ clock }: Deps, { kind, confirmedAt, createdAt }: SessionRow): boolean {
  const provenAt = confirmedAt ?? (kind === 'emergency' ? null : createdAt);
  return provenAt !== null && clock.now() - provenAt <= CONFIRMED_FOR_MS;
}

/**
 * Returns how the caller can confirm their identity. Null if they did so in the last 5 minutes.
 * Unlike in `requireConfirmed`, a sign-in doesn't count.
 */
export async function missingConfirmation({
  deps,
  actor,
  token,
}: SessionCall): Promise<ConfirmMethod[] | null> {
  const { confirmedAt } = await ownSession(deps, token);
  const isConfirmed = confirmedAt !== null && deps.clock.now() - confirmedAt <= CONFIRMED_FOR_MS;
  return isConfirmed ? null : confirmMethods(deps, actor.userId);
}

async function ownSession({ db, clock }: Deps, token: string | null) {
  const found = token === null ? null : await findSession(db.orm, hashToken(token), clock.now());
  if (!found) throw signInFirst();
  return found.session;
}

async function confirmMethods({ db }: Deps, userId: string): Promise<ConfirmMethod[]> {
  const factors = await selectFactors(db.orm, userId);
  return factors.length > 0 ? methodsOf(factors) : ['password'];
}

/** Opens a confirmation. Returns its challenge and the ways to answer it. */
export async function beginConfirmation({ deps, actor }: SessionCall): Promise<{
  challenge: string;
  methods: ConfirmMethod[];
}> {
  const user = await findUserById(deps.db.orm, actor.userId);
  if (!user) throw signInFirst();
  const challenge = await openChallenge({ deps }, user, { purpose: 'confirm' });
  return { challenge, methods: await confirmMethods(deps, user.id) };
}

/**
 * Confirms the caller's identity for the next 5 minutes of this session.
 *
 * @param read the challenge, if the caller has already read it
 * @throws `invalid_input` for a wrong proof, and for a password if a verification method is set up
 * @throws `unauthenticated` for an expired challenge
 */
export async function confirmIdentity(
  call: SessionCall & { alongside?: PiggybackWrites | undefined },
  input: Confirmation,
  read?: Waiting | null,
): Promise<{ ok: true }> {
  const { deps, actor, token, alongside } = call;
  const waiting = await requireChallenge({ deps }, input.challenge, ['confirm'], read);
  if (waiting.user.id !== actor.userId) {
    throw new DomainError('unauthenticated', FACTOR_MESSAGES.over);
  }
  if (input.password === undefined) await useProof({ deps }, waiting, input);
  else await refuseOtherPassword(call, waiting, input.password);
  const tokenHash = token === null ? null : hashToken(token);
  await deps.db.batch((orm) => [
    // A verification code or passkey has already ended the challenge. A password hasn't.
    deleteChallenge(orm, waiting.challenge.tokenHash),
    ...(tokenHash === null ? [] : [markConfirmed(orm, tokenHash, deps.clock.now())]),
    ...(alongside?.statements ?? []),
  ]);
  alongside?.written();
  if (tokenHash !== null) forgetSession(deps.db, tokenHash);
  return { ok: true };
}

/** Throws for a wrong password, and for any password if a verification method is set up. */
async function refuseOtherPassword(
  { deps, token }: SessionCall,
  waiting: Waiting,
  password: string,
): Promise<void> {
  const { kind } = await ownSession(deps, token);
  const hasFactor = waiting.factors.length > 0;
  const { emergency } = deps.settings;
  const isRight =
    kind === 'emergency'
      ? emergency !== null && isSameSecret(password, emergency.password)
      : await verifyPassword(waiting.user.password, password);
  if (hasFactor || !isRight) {
    throw await wrongProof(deps, waiting, 'password', FACTOR_MESSAGES.wrongPassword);
  }
}
