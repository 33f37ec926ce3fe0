import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { instantOf, localMoment } from '../time';
import {
  byPlace,
  type FreeWindow,
  type InLine,
  isForLine,
  mayOfferAt,
  OFFER_MINUTES,
  offerEnd,
  offerState,
  offersFor,
  placeInLine,
  waitsFor,
  windowLine,
  windowLineText,
} from './waiting-list';

const ZONE = 'America/New_York';
const DAY = '2026-06-13';
const OPEN_ALL_DAY = { messagesFromHour: 0, messagesUntilHour: 24 };
const at = (hour: number, minute = 0) =>
  instantOf({ date: DAY, minutes: hour * 60 + minute }, ZONE);

const entry = (id: string, queuedAt: number, slotIndex: number | null = 0): InLine => ({
  id,
  date: DAY,
  slotIndex,
  queuedAt,
});
const lines = fc
  .array(
    fc.record({
      queuedAt: fc.integer({ min: 0, max: 5 }),
      slotIndex: fc.constantFrom(null, 0, 1, 2),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((one, index) => entry(`e${index}`, one.queuedAt, one.slotIndex)));
const windows = fc
  .array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 })
  .map((all) => all.map((free, slotIndex): FreeWindow => ({ date: DAY, slotIndex, free })));

test('spots are offered at most once each, to people who wait for them, and nobody is overtaken', () => {
  fc.assert(
    fc.property(lines, windows, (line, free) => {
      const offers = offersFor(line, free);
      expect(new Set(offers.map(({ entry }) => entry.id)).size).toBe(offers.length);
      for (const window of free) {
        const given = offers.filter(({ slotIndex }) => slotIndex === window.slotIndex);
        expect(given.length).toBeLessThanOrEqual(window.free);
        for (const offer of given) {
          expect(waitsFor(offer.entry, window)).toBe(true);
          const passedOver = line.filter(
            (one) =>
              waitsFor(one, window) &&
              byPlace(one, offer.entry) < 0 &&
              !offers.some((other) => other.entry.id === one.id),
          );
          expect(passedOver).toEqual([]);
        }
        // No spot stays free while someone waits for it.
        const isLeft = given.length < window.free;
        const unserved = line.filter(
          (one) => waitsFor(one, window) && !offers.some((offer) => offer.entry.id === one.id),
        );
        if (isLeft) expect(unserved).toEqual([]);
      }
    }),
  );
});

test('a spot has one holder after any sequence of joining, freeing, offering, missing, and leaving', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ do: fc.constant('join' as const), slot: fc.constantFrom(null, 0, 1) }),
      fc.record({ do: fc.constant('free' as const), slot: fc.constantFrom(0, 1) }),
      fc.record({ do: fc.constant('leave' as const), who: fc.nat() }),
      fc.record({ do: fc.constant('take' as const), who: fc.nat() }),
      fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 600 }) }),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const capacity = 2;
      let now = at(7);
      let waiting: InLine[] = [];
      let joined = 0;
      // The holder of each spot: a delivery without an end, or an offer until an instant.
      let held = [0, 0, 1, 1].map((slot) => ({ slot, by: 'someone', until: Infinity }));
      for (const step of all) {
        if (step.do === 'join') {
          joined += 1;
          waiting.push(entry(`e${String(joined).padStart(3, '0')}`, now, step.slot));
        } else if (step.do === 'free') {
          const index = held.findIndex(
            ({ slot, until }) => slot === step.slot && until === Infinity,
          );
          if (index >= 0) held.splice(index, 1);
        } else if (step.do === 'leave') {
          waiting = waiting.filter((_, index) => index !== step.who % (waiting.length || 1));
        } else if (step.do === 'take') {
          const offers = held.filter(({ until }) => until !== Infinity && until > now);
          const taken = offers[step.who % (offers.length || 1)];
          if (taken) taken.until = Infinity;
        } else {
          now += step.minutes * 60_000;
        }
        held = held.filter(({ until }) => until > now);
        if (mayOfferAt(now, OPEN_ALL_DAY, ZONE)) {
          const free = [0, 1].map((slotIndex) => ({
            date: DAY,
            slotIndex,
            free: capacity - held.filter(({ slot }) => slot === slotIndex).length,
          }));
          for (const { entry: next, slotIndex } of offersFor(waiting, free)) {
            const { minutes } = localMoment(now, ZONE);
            expect(minutes >= 8 * 60 && minutes < 21 * 60).toBe(true);
            held.push({ slot: slotIndex, by: next.id, until: offerEnd(now, Infinity) });
            waiting = waiting.filter(({ id }) => id !== next.id);
          }
        }
        for (const slot of [0, 1]) {
          const inSlot = held.filter((one) => one.slot === slot);
          expect(inSlot.length).toBeLessThanOrEqual(capacity);
        }
        const people = held.filter(({ by }) => by !== 'someone').map(({ by }) => by);
        expect(new Set(people).size).toBe(people.length);
      }
    }),
  );
});

