import { expect, test } from 'bun:test';
import { cents, gallonTenths } from '../money';
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

test('a day is added up to stops, gallons, bags and dollars; a test delivery brings no money', () => {
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

test('the places of a time slot: blocked and past ones have none open, and more may have come', () => {
  const stored = { isAvailable: true, capacity: 20, occupied: 18 };
  expect(placesOf(stored, false)).toEqual({ occupied: 18, open: 2, all: 20 });
  expect(placesOf({ ...stored, isAvailable: false }, false)).toEqual({
    occupied: 18,
    open: 0,
    all: 18,
  });
  expect(placesOf(stored, true).open).toBe(0);
  expect(placesOf({ ...stored, occupied: 22 }, false)).toEqual({ occupied: 22, open: 0, all: 22 });
});

test('the places of a day are those of its time slots, in words', () => {
  const slot = (occupied: number) => placesOf({ isAvailable: true, capacity: 20, occupied }, false);
  expect(placesText(placesTogether([slot(20), slot(19), slot(18)]))).toBe('57/60, 3 open');
  expect(placesText(slot(20))).toBe('20/20, full');
});
