import { expect, test } from 'bun:test';
import { cents } from '../money';
import { FALLBACK_MARKET_PRICES } from './fuel';
import { pricesWithFuel } from './promised-prices';

const agreed = {
  fuelType: 'Regular' as const,
  unitPriceCents: cents(410),
  customUnitPriceCents: cents(300),
};

test('the same fuel keeps the price it was booked at and the custom one', () => {
  expect(pricesWithFuel(agreed, 'Regular', FALLBACK_MARKET_PRICES)).toEqual({
    unitPriceCents: cents(410),
    customUnitPriceCents: cents(300),
  });
});

test('another fuel costs what it costs now, without the custom price of the first', () => {
  expect(pricesWithFuel(agreed, 'Premium', FALLBACK_MARKET_PRICES)).toEqual({
    unitPriceCents: cents(516),
    customUnitPriceCents: null,
  });
});
