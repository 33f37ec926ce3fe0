import { type Cents, cents, type UnitPrice, unitPrice } from '../money';

export const FUEL_TYPES = ['Regular', 'Premium'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

/** Labels for people. */
export const FUEL_LABELS: Record<FuelType, string> = {
  Regular: 'Regular',
  Premium: 'Premium - No ethanol added',
};

/** Market prices per gallon, without our service charge. */
export type MarketPrices = { regularCents: UnitPrice; premiumCents: UnitPrice };

/** Prices used until one is stored or fetched. */
export const FALLBACK_MARKET_PRICES: MarketPrices = {
  regularCents: cents(310),
  premiumCents: cents(416),
};

/** A larger change is more likely to be a typo than a change of the market. */
const USUAL_CHANGE = 0.3;

/** True if a market price changes so much that a person must confirm it. */
export function isBigChange(next: MarketPrices, now: MarketPrices): boolean {
  const moves = (from: UnitPrice, to: UnitPrice) => Math.abs(to - from) > from * USUAL_CHANGE;
  return moves(now.regularCents, next.regularCents) || moves(now.premiumCents, next.premiumCents);
}

/** Higher than any market price per gallon, so that a misplaced decimal point is rejected. */
export const MAX_UNIT_PRICE_CENTS = cents(10_000);

/** Our service charge per gallon until the owner sets another one. */
export const FIRST_SERVICE_CHARGE_CENTS = cents(100);

/** Returns the market price per gallon, without our service charge. */
export function marketPriceOf(fuelType: FuelType, market: MarketPrices): UnitPrice {
  return fuelType === 'Premium' ? market.premiumCents : market.regularCents;
}

/** Adds our service charge to a market price. This is the only place that adds it. */
export function withService(marketCents: UnitPrice, serviceChargeCents: Cents): UnitPrice {
  return unitPrice(marketCents + serviceChargeCents);
}

/** Returns the price we charge per gallon. */
export function chargedUnitPrice(
  fuelType: FuelType,
  market: MarketPrices,
  serviceChargeCents: Cents,
): UnitPrice {
  return withService(marketPriceOf(fuelType, market), serviceChargeCents);
}

/** Returns the price we charge per gallon of each fuel. */
export function chargedUnitPrices(
  market: MarketPrices,
  serviceChargeCents: Cents,
): Record<FuelType, UnitPrice> {
  return {
    Regular: chargedUnitPrice('Regular', market, serviceChargeCents),
    Premium: chargedUnitPrice('Premium', market, serviceChargeCents),
  };
}
