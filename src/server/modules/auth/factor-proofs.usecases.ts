import { tryWriteGuarded, WROTE_BEFORE } from '@/db/guarded-batch';
import { FACTOR_MESSAGES } from '@/domain/account/second-factor';
import type { FactorProof, PasskeyAnswer } from '@/domain/account/second-factor.schema';
import { DomainError } from '@/domain/errors';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
import { actorOfUser } from './actor';
import type { Waiting } from './challenges';
import {
  challengeWaits,
  countFailure,
  deleteChallenge,
  takePasskeyText,
} from './challenges.repository';
import { usePasskey, useRecoveryCode, useTotpStep } from './factors.repository';
import { signCountOf } from './passkeys';
import { hashRecoveryCode } from './recovery-codes';
import { isLost, totpStepOf } from './totp';

/**
 * Accepts one proof from a challenge's user and ends the challenge. A proof works once, even if
 * it's sent twice at the same time.
 *
 * @throws `unauthenticated` for a wrong proof at sign-in, `invalid_input` for a signed-in user
 */
export async function useProof(
  { deps }: AnyCall,
  waiting: Waiting,
  proof: Omit<FactorProof, 'challenge'>,
): Promise<void> {
  const { code, recoveryCode, passkey } = proof;
  if (passkey !== undefined) {
    if (await takePasskey(deps, waiting, passkey)) return;
    throw await wrongProof(deps, waiting, 'passkey', FACTOR_MESSAGES.wrongPasskey);
  }
  if (code !== undefined) {
    if (await takeTotp(deps, waiting, code)) return;
    throw await wrongProof(deps, waiting, 'code', wrongCode(deps, waiting));
  }
  if (await takeRecoveryCode(deps, waiting, recoveryCode ?? '')) return;
  throw await wrongProof(deps, waiting, 'recoveryCode', FACTOR_MESSAGES.wrongRecovery);
}

/** Returns why none of a person's apps accepted a code. */
function wrongCode({ settings, log }: Deps, { factors }: Waiting): string {
  const lost = factors.filter(
    ({ totpSecret }) => totpSecret !== null && isLost(settings, totpSecret),
  );
  if (lost.length === 0) return FACTOR_MESSAGES.wrongCode;
  log.error('an authenticator app needs an earlier APP_SECRET: add it to APP_SECRET_FORMER', {
    factors: lost.map(({ id }) => id),
  });
  return FACTOR_MESSAGES.sealedElsewhere;
}

/** Counts a wrong proof on its challenge and returns the error to throw. */
export async function wrongProof(
  { db }: Deps,
  { challenge }: Waiting,
  field: string,
  message: string,
): Promise<DomainError> {
  await countFailure(db, challenge.tokenHash);
  const isSignIn = challenge.purpose === 'sign-in' || challenge.purpose === 'first-factor';
  return new DomainError(isSignIn ? 'unauthenticated' : 'invalid_input', message, { field });
}

async function takeTotp(
  deps: Deps,
  { challenge, factors }: Waiting,
  code: string,
): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const { tokenHash } = challenge;
  for (const { id, totpSecret } of factors) {
    const totpStep = totpSecret === null ? null : await totpStepOf(deps, totpSecret, code);
    if (totpStep === null) continue;
    const used = { id, totpStep, lastUsedAt: now };
    const written = await tryWriteGuarded(db, {
      guard: useTotpStep(db.orm, used, challengeWaits(tokenHash, now)),
      matched: WROTE_BEFORE,
      also: [(orm, onlyIf) => deleteChallenge(orm, tokenHash, onlyIf)],
    });
    if (written) return true;
  }
  return false;
}

async function takePasskey(
  deps: Deps,
  { challenge, factors }: Waiting,
  answer: PasskeyAnswer,
): Promise<boolean> {
  const { db, clock } = deps;
  const { tokenHash, passkeyText } = challenge;
  if (passkeyText === null || !(await takePasskeyText(db, tokenHash, passkeyText))) return false;
  const factor = factors.find(({ credentialId }) => credentialId === answer.id);
  const signCount = factor ? await signCountOf(deps, factor, passkeyText, answer) : null;
  if (!factor || signCount === null) return false;
  const now = clock.now();
  const used = { signCount, lastUsedAt: now };
  const written = await tryWriteGuarded(db, {
    guard: usePasskey(db.orm, factor, used, challengeWaits(tokenHash, now)),
    matched: WROTE_BEFORE,
    also: [(orm, onlyIf) => deleteChallenge(orm, tokenHash, onlyIf)],
  });
  return written !== null;
}

async function takeRecoveryCode(
  deps: Deps,
  { challenge, user }: Waiting,
  typed: string,
): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const { tokenHash } = challenge;
  const used = { userId: user.id, codeHash: hashRecoveryCode(typed), usedAt: now };
  const written = await tryWriteGuarded(db, {
    guard: useRecoveryCode(db.orm, used, challengeWaits(tokenHash, now)),
    audit: audit({ deps, actor: actorOfUser(user) }, { action: 'factor.recovery_used' }),
    also: [
      (orm, onlyIf) => deleteChallenge(orm, tokenHash, onlyIf),
      message({ deps }, 'factor-changed', {
        account: user,
        change: { news: 'code-used', about: deps.ids.next() },
      }),
    ],
  });
  return written !== null;
}
