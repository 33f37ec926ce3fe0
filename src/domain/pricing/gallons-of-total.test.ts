import { expect, test } from 'bun:test';
import { cents, gallonTenths, toTenths } from '../money';
import { EMPTY_ORDER } from '../order/order';
import { quoteDelivered } from './delivered-price';
import { gallonsOfTotal } from './gallons-of-total';

const row = {
  ...EMPTY_ORDER,
  location: 'Pier 4',
  estimatedGallonsTenths: toTenths(20),
  smallIceBags: 2,
  largeIceBags: 1,
  unitPriceCents: cents(417),
  customUnitPriceCents: null,
  testMode: false,
  priceList: null,
};
const totalOf = (tenths: number, over: object = {}) =>
  quoteDelivered(
    { ...row, ...over },
    { actualGallonsTenths: gallonTenths(tenths), smallIceBags: 2, largeIceBags: 1 },
  ).totalCents;

test('the gallons can be calculated from every total', () => {
  for (const tenths of [0, 1, 2, 7, 99, 185, 284, 700, 5_000]) {
    expect(gallonsOfTotal(row, totalOf(tenths))).toBe(gallonTenths(tenths));
  }
});

test('the custom price applies, and an impossible total has no gallons', () => {
  const custom = { customUnitPriceCents: cents(300) };
  expect(gallonsOfTotal({ ...row, ...custom }, totalOf(185, custom))).toBe(gallonTenths(185));
  expect(gallonsOfTotal(row, cents(totalOf(185) + 1))).toBeNull();
  expect(gallonsOfTotal(row, cents(1))).toBeNull();
});
