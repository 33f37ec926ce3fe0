import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { LOAD_PARTS, type Load, NO_LOAD } from '../driver/on-board';
import { cents, gallonTenths, toTenths } from '../money';
import {
  addLoads,
  cashDifference,
  type DayClosing,
  expectedOf,
  isPostedTo,
  loadedOf,
  needsReason,
  postedOn,
  subtractLoads,
  sumOfCents,
  sumOfLoads,
  varianceOf,
} from './closing';

const load = (regular: number, premium = 0, small = 0, large = 0): Load => ({
  regularGallonsTenths: toTenths(regular),
  premiumGallonsTenths: toTenths(premium),
  smallIceBags: small,
  largeIceBags: large,
});
const LIMIT = gallonTenths(20);

describe('a truck’s day', () => {
  test('expects what was carried over and loaded, without what was delivered', () => {
    const day = { carried: load(40.5), loaded: load(100, 50, 10), delivered: load(90.2, 12.5, 4) };
    expect(expectedOf(day)).toEqual(load(50.3, 37.5, 6));
    expect(varianceOf(day, load(48.3, 37.5, 7))).toEqual(load(-2, 0, 1));
  });

  test('needs a reason above the limit, in either direction, and for any bag', () => {
    expect(needsReason(load(2, -2), LIMIT)).toBe(false);
    expect(needsReason(load(2.1), LIMIT)).toBe(true);
    expect(needsReason(load(0, -2.1), LIMIT)).toBe(true);
    expect(needsReason(load(0, 0, -1), LIMIT)).toBe(true);
    expect(needsReason(load(0.1), gallonTenths(0))).toBe(true);
  });

  test('counts as loaded only what wasn’t carried over', () => {
    expect(loadedOf(load(140.5, 20, 10), load(40.5, 30, 10))).toEqual(load(100));
    expect(loadedOf(null, load(40.5))).toEqual(NO_LOAD);
  });
});

const tickets = fc.array(
  fc.record({
    tenths: fc.integer({ min: 0, max: 1_500 }),
    isPremium: fc.boolean(),
    small: fc.integer({ min: 0, max: 9 }),
    large: fc.integer({ min: 0, max: 9 }),
    cash: fc.integer({ min: 0, max: 100_000 }),
  }),
  { minLength: 1_000, maxLength: 1_000 },
);

test('a day of 1,000 tickets balances to 0.0 gallons and 0 cents, in any order', () => {
  fc.assert(
    fc.property(tickets, fc.infiniteStream(fc.nat()), (sold, numbers) => {
      const loadOf = ({ tenths, isPremium, small, large }: (typeof sold)[number]): Load => ({
        regularGallonsTenths: gallonTenths(isPremium ? 0 : tenths),
        premiumGallonsTenths: gallonTenths(isPremium ? tenths : 0),
        smallIceBags: small,
        largeIceBags: large,
      });
      const shuffled = sold
        .map((ticket) => ({ ticket, rank: numbers.next().value }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ ticket }) => ticket);
      const carried = load(12.3, 4.5, 2, 1);
      const left = load(7.1, 0.2, 3, 0);
      // A person adds up what was loaded, one ticket after another.
      const loaded = subtractLoads(sold.map(loadOf).reduce(addLoads, left), carried);
      const delivered = sumOfLoads(shuffled.map(loadOf));
      expect(varianceOf({ carried, loaded, delivered }, left)).toEqual(NO_LOAD);
      const dueCents = sumOfCents(shuffled.map(({ cash }) => cents(cash)));
      const handedInCents = cents(sold.reduce((total, { cash }) => total + cash, 0));
      expect(cashDifference({ dueCents, handedInCents })).toBe(cents(0));
    }),
    { numRuns: 20 },
  );
});

describe('an entry', () => {
  const before: DayClosing = { date: '2026-06-13', lastEntry: 7 };

  test('is posted to its own day while that day is open', () => {
    expect(isPostedTo('2026-06-14', { id: 5, date: '2026-06-14' }, before)).toBe(true);
    expect(isPostedTo('2026-06-14', { id: 8, date: '2026-06-15' }, before)).toBe(false);
  });

  test('is posted to the next day if its own was closed before', () => {
    expect(isPostedTo('2026-06-14', { id: 7, date: '2026-06-13' }, before)).toBe(false);
    expect(isPostedTo('2026-06-14', { id: 8, date: '2026-06-13' }, before)).toBe(true);
  });

  test('of an earlier day isn’t posted to the first day that is ever closed', () => {
    expect(isPostedTo('2026-06-14', { id: 1, date: '2026-06-13' }, null)).toBe(false);
    expect(isPostedTo('2026-06-14', { id: 1, date: '2026-06-14' }, null)).toBe(true);
  });

  const DAYS = ['2026-06-13', '2026-06-14', '2026-06-15', '2026-06-16'];
  // Each step adds an entry about a day, or closes the next day.
  const steps = fc.array(fc.option(fc.nat(DAYS.length - 1), { freq: 4 }), { maxLength: 60 });

  test('is posted to exactly one day, however the days are closed in between', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const entries: { id: number; date: string }[] = [];
        const closings: DayClosing[] = [];
        for (const step of history) {
          const next = DAYS[closings.length];
          if (step === null && next) closings.push({ date: next, lastEntry: entries.length });
          const date = step === null ? undefined : DAYS[step];
          if (date) entries.push({ id: entries.length + 1, date });
        }
        // The remaining days are closed at the end.
        for (const date of DAYS.slice(closings.length)) {
          closings.push({ date, lastEntry: entries.length });
        }
        for (const entry of entries) {
          const days = closings.filter(
            ({ date, lastEntry }, at) =>
              entry.id <= lastEntry && isPostedTo(date, entry, closings[at - 1] ?? null),
          );
          const isPast = closings.every(({ lastEntry }) => entry.id > lastEntry);
          expect(days.map(({ date }) => date)).toEqual(
            isPast ? [] : [postedOn(entry, closings) ?? ''],
          );
        }
      }),
    );
  });
});

test('every part of a load is added up', () => {
  const total = sumOfLoads([load(1, 2, 3, 4), load(0.1, 0.2, 1, 1)]);
  expect(LOAD_PARTS.map((part) => total[part])).toEqual([
    toTenths(1.1),
    toTenths(2.2),
    ...([4, 5] as (typeof total.regularGallonsTenths)[]),
  ]);
});
