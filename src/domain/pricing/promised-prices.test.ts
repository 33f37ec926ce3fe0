import { expect, test } from 'bun:test';
import { cents } from '../money';
import { chargedUnitPrices, FALLBACK_MARKET_PRICES, FIRST_SERVICE_CHARGE_CENTS } from './fuel';
import { pricesWithFuel } from './promised-prices';

const CHARGED = chargedUnitPrices(FALLBACK_MARKET_PRICES, FIRST_SERVICE_CHARGE_CENTS);

const agreed = {
  fuelType: 'Regular' as const,
  estimatedGallonsTenths: 200,
  unitPriceCents: cents(410),
  customUnitPriceCents: cents(300),
};

test('the same fuel keeps its booked price and its custom price', () => {
  expect(pricesWithFuel(agreed, { ...agreed, estimatedGallonsTenths: 300 }, CHARGED)).toEqual({
    unitPriceCents: cents(410),
    customUnitPriceCents: cents(300),
  });
});

test('a different fuel gets its current price and no custom price', () => {
  expect(pricesWithFuel(agreed, { ...agreed, fuelType: 'Premium' }, CHARGED)).toEqual({
    unitPriceCents: cents(516),
    customUnitPriceCents: null,
  });
});

test('fuel added to an order of ice gets its current price', () => {
  const ice = { ...agreed, estimatedGallonsTenths: 0, unitPriceCents: cents(395) };
  const { unitPriceCents } = pricesWithFuel(ice, agreed, CHARGED);
  expect(unitPriceCents).toBe(CHARGED.Regular);
  expect(pricesWithFuel(ice, ice, CHARGED).unitPriceCents).toBe(cents(395));
});
