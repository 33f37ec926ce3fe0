import { isUniqueViolation } from '@/db/engine/failures';
import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { EMERGENCY_USER } from '@/domain/account/emergency';
import { FACTOR_MESSAGES, type FactorKind, MAX_FACTORS } from '@/domain/account/second-factor';
import type { NewFactor, NewPasskeyAnswer } from '@/domain/account/second-factor.schema';
import { DomainError } from '@/domain/errors';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { readCompanyName } from '../business-settings/business-settings.usecases';
import { message } from '../messages/message';
import { actorOfUser } from './actor';
import { openChallenge, requireChallenge, type Waiting } from './challenges';
import {
  challengeWaits,
  deleteChallenge,
  keepPasskeyText,
  keepTotpSecret,
  takePasskeyText,
} from './challenges.repository';
import { wrongProof } from './factor-proofs.usecases';
import { codesAreLeft, insertFactor, selectFactors, selectUnusedCodes } from './factors.repository';
import { factsOf } from './factors.usecases';
import {
  askForNewPasskey,
  kindsOf,
  type NewPasskeyQuestion,
  passkeyColumns,
  takesPasskeys,
} from './passkeys';
import { newRecoveryCodes, replacingCodes } from './recovery-codes';
import type { SignInCall } from './second-factor.usecases';
import { markSecondFactor } from './sessions.repository';
import { openSession, type SessionCall } from './sessions.usecases';
import { signInFirst } from './sign-in-first';
import { hashToken } from './tokens';
import { newTotp, totpStepOf } from './totp';
import { findUserById, type UserRow } from './users.repository';
import { type SignedIn, userView } from './users.view';

/**
 * Starts the setup of another verification method. Returns the challenge that the next calls name.
 */
export async function beginFactor({ deps, actor }: SessionCall): Promise<{
  challenge: string;
  /** The kinds of methods that can be set up at this address. */
  kinds: FactorKind[];
}> {
  if (actor.userId === EMERGENCY_USER) {
    throw new DomainError('forbidden', FACTOR_MESSAGES.notInEmergency);
  }
  const user = await ownRow(deps, actor.userId);
  const challenge = await openChallenge({ deps }, user, { purpose: 'add-factor' });
  return { challenge, kinds: kindsOf(deps) };
}

async function ownRow({ db }: Deps, id: string): Promise<UserRow> {
  const user = await findUserById(db.orm, id);
  if (!user) throw signInFirst();
  return user;
}

/**
 * Returns the challenge of a setup, either of a first sign-in or of the signed-in caller. Throws
 * `unauthenticated`.
 */
async function requireSetUp(
  { deps, actor }: Call,
  token: string,
  read?: Waiting | null,
): Promise<Waiting> {
  const waiting = await requireChallenge({ deps }, token, ['first-factor', 'add-factor'], read);
  const { purpose, userId } = waiting.challenge;
  const isOwn = actor.kind === 'user' && actor.userId === userId;
  if (purpose === 'first-factor' || isOwn) return waiting;
  throw new DomainError('unauthenticated', FACTOR_MESSAGES.over);
}

/** Creates a secret for an authenticator app, as text and as the URI for a QR code. */
export async function newAppSecret(
  call: Call,
  input: { challenge: string },
): Promise<{ secret: string; uri: string }> {
  const { challenge, user } = await requireSetUp(call, input.challenge);
  const { secret, uri, sealed } = await newTotp(call.deps, {
    issuer: await readCompanyName(call),
    username: user.username,
  });
  await keepTotpSecret(call.deps.db, challenge.tokenHash, sealed);
  return { secret, uri };
}

/**
 * Returns the options for the browser to create a passkey. Throws `conflict` if this address can't
 * have passkeys.
 */
export async function newPasskey(
  call: Call,
  input: { challenge: string },
): Promise<NewPasskeyQuestion> {
  const { deps } = call;
  const { challenge, user } = await requireSetUp(call, input.challenge);
  if (!takesPasskeys(deps)) throw new DomainError('conflict', FACTOR_MESSAGES.noPasskeys);
  const [company, factors] = await Promise.all([
    readCompanyName(call),
    selectFactors(deps.db.orm, user.id),
  ]);
  const question = await askForNewPasskey(deps, { company, user, factors });
  await keepPasskeyText(deps.db, challenge.tokenHash, question.challenge);
  return question;
}

type Added = {
  /** New recovery codes, shown only once. Null if the user still has some. */
  recoveryCodes: string[] | null;
  /** The sign-in that required this first method. Null for a caller who was already signed in. */
  signedIn: (SignedIn & { asStaff: boolean }) | null;
};

