import { FACTOR_KINDS, type FactorKind } from '@/domain/account/second-factor';
import type { NewPasskeyAnswer, PasskeyAnswer } from '@/domain/account/second-factor.schema';
import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import type { FactorRow } from './factors.repository';
import type { UserRow } from './users.repository';

type Where = Pick<Deps, 'settings'>;

/** Loaded with the first passkey, because it includes the certificates of every kind of key. */
const webauthn = lazy(() => import('@simplewebauthn/server'));

/** Returns the host and origin that passkeys belong to. */
function partyOf({ settings }: Where): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(settings.appUrl);
  return { rpID: hostname, origin };
}

/**
 * True if this address can have passkeys. Browsers bind them to host names, so an IP address can't.
 */
export function takesPasskeys(where: Where): boolean {
  return !/^[\d.]+$|^\[/.test(partyOf(where).rpID);
}

/** Returns the verification methods that can be set up at this address. */
export function kindsOf(where: Where): FactorKind[] {
  return FACTOR_KINDS.filter((kind) => kind !== 'passkey' || takesPasskeys(where));
}

/** Returns the options for the browser to create a passkey. It refuses one the user already has. */
export async function askForNewPasskey(
  where: Where,
  { company, user, factors }: { company: string; user: UserRow; factors: readonly FactorRow[] },
) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: company,
    rpID: partyOf(where).rpID,
    userName: user.username,
    userDisplayName: user.fullName ?? user.username,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    excludeCredentials: credentialsOf(factors),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}
export type NewPasskeyQuestion = Awaited<ReturnType<typeof askForNewPasskey>>;

/** Returns the columns of a new passkey that signed `text`, or null if the response isn't valid. */
export async function passkeyColumns(where: Where, text: string, answer: NewPasskeyAnswer) {
  const { verifyRegistrationResponse } = await webauthn();
  const { rpID, origin } = partyOf(where);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: text,
    expectedOrigin: origin,
    expectedRPID: rpID,
    // The password was already checked, so a key without user verification is enough as the second
    // step.
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports: answer.response.transports ?? [],
  };
}

/** Returns the options for the browser to use any of the user's passkeys. */
export async function askForPasskey(where: Where, factors: readonly FactorRow[]) {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: partyOf(where).rpID,
    allowCredentials: credentialsOf(factors),
    userVerification: 'preferred',
  });
}
export type PasskeyQuestion = Awaited<ReturnType<typeof askForPasskey>>;

/**
 * Returns a passkey's use counter if it signed `text`. Returns null if the response isn't valid, or
 * if the counter didn't increase, because the key may then be a copy.
 */
export async function signCountOf(
  where: Where,
  { credentialId, publicKey, signCount, transports }: FactorRow,
  text: string,
  answer: PasskeyAnswer,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { rpID, origin } = partyOf(where);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: text,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: credentialId ?? '',
      publicKey: new Uint8Array(Buffer.from(publicKey ?? '', 'base64url')),
      counter: signCount ?? 0,
      transports: transports ?? [],
    },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  return verified && authenticationInfo ? authenticationInfo.newCounter : null;
}

function credentialsOf(factors: readonly FactorRow[]) {
  return factors.flatMap(({ credentialId: id, transports }) =>
    id === null ? [] : [{ id, transports: transports ?? [] }],
  );
}
