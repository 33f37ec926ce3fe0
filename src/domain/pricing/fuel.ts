import { type Cents, cents, plus } from '../money';

export const FUEL_TYPES = ['Regular', 'Premium'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

/** Labels for people. */
export const FUEL_LABELS: Record<FuelType, string> = {
  Regular: 'Regular',
  Premium: 'Premium - No ethanol added',
};

/** Market prices in cents per gallon, without the service. */
export type MarketPrices = { regularCents: Cents; premiumCents: Cents };

/** What is used when no price was ever stored or fetched. */
export const FALLBACK_MARKET_PRICES: MarketPrices = {
  regularCents: cents(310),
  premiumCents: cents(416),
};

/** Market prices that move by more than this share are more often a slip than a market. */
const USUAL_CHANGE = 0.3;

/** Whether a market price moves by so much that a person must confirm it. */
export function isBigChange(next: MarketPrices, now: MarketPrices): boolean {
  const moves = (from: Cents, to: Cents) => Math.abs(to - from) > from * USUAL_CHANGE;
  return moves(now.regularCents, next.regularCents) || moves(now.premiumCents, next.premiumCents);
}

/** A price per gallon that no market reaches: a slipped decimal point is refused, not charged. */
export const MAX_UNIT_PRICE_CENTS = cents(10_000);

/** The service Dockside adds to each gallon. */
const SERVICE_CENTS_PER_GALLON = cents(100);

/** The market price of a gallon, without the service. */
export function marketPriceOf(fuelType: FuelType, market: MarketPrices): Cents {
  return fuelType === 'Premium' ? market.premiumCents : market.regularCents;
}

/** A market price with the service in it. The only place that adds it. */
export function withService(marketCents: Cents): Cents {
  return plus(marketCents, SERVICE_CENTS_PER_GALLON);
}

/** The price charged per gallon. */
export function chargedUnitPrice(fuelType: FuelType, market: MarketPrices): Cents {
  return withService(marketPriceOf(fuelType, market));
}

/** The price charged per gallon of each fuel. */
export function chargedUnitPrices(market: MarketPrices): Record<FuelType, Cents> {
  return {
    Regular: chargedUnitPrice('Regular', market),
    Premium: chargedUnitPrice('Premium', market),
  };
}
