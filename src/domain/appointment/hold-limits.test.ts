import { describe, expect, test } from 'bun:test';
import {
  byHolder,
  type CountedHold,
  type HeldBy,
  holdLimits,
  tooManyHolds,
  waitForHold,
} from './hold-limits';

const NOW = 1_000 * 60_000;
const MINUTE = 60_000;
const by = (over: Partial<HeldBy> = {}): HeldBy => ({ ...byHolder(() => null), ...over });
const limitsAt = (openPlaces: number, factor = 1, isOwnNetwork = false) => {
  const limits = holdLimits(factor, 0.5, { openPlaces, isOwnNetwork });
  if (!limits) throw new Error('no limits');
  return limits;
};
const held = (who: HeldBy, minutesAgo: number, over: Partial<CountedHold> = {}): CountedHold => ({
  by: who,
  isCancelled: false,
  begunAt: NOW - minutesAgo * MINUTE,
  expiresAt: NOW + (15 - minutesAgo) * MINUTE,
  ...over,
});

describe('the limits', () => {
  test('have their defaults, multiplied by the factor', () => {
    expect(limitsAt(39)).toEqual({
      open: { account: 2, browser: 2, phone: 2, address: 4, key: 20 },
      begun: { account: 4, browser: 4, phone: 4, address: null, key: null },
      all: 20,
    });
    expect(limitsAt(39, 3).open).toMatchObject({ account: 6, address: 12, key: 60 });
    expect(limitsAt(39, 3).all).toBeNull();
    expect(limitsAt(39, 1, true).open.address).toBe(80);
  });

  test('are off with a factor of 0 or one that nobody could reach', () => {
    const ofSlots = { openPlaces: 39, isOwnNetwork: false };
    expect(holdLimits(0, 0.5, ofSlots)).toBeNull();
    expect(holdLimits(1_000, 0.5, ofSlots)).toBeNull();
  });

  test('always allow the last spot to be held', () => {
    expect(limitsAt(1).all).toBe(1);
    expect(limitsAt(0).all).toBe(0);
  });
});

describe('the wait', () => {
  const sam = by({ account: 'sam', browser: 'b1', phone: 'p1', address: 'a1' });

  test('ends when the first of 2 open holds expires', () => {
    const holds = [held(sam, 3), held(sam, 10)];
    expect(waitForHold(holds.slice(1), sam, limitsAt(39), NOW)).toBe(0);
    expect(waitForHold(holds, sam, limitsAt(39), NOW)).toBe(5 * MINUTE);
    for (const one of ['account', 'browser', 'phone'] as const) {
      const other = by({ [one]: sam[one] });
      expect(waitForHold(holds, other, limitsAt(39), NOW)).toBe(5 * MINUTE);
    }
    expect(waitForHold(holds, by({ address: 'a1' }), limitsAt(39), NOW)).toBe(0);
    expect(waitForHold(holds, by(), limitsAt(39), NOW)).toBe(0);
  });

  test('ends when the first of 4 begun holds is old enough, even if they were cancelled', () => {
    const holds = [2, 4, 6, 14].map((minutes) => held(sam, minutes, { isCancelled: true }));
    expect(waitForHold(holds, sam, limitsAt(39), NOW)).toBe(1 * MINUTE);
    expect(waitForHold(holds.slice(0, 3), sam, limitsAt(39), NOW)).toBe(0);
  });

  test('allows 4 holds per address, and half of the spots in total', () => {
    const four = [1, 2, 3, 4].map((minutes) => held(by({ address: 'a1' }), minutes));
    expect(waitForHold(four, by({ address: 'a1' }), limitsAt(39), NOW)).toBe(11 * MINUTE);
    expect(waitForHold(four, by({ address: 'a2' }), limitsAt(8), NOW)).toBe(11 * MINUTE);
    expect(waitForHold(four, by({ address: 'a2' }), limitsAt(9), NOW)).toBe(0);
  });

  test('is shown in whole minutes', () => {
    expect(tooManyHolds(1)).toBe(
      'Many people are booking right now. Please try again in 1 minute.',
    );
    expect(tooManyHolds(4.2 * MINUTE)).toBe(
      'Many people are booking right now. Please try again in 5 minutes.',
    );
  });
});
