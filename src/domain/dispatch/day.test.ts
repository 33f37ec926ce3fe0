import { expect, test } from 'bun:test';
import { cents, gallonTenths } from '../money';
import type { Occupancy } from '../slots/time-slots';
import { type Countable, placesOf, placesText, placesTogether, totalsOf } from './day';

const line = (over: Partial<Countable> = {}): Countable => ({
  status: 'scheduled',
  gallonsTenths: gallonTenths(125),
  smallIceBags: 1,
  mediumIceBags: 0,
  largeIceBags: 2,
  totalPriceCents: cents(10_050),
  testMode: false,
  ...over,
});

test("a day's totals count stops, gallons, bags, and dollars, and a test delivery brings no money", () => {
  expect(totalsOf([])).toEqual({
    stops: 0,
    done: 0,
    gallonsTenths: gallonTenths(0),
    iceBags: 0,
    priceCents: cents(0),
  });
  expect(totalsOf([line(), line({ status: 'completed' }), line({ testMode: true })])).toEqual({
    stops: 3,
    done: 1,
    gallonsTenths: gallonTenths(375),
    iceBags: 9,
    priceCents: cents(20_100),
  });
});

const slot = (over: Partial<Occupancy> = {}, isOver = false) =>
  placesOf({ isAvailable: true, capacity: 20, occupied: 18, ...over }, isOver);

test('a blocked or past time slot has no open spots, and an overbooked one shows all of its appointments', () => {
  expect(slot()).toEqual({ occupied: 18, open: 2, all: 20, closedBy: [] });
  expect(slot({ isAvailable: false })).toMatchObject({ occupied: 18, open: 0, all: 18 });
  expect(slot({}, true)).toMatchObject({ occupied: 18, open: 0, all: 18 });
  expect(slot({ occupied: 22 })).toMatchObject({ occupied: 22, open: 0, all: 22 });
});

test('a time slot is full, blocked, or past, and a full one can also be blocked', () => {
  expect(placesText(slot())).toBe('18/20, 2 left');
  expect(placesText(slot({ occupied: 20 }))).toBe('20/20, full');
  expect(placesText(slot({ occupied: 20, isAvailable: false }))).toBe('20/20, full and blocked');
  expect(placesText(slot({ isAvailable: false }))).toBe('18/18, blocked');
  expect(placesText(slot({ occupied: 0, capacity: 0 }))).toBe('blocked');
  expect(placesText(slot({}, true))).toBe('18/18, past');
  expect(placesText(slot({ occupied: 0 }, true))).toBe('past');
});

test("a day's spots are those of its time slots", () => {
  const day = (...places: ReturnType<typeof slot>[]) => placesText(placesTogether(places));
  expect(day(slot({ occupied: 20 }), slot({ occupied: 19 }), slot())).toBe('57/60, 3 left');
  expect(day(slot({}, true), slot({ occupied: 20 }))).toBe('38/38, full and past');
});
