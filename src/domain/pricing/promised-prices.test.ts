import { expect, test } from 'bun:test';
import { cents } from '../money';
import { chargedUnitPrices, FALLBACK_MARKET_PRICES, FIRST_SERVICE_CHARGE_CENTS } from './fuel';
import { pricesByFuel, pricesWithFuel } from './promised-prices';

const CHARGED = chargedUnitPrices(FALLBACK_MARKET_PRICES, FIRST_SERVICE_CHARGE_CENTS);

const agreed = {
  fuelType: 'Regular' as const,
  estimatedGallonsTenths: 200,
  unitPriceCents: cents(410),
  customUnitPriceCents: cents(300),
  formerFuel: null,
};

test('the same fuel keeps its booked price and its custom price', () => {
  expect(pricesWithFuel(agreed, { ...agreed, estimatedGallonsTenths: 300 }, CHARGED)).toEqual({
    unitPriceCents: cents(410),
    customUnitPriceCents: cents(300),
    formerFuel: null,
  });
});

test('a different fuel gets its current price and no custom price', () => {
  expect(pricesWithFuel(agreed, { ...agreed, fuelType: 'Premium' }, CHARGED)).toEqual({
    unitPriceCents: cents(516),
    customUnitPriceCents: null,
    formerFuel: { fuelType: 'Regular', unitPriceCents: cents(410) },
  });
});

test('a fuel that’s selected by mistake and set back returns to its promised price', () => {
  const wrong = { ...agreed, fuelType: 'Premium' as const };
  const mistake = { ...wrong, ...pricesWithFuel(agreed, wrong, CHARGED) };
  const dearer = { Regular: cents(999), Premium: cents(999) };
  const back = { ...agreed, ...pricesWithFuel(mistake, agreed, dearer) };
  expect(back.unitPriceCents).toBe(cents(410));
  // The other fuel keeps its price too, so switching never finds a better one.
  expect(pricesWithFuel(back, wrong, dearer).unitPriceCents).toBe(cents(516));
});

test('a fuel that was removed in between gets its current price', () => {
  const wrong = { ...agreed, fuelType: 'Premium' as const };
  const mistake = { ...wrong, ...pricesWithFuel(agreed, wrong, CHARGED) };
  const none = { ...mistake, estimatedGallonsTenths: 0 };
  const removed = { ...none, ...pricesWithFuel(mistake, none, CHARGED) };
  expect(pricesWithFuel(removed, agreed, CHARGED).unitPriceCents).toBe(CHARGED.Regular);
});

test('fuel added to an order of ice gets its current price', () => {
  const ice = { ...agreed, estimatedGallonsTenths: 0, unitPriceCents: cents(395) };
  const { unitPriceCents } = pricesWithFuel(ice, agreed, CHARGED);
  expect(unitPriceCents).toBe(CHARGED.Regular);
  expect(pricesWithFuel(ice, ice, CHARGED).unitPriceCents).toBe(cents(395));
});

test('the prices shown before a change are the ones that the change gets', () => {
  const wrong = { ...agreed, fuelType: 'Premium' as const };
  const mistake = { ...wrong, ...pricesWithFuel(agreed, wrong, CHARGED) };
  const dearer = { Regular: cents(999), Premium: cents(888) };
  expect(pricesByFuel(mistake, dearer)).toEqual({ Regular: cents(410), Premium: cents(516) });
  const ice = { ...agreed, estimatedGallonsTenths: 0 };
  expect(pricesByFuel(ice, dearer)).toEqual(dearer);
});
