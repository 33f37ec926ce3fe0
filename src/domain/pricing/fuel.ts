import { type Cents, cents, plus } from '../money';

export const FUEL_TYPES = ['Regular', 'Premium'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

/** Labels for people. */
export const FUEL_LABELS: Record<FuelType, string> = {
  Regular: 'Regular',
  Premium: 'Premium - No ethanol added',
};

/** Market prices in cents per gallon, without our service charge. */
export type MarketPrices = { regularCents: Cents; premiumCents: Cents };

/** Prices used until one is stored or fetched. */
export const FALLBACK_MARKET_PRICES: MarketPrices = {
  regularCents: cents(310),
  premiumCents: cents(416),
};

/** A larger change is more likely to be a typo than a change of the market. */
const USUAL_CHANGE = 0.3;

/** True if a market price changes so much that a person must confirm it. */
export function isBigChange(next: MarketPrices, now: MarketPrices): boolean {
  const moves = (from: Cents, to: Cents) => Math.abs(to - from) > from * USUAL_CHANGE;
  return moves(now.regularCents, next.regularCents) || moves(now.premiumCents, next.premiumCents);
}

/** Higher than any market price per gallon, so that a misplaced decimal point is rejected. */
export const MAX_UNIT_PRICE_CENTS = cents(10_000);

/** Our service charge per gallon until the owner sets another one. */
export const FIRST_SERVICE_CHARGE_CENTS = cents(100);

/** Returns the market price per gallon, without our service charge. */
export function marketPriceOf(fuelType: FuelType, market: MarketPrices): Cents {
  return fuelType === 'Premium' ? market.premiumCents : market.regularCents;
}

/** Adds our service charge to a market price. This is the only place that adds it. */
export function withService(marketCents: Cents, serviceChargeCents: Cents): Cents {
  return plus(marketCents, serviceChargeCents);
}

/** Returns the price we charge per gallon. */
export function chargedUnitPrice(
  fuelType: FuelType,
  market: MarketPrices,
  serviceChargeCents: Cents,
): Cents {
  return withService(marketPriceOf(fuelType, market), serviceChargeCents);
}

/** Returns the price we charge per gallon of each fuel. */
export function chargedUnitPrices(
  market: MarketPrices,
  serviceChargeCents: Cents,
): Record<FuelType, Cents> {
  return {
    Regular: chargedUnitPrice('Regular', market, serviceChargeCents),
    Premium: chargedUnitPrice('Premium', market, serviceChargeCents),
  };
}
