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
import type { Deps, Settings } from '@/server/deps';
import { sign } from '../auth/tokens';
import { bucketOf } from './addresses';
import { type Count, giveBackTries, takeTries, usedUntil } from './limits.repository';
import { pursesOf } from './purses';

/** Who tries. `account` is a user's id, or the name somebody typed; null where there is none. */
export type Tries = { name: LimitName; account: string | null; address: string | null };

type Counted = Count & { allowance: Allowance };

/**
 * Takes one try, or throws `rate_limited` with the seconds to wait. What it returns gives the try
 * back, for a rule that counts only failures; for the others it does nothing.
 */
export async function takeTry(
  { deps }: { deps: Deps },
  tries: Tries,
): Promise<{ worked(): Promise<void> }> {
  const rule: LimitRule = LIMITS[tries.name];
  const counts = countsOf(deps, tries, rule);
  if (counts.length === 0) return { worked: async () => {} };
  if (rule.handedOutIn) return takeFromPurses(deps, rule, counts, rule.handedOutIn);
  await takeNow(deps, rule, counts);
  return {
    async worked() {
      if (rule.counts === 'failures') await giveBackTries(deps.db, counts);
    },
  };
}

/** Takes one try of each, or throws; all are written at once. */
async function takeNow(deps: Deps, rule: LimitRule, counts: Counted[]): Promise<void> {
  const now = deps.clock.now();
  const keys = counts.map(({ key }) => key);
  // Read first: whoever is over the limit costs no write.
  const used = await usedUntil(deps.db.orm, keys);
  const wait = (count: Counted) => waitMs(count.allowance, used.get(count.key) ?? null, now);
  const longest = Math.max(...counts.map(wait));
  if (longest > 0) throw tooMany(rule, longest);

  const refused = await takeTries(deps.db, counts, now);
  if (refused.length > 0) {
    // Others took the last one between the look and the write.
    await giveBackTries(
      deps.db,
      counts.filter(({ key }) => !refused.includes(key)),
    );
    throw tooMany(rule, Math.max(...counts.map((count) => count.costMs)));
  }
}

async function takeFromPurses(deps: Deps, rule: LimitRule, counts: Counted[], parts: number) {
  const now = deps.clock.now();
  for (const count of counts) {
    const many = Math.ceil(count.allowance.burst / parts);
    const several = { ...count, costMs: count.costMs * many };
    const taken = await pursesOf(deps.db).take(count.key, now, async () => {
      const refused = await takeTries(deps.db, [several], now);
      return refused.length === 0 ? many : 0;
    });
    if (!taken) await takeNow(deps, rule, [count]);
  }
  return { worked: async () => {} };
}

function tooMany(rule: LimitRule, ms: number): DomainError {
  return new DomainError('rate_limited', `${rule.sentence} Please try again ${inWords(ms)}.`, {
    details: { retryAfterSeconds: Math.ceil(ms / 1000) },
  });
}

/** Signatures of subjects that were counted lately; making one takes longer than counting. */
const knownKeys = new WeakMap<Settings, Map<string, string>>();
const MOST_KEYS = 1_000;

/** Names a subject in the table of limits without telling who it is. */
function keyOf(settings: Settings, purpose: string, subject: string): string {
  let known = knownKeys.get(settings);
  if (!known || known.size >= MOST_KEYS) {
    known = new Map();
    knownKeys.set(settings, known);
  }
  const id = `${purpose}:${subject}`;
  const key = known.get(id) ?? sign(settings.appSecret, purpose, subject);
  known.set(id, key);
  return key;
}

function countsOf(deps: Deps, tries: Tries, rule: LimitRule): Counted[] {
  const factor = deps.settings.limitFactor;
  if (factor === 0) return [];
  const bucket = tries.address === null ? null : bucketOf(tries.address);
  const account = tries.account?.trim().toLowerCase() ?? null;
  const subjects: Record<CountedFor, string | null> = {
    account,
    address: bucket?.text ?? null,
    pair: account !== null && bucket ? `${account} ${bucket.text}` : null,
    everybody: '',
  };
  const counts = Object.entries(rule.allowances).map(([countedFor, allowance]) => {
    const subject = subjects[countedFor as CountedFor];
    if (subject === null) return null;
    const many = countedFor === 'address' && bucket?.isOwnNetwork ? OWN_NETWORK_FACTOR : 1;
    const allowed = times(allowance, factor * many);
    return {
      key: keyOf(deps.settings, `limit ${tries.name} ${countedFor}`, subject),
      allowance: allowed,
      costMs: costMs(allowed),
      reachMs: reachMs(allowed),
    };
  });
  return counts.filter((count) => count !== null);
}
