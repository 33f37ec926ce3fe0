import { type Precondition, RequestDb, rootOf } from '@/db/request-db';
import { signInKey } from '@/domain/account/email';
import { DomainError } from '@/domain/errors';
import {
  type Allowance,
  type CountedFor,
  costMs,
  inWords,
  LIMITS,
  type LimitName,
  type LimitRule,
  multipleOf,
  OWN_NETWORK_FACTOR,
  reachMs,
  waitMs,
} from '@/domain/limits';
import type { AnyCall } from '@/server/config/call';
import type { Deps, Settings } from '@/server/config/deps';
import type { PiggybackWrites } from '../auth/sessions.usecases';
import { sign } from '../auth/tokens';
import { bucketOf } from './addresses';
import { type Count, givingBackAttempts, takingAttempts, usedUntil } from './limits.repository';

/** The caller who makes an attempt. Unknown values are null. */
export type Attempt = {
  name: LimitName;
  /** A user's ID, or a name as typed. */
  account: string | null;
  address: string | null;
  /** A device on which that account has signed in before. */
  device?: string | null;
  /** Checks whether the device is known to a user, if it was found by the name alone. */
  isOf?: ((userId: string | null) => boolean) | null;
};

type Counted = Count & { allowance: Allowance };

/**
 * An attempt that was counted. If only failures count, `statements` remove it again, in the write
 * that succeeded.
 */
export type TakenAttempt = PiggybackWrites & {
  /** Removes the counted attempt again, unless `statements` already did. */
  worked(): Promise<void>;
  /** If the device isn't known to this account, counts the attempt as one of an unknown device. */
  countFor(userId: string | null): Promise<void>;
};

/**
 * Counts one attempt, or throws `rate_limited` with the seconds to wait. During a call, it's part
 * of the call's first round trip, which fails if there are too many.
 *
 * @param when.atFirstWrite makes it part of the call's first write instead, so that a call without
 *   writes isn't counted
 */
export async function takeAttempt(
  { deps }: AnyCall,
  attempt: Attempt,
  when: { atFirstWrite?: boolean } = {},
): Promise<TakenAttempt> {
  const rule: LimitRule = LIMITS[attempt.name];
  const counts = countsOf(deps, attempt, rule);
  if (counts.length > 0) await requireAttempt(deps, { rule, counts, ...when });
  const statements = rule.counts === 'failures' ? givingBackAttempts(deps.db.orm, counts) : [];
  let isDone = statements.length === 0;
  return {
    statements,
    written() {
      isDone = true;
    },
    async worked() {
      if (!isDone) await deps.db.batch(() => statements);
    },
    async countFor(userId) {
      if (!attempt.isOf || attempt.isOf(userId)) return;
      // Counted immediately, because the call's next query only runs after the password check.
      const atOnce = { deps: { ...deps, db: rootOf(deps.db) } };
      await takeAttempt(atOnce, { ...attempt, device: null, isOf: null });
    },
  };
}

/**
 * Requires one attempt from each count, all or none. Outside a call, they're counted immediately.
 */
async function requireAttempt(
  deps: Deps,
  given: { rule: LimitRule; counts: Counted[]; atFirstWrite?: boolean },
): Promise<void> {
  const { rule, counts, atFirstWrite = false } = given;
  const now = deps.clock.now();
  const db = deps.db instanceof RequestDb ? deps.db : new RequestDb(deps.db);
  const precondition: Precondition = {
    statements: takingAttempts(counts, now),
    writes: true,
    async refusal() {
      const keys = counts.map(({ key }) => key);
      const used = await usedUntil(db.root.orm, keys);
      const waits = counts.map(({ key, allowance }) =>
        waitMs(allowance, used.get(key) ?? null, now),
      );
      const longest = Math.max(...waits);
      return longest > 0 ? tooMany(rule, longest) : null;
    },
  };
  if (atFirstWrite && db === deps.db) db.requireOfWrite(precondition);
  else db.require(precondition);
  if (db !== deps.db) await db.settled();
}

function tooMany(rule: LimitRule, ms: number): DomainError {
  return new DomainError('rate_limited', `${rule.message} Please try again ${inWords(ms)}.`, {
    details: { retryAfterSeconds: Math.ceil(ms / 1000) },
  });
}

/**
 * Returns a subject's key in the table of limits. It's a signature, so it doesn't reveal the
 * subject.
 */
function keyOf(settings: Settings, purpose: string, subject: string): string {
  return sign(settings.appSecret, purpose, subject);
}

function countsOf(deps: Deps, attempt: Attempt, rule: LimitRule): Counted[] {
  const factor = deps.settings.limitFactor;
  if (factor === 0) return [];
  const bucket = attempt.address === null ? null : bucketOf(attempt.address);
  // All spellings of a name share its attempts.
  const account = attempt.account === null ? null : signInKey(attempt.account);
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
    const allowed = multipleOf(allowance, isOwnNetwork ? factor * OWN_NETWORK_FACTOR : factor);
    return {
      key: keyOf(deps.settings, `limit ${attempt.name} ${countedFor}`, subject),
      allowance: allowed,
      costMs: costMs(allowed),
      reachMs: reachMs(allowed),
    };
  });
  return counts.filter((count) => count !== null);
}
