import { expect, test } from 'bun:test';
import { cents } from '../money';
import { chargedUnitPrices, FALLBACK_MARKET_PRICES, FIRST_SERVICE_CHARGE_CENTS } from './fuel';
import { pricesWithFuel } from './promised-prices';

const CHARGED = chargedUnitPrices(FALLBACK_MARKET_PRICES, FIRST_SERVICE_CHARGE_CENTS);

const agreed = {
  fuelType: 'Regular' as const,
  unitPriceCents: cents(410),
  customUnitPriceCents: cents(300),
};

test('the same fuel keeps its booked price and its custom price', () => {
  expect(pricesWithFuel(agreed, 'Regular', CHARGED)).toEqual({
    unitPriceCents: cents(410),
    customUnitPriceCents: cents(300),
  });
});

test('a different fuel gets its current price and no custom price', () => {
  expect(pricesWithFuel(agreed, 'Premium', CHARGED)).toEqual({
    unitPriceCents: cents(516),
    customUnitPriceCents: null,
  });
});
