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

/** Whose attempt it is; null where there is none. */
export type Attempt = {
  name: LimitName;
  /** A user's id, or a name as it was typed. */
  account: string | null;
  address: string | null;
  /** A device on which that account has signed in before. */
  device?: string | null;
  /** Whether it is known to a user, where a name alone made it known. */
  isOf?: ((userId: string | null) => boolean) | null;
};

type Counted = Count & { allowance: Allowance };

/**
 * An attempt that was counted. Under a rule that counts only failures its statements give it back, in
 * the write of what worked.
 */
export type TakenAttempt = PiggybackWrites & {
  /** Gives it back, unless its statements were written. */
  worked(): Promise<void>;
  /** Counts it as a stranger's, where the device that it was counted for is not this account's. */
  countFor(userId: string | null): Promise<void>;
};

/**
 * Counts one attempt, or throws `rate_limited` with the seconds to wait. In a call it travels with the
 * first trip, which is refused in its place.
 *
 * @param when.atFirstWrite it travels with the call's first write instead: a call that writes nothing isn't
 *   counted
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
      // Not with a trip of the call, whose next one comes only after the password was looked at.
      const atOnce = { deps: { ...deps, db: rootOf(deps.db) } };
      await takeAttempt(atOnce, { ...attempt, device: null, isOf: null });
    },
  };
}

/** Requires one attempt from each count, all or none. Outside a call they are taken at once. */
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

/** The key of a subject in the table of limits: a signature, which does not tell who it is. */
function keyOf(settings: Settings, purpose: string, subject: string): string {
  return sign(settings.appSecret, purpose, subject);
}

function countsOf(deps: Deps, attempt: Attempt, rule: LimitRule): Counted[] {
  const factor = deps.settings.limitFactor;
  if (factor === 0) return [];
  const bucket = attempt.address === null ? null : bucketOf(attempt.address);
  // Spellings of one name share its attempts.
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
