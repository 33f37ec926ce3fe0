import {
  FACTOR_KINDS,
  FACTOR_MESSAGES,
  type FactorMethod,
  type FactorRequest,
  needsFactor,
} from '@/domain/account/second-factor';
import type { FactorProof } from '@/domain/account/second-factor.schema';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import { openChallenge, requireChallenge, type Waiting } from './challenges';
import { keepPasskeyText } from './challenges.repository';
import { useProof } from './factor-proofs.usecases';
import type { FactorRow } from './factors.repository';
import { askForPasskey, kindsOf, type PasskeyQuestion } from './passkeys';
import { type Device, openSession, type PiggybackWrites } from './sessions.usecases';
import type { UserRow } from './users.repository';
import { type SignedIn, userView } from './users.view';

/** A sign-in call from a browser or a program. */
export type SignInCall = AnyCall & {
  device: Device;
  alongside?: PiggybackWrites;
  /** Counts the attempt for the user it concerns, before the password is checked. */
  countFor?: ((userId: string | null) => Promise<void>) | undefined;
  /** Counts a new staff session, because it adds an audit entry. */
  countSession?: ((userId: string) => Promise<void>) | undefined;
};

/** A user who signs in, with their verification methods. */
export type FoundUser = { user: UserRow; factors: FactorRow[] };

/**
 * Opens a session for a user whose password was right.
 *
 * @throws `second_factor`, without a session, if staff have or need a verification method
 */
export async function enter(
  { deps, device, alongside, countSession }: SignInCall,
  { user, factors }: FoundUser,
  { asStaff }: { asStaff: boolean },
): Promise<SignedIn> {
  if (factors.length > 0) {
    const challenge = await openChallenge({ deps }, user, { purpose: 'sign-in', asStaff });
    throw factorRequest(FACTOR_MESSAGES.needed, {
      challenge,
      methods: methodsOf(factors),
      enrol: [],
    });
  }
  if (needsFactor(deps.settings.secondFactorFor, user.role)) {
    const challenge = await openChallenge({ deps }, user, { purpose: 'first-factor', asStaff });
    throw factorRequest(FACTOR_MESSAGES.enrol, { challenge, methods: [], enrol: kindsOf(deps) });
  }
  if (user.role !== 'customer') await countSession?.(user.id);
  const opening = { userId: user.id, user, alongside, ...device };
  const session = await openSession({ deps }, opening);
  return { user: userView(user), session };
}

const factorRequest = (message: string, details: FactorRequest) =>
  new DomainError('second_factor', message, { details });

/** Lists the ways to complete the second step. A recovery code always works. */
export function methodsOf(factors: readonly FactorRow[]): FactorMethod[] {
  const kinds = FACTOR_KINDS.filter((kind) => factors.some((factor) => factor.kind === kind));
  return [...kinds, 'recovery'];
}

/**
 * Returns the options for the browser to use a passkey in the second step. Earlier options stop
 * working.
 */
export async function passkeyQuestion(
  { deps }: AnyCall,
  input: { challenge: string },
): Promise<PasskeyQuestion> {
  const { challenge, factors } = await requireChallenge({ deps }, input.challenge, [
    'sign-in',
    'confirm',
  ]);
  const question = await askForPasskey(deps, factors);
  await keepPasskeyText(deps.db, challenge.tokenHash, question.challenge);
  return question;
}

/**
 * Completes the second step of a sign-in. `asStaff` is true if the first step was the staff
 * sign-in, which has its own response.
 * @param read the challenge, if the caller has already read it
 * @throws `unauthenticated` for a wrong proof or an expired challenge
 */
export async function proveSecondFactor(
  { deps, device, alongside, countSession }: SignInCall,
  input: FactorProof,
  read?: Waiting | null,
): Promise<SignedIn & { asStaff: boolean }> {
  const waiting = await requireChallenge({ deps }, input.challenge, ['sign-in'], read);
  await useProof({ deps }, waiting, input);
  const { user, challenge } = waiting;
  await countSession?.(user.id);
  const secondFactorAt = deps.clock.now();
  const opening = { userId: user.id, user, alongside, ...device, secondFactorAt };
  const session = await openSession({ deps }, opening);
  return { user: userView(user), session, asStaff: challenge.asStaff };
}
