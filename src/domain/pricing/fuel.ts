import type { Cents } from '../money';

export const FUEL_TYPES = ['Regular', 'Premium'] as const;
export type FuelType = (typeof FUEL_TYPES)[number];

/** Labels for people (customer section 1). */
export const FUEL_LABELS: Record<FuelType, string> = {
  Regular: 'Regular',
  Premium: 'Premium - No ethanol added',
};

/** Market prices in cents per gallon, without the service (D23). */
export type MarketPrices = { regularCents: Cents; premiumCents: Cents };

/** What is used when no price was ever stored or fetched (customer section 9). */
export const FALLBACK_MARKET_PRICES: MarketPrices = { regularCents: 310, premiumCents: 416 };

/** The service Dockside adds to each gallon (customer section 9). */
export const SERVICE_CENTS_PER_GALLON: Cents = 100;

/** The price charged per gallon. The only place that adds the service to a market price (D23). */
export function chargedUnitPrice(fuelType: FuelType, market: MarketPrices): Cents {
  return (
    (fuelType === 'Premium' ? market.premiumCents : market.regularCents) + SERVICE_CENTS_PER_GALLON
  );
}
