import { expect, test } from 'bun:test';
import { cents } from '../money';
import { isBigChange } from './fuel';

const prices = (regular: number, premium: number) => ({
  regularCents: cents(regular),
  premiumCents: cents(premium),
});

test('a market price that changes by over 30% in either direction needs a confirmation', () => {
  const now = prices(300, 400);
  expect(isBigChange(prices(390, 280), now)).toBe(false);
  expect(isBigChange(prices(391, 400), now)).toBe(true);
  expect(isBigChange(prices(209, 400), now)).toBe(true);
  expect(isBigChange(prices(300, 521), now)).toBe(true);
});
