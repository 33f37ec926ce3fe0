import { expect, test } from 'bun:test';
import { cents, gallonTenths } from '../money';
import { EMPTY_ORDER } from '../order/order';
import { assessDelivery, completionVerdict, type SeenTotals } from './completion';

const PLAUSIBLE = { totalCents: cents(8_800), inDoubt: false };
const DOUBTFUL = { totalCents: cents(149_024), inDoubt: true };

test.each<[string, typeof PLAUSIBLE, SeenTotals, 'charge' | 'ask', 'charge' | 'hold']>([
  ['plausible, nothing seen', PLAUSIBLE, {}, 'charge', 'charge'],
  ['plausible, as seen', PLAUSIBLE, { expectedTotalCents: cents(8_800) }, 'charge', 'charge'],
  ['plausible, more than seen', PLAUSIBLE, { expectedTotalCents: cents(8_799) }, 'ask', 'hold'],
  ['plausible, less than seen', PLAUSIBLE, { expectedTotalCents: cents(9_000) }, 'ask', 'charge'],
  ['plausible, another confirmed', PLAUSIBLE, { confirmedTotalCents: cents(1) }, 'ask', 'hold'],
  ['in doubt, nothing seen', DOUBTFUL, {}, 'ask', 'hold'],
  ['in doubt, only shown', DOUBTFUL, { expectedTotalCents: cents(149_024) }, 'ask', 'hold'],
  ['in doubt, confirmed', DOUBTFUL, { confirmedTotalCents: cents(149_024) }, 'charge', 'charge'],
  ['in doubt, another confirmed', DOUBTFUL, { confirmedTotalCents: cents(14_902) }, 'ask', 'hold'],
])('a completion that is %s', (_, facts, seen, byPerson, byDevice) => {
  expect(completionVerdict({ ...facts, byDevice: false }, seen)).toBe(byPerson);
  expect(completionVerdict({ ...facts, byDevice: true }, seen)).toBe(byDevice);
});

test('a delivery that differs a lot from its order is in doubt, unless it’s a test', () => {
  const ordered = { ...EMPTY_ORDER, location: 'Pier 4', estimatedGallonsTenths: gallonTenths(284) };
  const delivered = { ...ordered, actualGallonsTenths: gallonTenths(2_840) };
  const unitPriceCents = cents(410);
  const real = assessDelivery(ordered, delivered, {
    unitPriceCents,
    testMode: false,
    priceList: null,
    confirmAboveCents: cents(60_000),
  });
  expect(real.price.totalCents).toBe(cents(118_940));
  expect(real.doubts).toEqual(['more_gallons', 'large_total']);
  expect(real.doubtText).toStartWith('284 gallons were entered, for an order of 28.4.');
  const trial = assessDelivery(ordered, delivered, {
    unitPriceCents,
    testMode: true,
    priceList: null,
    confirmAboveCents: cents(60_000),
  });
  expect([trial.doubts, trial.doubtText]).toEqual([[], '']);
});
