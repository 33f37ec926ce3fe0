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

/** A call from a browser or a program, which its session remembers. */
export type SignInCall = AnyCall & {
  device: Device;
  alongside?: PiggybackWrites;
  /** Counts the attempt for who it turns out to be about, before it is answered. */
  countFor?: ((userId: string | null) => Promise<void>) | undefined;
};

/** Who signs in, and their second factors. */
export type FoundUser = { user: UserRow; factors: FactorRow[] };

/**
 * Opens a session for a user whose password was right. Throws `second_factor`, and makes no session,
 * for staff who have a second factor or need one.
 */
export async function enter(
  { deps, device, alongside }: SignInCall,
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
  const opening = { userId: user.id, user, alongside, ...device };
  const session = await openSession({ deps }, opening);
  return { user: userView(user), session };
}

const factorRequest = (message: string, details: FactorRequest) =>
  new DomainError('second_factor', message, { details });

/** What may prove a person at the second step; a recovery code always may. */
export function methodsOf(factors: readonly FactorRow[]): FactorMethod[] {
  const kinds = FACTOR_KINDS.filter((kind) => factors.some((factor) => factor.kind === kind));
  return [...kinds, 'recovery'];
}

/** What the browser asks a passkey for the second step. The question before is forgotten. */
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
 * The second step of a sign-in: one proof for the challenge of the first. `asStaff` says which answer
 * the first step would have given. Throws `unauthenticated` for a wrong proof or a challenge that is
 * over.
 *
 * @param read the challenge, as the caller has read it
 */
export async function proveSecondFactor(
  { deps, device, alongside }: SignInCall,
  input: FactorProof,
  read?: Waiting | null,
): Promise<SignedIn & { asStaff: boolean }> {
  const waiting = await requireChallenge({ deps }, input.challenge, ['sign-in'], read);
  await useProof({ deps }, waiting, input);
  const { user, challenge } = waiting;
  const secondFactorAt = deps.clock.now();
  const opening = { userId: user.id, user, alongside, ...device, secondFactorAt };
  const session = await openSession({ deps }, opening);
  return { user: userView(user), session, asStaff: challenge.asStaff };
}
