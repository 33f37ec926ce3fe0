import { describe, expect, test } from 'bun:test';
import { type CardTry, cardRefusalText, refuseCard, type TriedBy } from './card-tries';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = 10_000 * HOUR;
const sam: TriedBy = { appointment: 'a', account: 'sam', phone: 'p', address: 'net' };
const other: TriedBy = { appointment: 'b', account: null, phone: 'q', address: 'far' };
const now = { now: NOW, factor: 1, isOwnNetwork: false };

const tried = (by: TriedBy, ago: number, declinedAgo: number | null = null): CardTry => ({
  ...by,
  at: NOW - ago,
  declinedAt: declinedAgo === null ? null : NOW - declinedAgo,
  savedAt: null,
});
const many = (count: number, by: (n: number) => TriedBy, ago: (n: number) => number) =>
  Array.from({ length: count }, (_, n) => tried(by(n), ago(n)));

describe('the limits', () => {
  test('an appointment accepts 8 cards in total', () => {
    const tries = many(
      7,
      () => ({ ...other, appointment: 'a' }),
      () => 20 * HOUR,
    );
    expect(refuseCard(tries, sam, now)).toBeNull();
    const eight = [...tries, tried({ ...other, appointment: 'a' }, 50 * HOUR)];
    expect(refuseCard(eight, sam, now)).toEqual({ reason: 'too_many', waitMs: null });
    expect(refuseCard(eight, { ...sam, appointment: 'c' }, now)).toBeNull();
  });

  test.each(['phone', 'account'] as const)('a %s can try 15 cards a day', (subject) => {
    const by = (n: number) => ({ ...other, appointment: `b${n}`, [subject]: sam[subject] });
    const tries = many(15, by, (n) => 23 * HOUR - n);
    expect(refuseCard(tries.slice(1), sam, now)).toBeNull();
    expect(refuseCard(tries, sam, now)).toEqual({ reason: 'too_many', waitMs: HOUR });
  });

  test('a saved card counts only for its own appointment', () => {
    const by = (n: number) => ({ ...other, appointment: `b${n}`, address: 'net', phone: 'p' });
    const saved = many(200, by, () => MINUTE).map((one) => ({ ...one, savedAt: one.at }));
    expect(refuseCard(saved, sam, now)).toBeNull();
    // A card that was declined first still counts.
    const declined = saved.slice(0, 30).map((one) => ({ ...one, declinedAt: NOW - 2 * HOUR }));
    expect(refuseCard(declined, sam, now)).toMatchObject({ reason: 'too_many' });
    const own = saved.slice(0, 8).map((one) => ({ ...one, appointment: 'a' }));
    expect(refuseCard(own, sam, now)).toEqual({ reason: 'too_many', waitMs: null });
  });

  test('an address can try 30 cards an hour, and 20 times as many in our own network', () => {
    const by = (n: number) => ({ ...other, appointment: `b${n}`, phone: null, address: 'net' });
    const tries = many(30, by, () => 50 * MINUTE);
    expect(refuseCard(tries.slice(1), sam, now)).toBeNull();
    expect(refuseCard(tries, sam, now)).toEqual({ reason: 'too_many', waitMs: 10 * MINUTE });
    expect(refuseCard(tries, sam, { ...now, isOwnNetwork: true })).toBeNull();
  });

  test('everyone together can try 120 cards an hour', () => {
    const by = (n: number) => ({ appointment: `b${n}`, account: null, phone: null, address: null });
    const tries = many(120, by, () => 59 * MINUTE);
    expect(refuseCard(tries.slice(1), sam, now)).toBeNull();
    expect(refuseCard(tries, sam, now)).toEqual({ reason: 'too_many', waitMs: MINUTE });
    expect(refuseCard(tries, sam, { ...now, factor: 2 })).toBeNull();
    expect(refuseCard(tries, sam, { ...now, factor: 0 })).toBeNull();
  });
});

describe('the pauses after declines', () => {
  const declines = (count: number, lastAgo: number, by = sam) =>
    Array.from({ length: count }, (_, n) => {
      const ago = lastAgo + (count - 1 - n) * MINUTE;
      return tried(by, ago, ago);
    });

  test.each([
    [1, 0],
    [2, 5],
    [3, 30],
    [4, 120],
    [7, 120],
  ])('after decline number %i: %i seconds', (count, seconds) => {
    const expected = seconds === 0 ? null : { reason: 'declined', waitMs: seconds * SECOND };
    expect(refuseCard(declines(count, 0), sam, now)).toEqual(expected as never);
    expect(refuseCard(declines(count, seconds * SECOND), sam, now)).toBeNull();
  });

  test('follow the phone and the account to another appointment, but affect nobody else', () => {
    const tries = declines(4, 0);
    for (const subject of ['phone', 'account'] as const) {
      const by = { ...other, appointment: 'new', [subject]: sam[subject] };
      expect(refuseCard(tries, by, now)).toMatchObject({ reason: 'declined' });
    }
    expect(refuseCard(tries, { ...other, address: 'net' }, now)).toBeNull();
  });

  test('end after an hour', () => {
    expect(refuseCard(declines(3, 61 * MINUTE), sam, now)).toBeNull();
  });
});

test('the text says how long to wait', () => {
  expect(cardRefusalText({ reason: 'declined', waitMs: 4_200 })).toBe(
    'Several cards were declined. Please try again in 5 seconds.',
  );
  expect(cardRefusalText({ reason: 'too_many', waitMs: 3 * MINUTE })).toBe(
    'Too many cards were tried. Please try again in 3 minutes.',
  );
  expect(cardRefusalText({ reason: 'too_many', waitMs: null })).toBe(
    'Too many cards were tried for this delivery. Please call us.',
  );
});
