import { DomainError } from '@/domain/errors';
import {
  type Allowance,
  type CountedFor,
  costMs,
  inWords,
  LIMITS,
  type LimitName,
  type LimitRule,
  OWN_NETWORK_FACTOR,
  reachMs,
  times,
  waitMs,
} from '@/domain/limits';
import type { AnyCall } from '@/server/config/call';
import type { Deps, Settings } from '@/server/config/deps';
import { sign } from '../auth/tokens';
import { bucketOf } from './addresses';
import { type Count, giveBackAttempts, takeAttempts, usedUntil } from './limits.repository';

/** Whose attempt it is; null where there is none. */
export type Attempt = {
  name: LimitName;
  /** A user's id, or a name as it was typed. */
  account: string | null;
  address: string | null;
  /** A device on which that account has signed in before (D77). */
  device?: string | null;
};

type Counted = Count & { allowance: Allowance };

/**
 * Counts one attempt, or throws `rate_limited` with the seconds to wait.
 *
 * @returns `worked`, which gives the attempt back under a rule that counts only failures
 */
export async function takeAttempt(
  { deps }: AnyCall,
  attempt: Attempt,
): Promise<{ worked(): Promise<void> }> {
  const rule: LimitRule = LIMITS[attempt.name];
  const counts = countsOf(deps, attempt, rule);
  if (counts.length === 0) return { worked: async () => {} };
  await take(deps, rule, counts);
  return {
    async worked() {
      if (rule.counts === 'failures') await giveBackAttempts(deps.db, counts);
    },
  };
}

/** Takes one attempt from each count, all in one write, or throws `rate_limited`. */
async function take(deps: Deps, rule: LimitRule, counts: Counted[]): Promise<void> {
  const now = deps.clock.now();
  if (await takeAttempts(deps.db, counts, now)) return;
  const used = await usedUntil(
    deps.db.orm,
    counts.map(({ key }) => key),
  );
  const waits = counts.map(({ key, allowance }) => waitMs(allowance, used.get(key) ?? null, now));
  throw tooMany(rule, Math.max(...waits));
}

function tooMany(rule: LimitRule, ms: number): DomainError {
  return new DomainError('rate_limited', `${rule.message} Please try again ${inWords(ms)}.`, {
    details: { retryAfterSeconds: Math.ceil(ms / 1000) },
  });
}

/** The key of a subject in the table of limits: a signature, which does not tell who it is. */
function keyOf(settings: Settings, purpose: string, subject: string): string {
  return sign(settings.appSecret, purpose, subject);
}

function countsOf(deps: Deps, attempt: Attempt, rule: LimitRule): Counted[] {
  const factor = deps.settings.limitFactor;
  if (factor === 0) return [];
  const bucket = attempt.address === null ? null : bucketOf(attempt.address);
  const account = attempt.account?.trim().toLowerCase() ?? null;
  const subjects: Record<CountedFor, string | null> = {
    account,
    address: bucket?.text ?? null,
    pair: account !== null && bucket ? `${account} ${bucket.text}` : null,
    everyone: '',
    device: attempt.device ?? null,
  };
  const isKnown = subjects.device !== null && rule.allowances.device !== undefined;
  const counts = Object.entries(rule.allowances).map(([countedFor, allowance]) => {
    const subject = subjects[countedFor as CountedFor];
    if (subject === null || (isKnown && countedFor !== 'device')) return null;
    const isOwnNetwork = countedFor === 'address' && bucket?.isOwnNetwork;
    const allowed = times(allowance, isOwnNetwork ? factor * OWN_NETWORK_FACTOR : factor);
    return {
      key: keyOf(deps.settings, `limit ${attempt.name} ${countedFor}`, subject),
      allowance: allowed,
      costMs: costMs(allowed),
      reachMs: reachMs(allowed),
    };
  });
  return counts.filter((count) => count !== null);
}