test('offers are made from eight in the morning until nine in the evening', () => {
  expect(mayOfferAt(at(7, 59), OPEN_ALL_DAY, ZONE)).toBe(false);
  expect(mayOfferAt(at(8), OPEN_ALL_DAY, ZONE)).toBe(true);
  expect(mayOfferAt(at(20, 59), OPEN_ALL_DAY, ZONE)).toBe(true);
  expect(mayOfferAt(at(21), OPEN_ALL_DAY, ZONE)).toBe(false);
  // The owner's own hours for messages apply too.
  const short = { messagesFromHour: 9, messagesUntilHour: 17 };
  expect(mayOfferAt(at(8, 30), short, ZONE)).toBe(false);
  expect(mayOfferAt(at(17), short, ZONE)).toBe(false);
});

test('an offer lasts twenty minutes, but not beyond the start of its window', () => {
  expect(offerEnd(at(9), at(12))).toBe(at(9, OFFER_MINUTES));
  expect(offerEnd(at(11, 50), at(12))).toBe(at(12));
});

test('a place in line is only shown if nobody ahead waits for any window', () => {
  const line = [entry('a', 1), entry('b', 2), entry('c', 3, 1), entry('d', 4, null), entry('e', 5)];
  const placeOf = (id: string) => {
    const found = line.find((one) => one.id === id);
    return found && placeInLine(found, line);
  };
  expect(['a', 'b', 'c', 'd', 'e'].map(placeOf)).toEqual(['first', 'second', 'first', null, null]);
});

test('an offer ends at its last minute, and stays accepted until its card is due', () => {
  const offered = { status: 'pending', holdExpiresAt: 1_000 };
  const state = (acceptedAt: number | null, now: number, change = {}) =>
    offerState({ acceptedAt }, { ...offered, ...change }, now);
  expect(state(null, 999)).toBe('open');
  expect(state(null, 1_000)).toBe('ended');
  expect(state(500, 999)).toBe('accepted');
  expect(state(500, 2_000, { holdExpiresAt: null })).toBe('booked');
  expect(state(500, 999, { status: 'cancelled' })).toBe('ended');
  expect(offerState({ acceptedAt: null }, null, 0)).toBe('ended');
});

test('a window’s line counts those who wait for it or for any window, and those with an offer', () => {
  const rows = [
    { slotIndex: 0, status: 'waiting', people: 2 },
    { slotIndex: null, status: 'waiting', people: 1 },
    { slotIndex: 1, status: 'offered', people: 1 },
  ];
  expect(windowLine(rows, 0)).toEqual({ waiting: 3, offered: 0 });
  expect(windowLine(rows, 1)).toEqual({ waiting: 1, offered: 1 });
  expect(windowLineText({ waiting: 3, offered: 0 })).toBe('3 waiting');
  expect(windowLineText({ waiting: 1, offered: 1 })).toBe('1 waiting, 1 offered');
  expect(windowLineText({ waiting: 0, offered: 2 })).toBe('2 offered');
  expect(windowLineText({ waiting: 0, offered: 0 })).toBeNull();
});

test('free spots are reserved for the people in line until there are more spots than people', () => {
  expect(isForLine({ occupied: 1, capacity: 2 }, { waiting: 1 })).toBe(true);
  expect(isForLine({ occupied: 1, capacity: 3 }, { waiting: 1 })).toBe(false);
  expect(isForLine({ occupied: 2, capacity: 2 }, { waiting: 1 })).toBe(false);
  expect(isForLine({ occupied: 1, capacity: 2 }, { waiting: 0 })).toBe(false);
});