/**
 * Stores a verification method after it was proven to work, and finishes a sign-in that required
 * it.
 *
 * @param read the challenge, if the caller has already read it
 * @throws `unauthenticated` for a wrong proof or an expired challenge, `conflict` for too many
 *   methods
 */
export async function addFactor(
  call: Call & SignInCall & { token: string | null },
  input: NewFactor,
  read?: Waiting | null,
): Promise<Added> {
  const { deps, device } = call;
  const now = deps.clock.now();
  const setUpNow = await requireSetUp(call, input.challenge, read);
  const proven = await provenFactor(deps, setUpNow, input);
  const { waiting, recoveryCodes } = await retryOnConflict(async (first) => {
    const setUp = first ?? (await requireSetUp(call, input.challenge));
    return storeFactor(call, input.name, proven, setUp);
  }, setUpNow).catch((error) => {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('conflict', FACTOR_MESSAGES.knownPasskey);
  });
  const { challenge, user } = waiting;
  if (challenge.purpose !== 'first-factor') return { recoveryCodes, signedIn: null };
  const session = await openSession(call, { userId: user.id, ...device, secondFactorAt: now });
  const { asStaff } = challenge;
  return { recoveryCodes, signedIn: { user: userView(user), session, asStaff } };
}

/**
 * Returns the columns of a method that was just proven. A passkey's response can be verified only
 * once.
 */
function provenFactor(deps: Deps, waiting: Waiting, { code, passkey }: NewFactor) {
  return passkey === undefined
    ? provenApp(deps, waiting, code ?? '')
    : provenPasskey(deps, waiting, passkey);
}

async function storeFactor(
  call: Call & { token: string | null },
  name: string,
  proven: Awaited<ReturnType<typeof provenFactor>>,
  waiting: Waiting,
) {
  const { deps, token } = call;
  const { db, clock, ids } = deps;
  const { challenge, user } = waiting;
  const [unused, factors] = await db.read((orm) => [
    selectUnusedCodes(orm, user.id),
    selectFactors(orm, user.id),
  ]);
  if (factors.length >= MAX_FACTORS) throw new DomainError('conflict', FACTOR_MESSAGES.tooMany);
  const made = unused.length === 0 ? newRecoveryCodes(deps, user.id) : null;
  const now = clock.now();
  const factor = { ...proven, id: ids.next(), userId: user.id, name, createdAt: now };
  const stands = [challengeWaits(challenge.tokenHash, now), codesAreLeft(user.id, made === null)];
  // At the first sign-in of one person, the browser may still have the session of another.
  const ownSession = challenge.purpose === 'add-factor' && token ? hashToken(token) : null;
  await writeGuarded(db, {
    guard: insertFactor(db.orm, factor, stands),
    audit: audit(
      { deps, actor: actorOfUser(user) },
      { action: 'factor.added', after: factsOf(factor) },
    ),
    also: [
      (orm, onlyIf) => deleteChallenge(orm, challenge.tokenHash, onlyIf),
      ...(made ? replacingCodes(user.id, made.rows) : []),
      ownSession === null ? null : (orm, onlyIf) => markSecondFactor(orm, ownSession, now, onlyIf),
      message({ deps }, 'factor-changed', {
        account: user,
        change: { news: 'added', kind: factor.kind, about: factor.id },
      }),
    ],
  });
  return { waiting, recoveryCodes: made?.codes ?? null };
}

/** Returns the columns of an app whose code was right. The code's time step counts as used. */
async function provenApp(deps: Deps, waiting: Waiting, code: string) {
  const { totpSecret } = waiting.challenge;
  const totpStep = totpSecret === null ? null : await totpStepOf(deps, totpSecret, code);
  if (totpStep !== null) return { kind: 'totp' as const, totpSecret, totpStep };
  throw await wrongProof(deps, waiting, 'code', FACTOR_MESSAGES.wrongCode);
}

/**
 * Returns the columns of a passkey that just signed its challenge text, which can't be used again.
 */
async function provenPasskey(deps: Deps, waiting: Waiting, answer: NewPasskeyAnswer) {
  const { tokenHash, passkeyText } = waiting.challenge;
  const isTaken = passkeyText !== null && (await takePasskeyText(deps.db, tokenHash, passkeyText));
  const columns = isTaken ? await passkeyColumns(deps, passkeyText, answer) : null;
  if (columns) return { kind: 'passkey' as const, ...columns };
  throw await wrongProof(deps, waiting, 'passkey', FACTOR_MESSAGES.wrongPasskey);
}
