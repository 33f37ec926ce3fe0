import { FACTOR_KINDS, type FactorKind } from '@/domain/account/second-factor';
import type { NewPasskeyAnswer, PasskeyAnswer } from '@/domain/account/second-factor.schema';
import type { Deps } from '@/server/config/deps';
import { lazy } from '@/server/config/lazy';
import type { FactorRow } from './factors.repository';
import type { UserRow } from './users.repository';

type Where = Pick<Deps, 'settings'>;

/** Loaded with the first passkey: it brings the certificates of every kind of key along. */
const webauthn = lazy(() => import('@simplewebauthn/server'));

/** Whom a passkey belongs to: the host of the address that people open, and the address itself. */
function partyOf({ settings }: Where): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(settings.appUrl);
  return { rpID: hostname, origin };
}

/** Browsers bind passkeys to names: an address of digits can have none. */
export function takesPasskeys(where: Where): boolean {
  return !/^[\d.]+$|^\[/.test(partyOf(where).rpID);
}

/** The factors that can be set up at this address. */
export function kindsOf(where: Where): FactorKind[] {
  return FACTOR_KINDS.filter((kind) => kind !== 'passkey' || takesPasskeys(where));
}

/** What the browser makes a new passkey with; it refuses one that the user has already. */
export async function askForNewPasskey(where: Where, user: UserRow, factors: readonly FactorRow[]) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: 'Dockside',
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

/** The columns of a new passkey that signed `text`; null where anything about it is wrong. */
export async function passkeyColumns(where: Where, text: string, answer: NewPasskeyAnswer) {
  const { verifyRegistrationResponse } = await webauthn();
  const { rpID, origin } = partyOf(where);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: text,
    expectedOrigin: origin,
    expectedRPID: rpID,
    // The password was the first factor: a key without a fingerprint is a second one.
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

/** What the browser asks any of the user's passkeys. */
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
 * How often a passkey says it was used, where it signed `text`; null where anything is wrong, also a
 * count that does not grow, which a copy of the key would send.
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
