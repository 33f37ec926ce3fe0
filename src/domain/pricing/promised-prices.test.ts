import { expect, test } from 'bun:test';
import { cents } from '../money';
import { FALLBACK_MARKET_PRICES } from './fuel';
import { pricesWithFuel } from './promised-prices';

const agreed = {
  fuelType: 'Regular' as const,
  unitPriceCents: cents(410),
  customUnitPriceCents: cents(300),
};

test('the same fuel keeps its booked price and its custom price', () => {
  expect(pricesWithFuel(agreed, 'Regular', FALLBACK_MARKET_PRICES)).toEqual({
    unitPriceCents: cents(410),
    customUnitPriceCents: cents(300),
  });
});

test('a different fuel gets its current price and no custom price', () => {
  expect(pricesWithFuel(agreed, 'Premium', FALLBACK_MARKET_PRICES)).toEqual({
    unitPriceCents: cents(516),
    customUnitPriceCents: null,
  });
});
