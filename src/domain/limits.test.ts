import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Allowance, costMs, inWords, LIMITS, multipleOf, reachMs, waitMs } from './limits';

const HOUR = 3_600_000;

/** Records an attempt like the database does. */
function attempt(allowance: Allowance, usedUntil: number | null, now: number) {
  if (waitMs(allowance, usedUntil, now) > 0) return null;
  return Math.max(usedUntil ?? now, now) + costMs(allowance);
}

describe('an allowance', () => {
  const five: Allowance = { burst: 5, perHour: 12 };

  test('allows its burst immediately, then one attempt per refill', () => {
    let used: number | null = null;
    for (let n = 0; n < 5; n += 1) used = attempt(five, used, 0);
    expect(used).toBe(reachMs(five));
    expect(attempt(five, used, 0)).toBeNull();
    expect(waitMs(five, used, 0)).toBe(HOUR / 12);
    expect(attempt(five, used, HOUR / 12 - 1)).toBeNull();
    expect(attempt(five, used, HOUR / 12)).not.toBeNull();
  });

  test('ignores attempts in the past', () => {
    expect(waitMs(five, -1_000_000, 0)).toBe(0);
    expect(waitMs(five, null, 0)).toBe(0);
  });

  test('allows at most the burst plus the refill in any hour', () => {
    fc.assert(
      fc.property(
        fc.record({
          burst: fc.integer({ min: 1, max: 30 }),
          perHour: fc.integer({ min: 1, max: 600 }),
        }),
        fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 400 }),
        (allowance, pauses) => {
          let now = 0;
          let used: number | null = null;
          const taken: number[] = [];
          for (const pause of pauses) {
            now += pause;
            const next = attempt(allowance, used, now);
            if (next === null) continue;
            used = next;
            taken.push(now);
          }
          for (const start of taken) {
            const inHour = taken.filter((at) => at >= start && at < start + HOUR).length;
            expect(inHour).toBeLessThanOrEqual(allowance.burst + allowance.perHour);
          }
        },
      ),
    );
  });

  test('the announced wait is exactly long enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * HOUR }), (used) => {
        const wait = waitMs(five, used, 0);
        expect(waitMs(five, used, wait)).toBe(0);
        if (wait > 0) expect(waitMs(five, used, wait - 1)).toBeGreaterThan(0);
      }),
    );
  });

  test('a multiple allows that many attempts', () => {
    expect(reachMs(multipleOf(five, 20)) / costMs(multipleOf(five, 20))).toBe(100);
  });
});

test('every limit allows a few mistakes', () => {
  for (const { allowances } of Object.values(LIMITS)) {
    for (const { burst } of Object.values(allowances)) expect(burst).toBeGreaterThanOrEqual(5);
  }
});

test('waits are shown in whole seconds or minutes, rounded up', () => {
  expect(inWords(1)).toBe('in 1 second');
  expect(inWords(40_000)).toBe('in 40 seconds');
  expect(inWords(60_000)).toBe('in 1 minute');
  expect(inWords(61_000)).toBe('in 2 minutes');
});
