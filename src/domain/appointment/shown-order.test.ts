import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cents, toTenths } from '../money';
import { EMPTY_ORDER } from '../order/order';
import {
  columnsAsDone,
  deliveredBags,
  doubtsSinceShown,
  type ShownDoubt,
  type ShownOrder,
} from './shown-order';

const SHOWN: ShownOrder = {
  version: 4,
  fuelType: 'Premium',
  unitPriceCents: cents(516),
  location: 'Swap dock',
  slipNumber: null,
  smallIceBags: 2,
  largeIceBags: 0,
};
const order = (over: object = {}) => ({
  ...EMPTY_ORDER,
  fuelType: 'Premium' as const,
  location: 'Swap dock',
  smallIceBags: 2,
  ...over,
});
const came = (gallons: number, small = 2, large = 0) => ({
  actualGallonsTenths: toTenths(gallons),
  smallIceBags: small,
  largeIceBags: large,
});

test.each<[string, object, ReturnType<typeof came>, ShownDoubt[]]>([
  ['nothing', {}, came(20), []],
  ['the spelling of the place', { location: 'swap  dock.' }, came(20), []],
  ['the fuel', { fuelType: 'Regular' }, came(20), ['other_fuel']],
  ['the fuel of an order without any poured', { fuelType: 'Regular' }, came(0), []],
  ['the place', { location: 'Other dock 9' }, came(20), ['other_place']],
  ['the slip', { slipNumber: 'B4' }, came(20), ['other_place']],
  ['the gallons', { estimatedGallonsTenths: toTenths(30) }, came(20), []],
  ['the ice, which was delivered as shown', { smallIceBags: 0 }, came(20), ['other_ice']],
  ['the ice, which was delivered as changed', { smallIceBags: 1 }, came(20, 1), []],
])('a change of %s', (_, change, delivered, doubts) => {
  expect(doubtsSinceShown(order(change), delivered, SHOWN)).toEqual(doubts);
});

test('nothing is in doubt if the device showed no order', () => {
  expect(doubtsSinceShown(order({ fuelType: 'Regular' }), came(20), undefined)).toEqual([]);
});

test('omitted bags are at most the shown and the ordered number', () => {
  const bags = fc.record({ smallIceBags: fc.nat(50), largeIceBags: fc.nat(50) });
  fc.assert(
    fc.property(bags, bags, (ordered, shown) => {
      const { smallIceBags, largeIceBags } = deliveredBags(ordered, { shown });
      expect(smallIceBags).toBe(Math.min(ordered.smallIceBags, shown.smallIceBags));
      expect(largeIceBags).toBe(Math.min(ordered.largeIceBags, shown.largeIceBags));
    }),
  );
});

test('bags are as sent, or as ordered if the caller shows and sends none', () => {
  const ordered = { smallIceBags: 3, largeIceBags: 1 };
  expect(deliveredBags(ordered, {})).toEqual(ordered);
  expect(deliveredBags(ordered, { smallIceBags: 5, shown: SHOWN })).toEqual({
    smallIceBags: 5,
    largeIceBags: 0,
  });
});

test('a different fuel costs the lower price, and a custom price belongs to its fuel', () => {
  const row = { unitPriceCents: cents(410), customUnitPriceCents: null };
  const priceOf = (prices: { unitPriceCents: typeof row.unitPriceCents }) =>
    columnsAsDone({ ...row, ...prices }, ['other_fuel'], SHOWN);
  expect(priceOf({ unitPriceCents: cents(410) })).toEqual({
    fuelType: 'Premium',
    unitPriceCents: cents(410),
    customUnitPriceCents: null,
  });
  expect(priceOf({ unitPriceCents: cents(600) })).toMatchObject({ unitPriceCents: cents(516) });
  const custom = { unitPriceCents: cents(600), customUnitPriceCents: cents(399) };
  expect(columnsAsDone(custom, ['other_fuel'], SHOWN)).toMatchObject({
    unitPriceCents: cents(399),
    customUnitPriceCents: null,
  });
  expect(columnsAsDone(row, [], SHOWN)).toEqual({});
});
