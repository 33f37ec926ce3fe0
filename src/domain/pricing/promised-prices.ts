import type { Cents } from '../money';
import { chargedUnitPrice, type FuelType, type MarketPrices } from './fuel';

/** The fuel of an appointment and its prices per gallon. */
type FuelPrices = {
  fuelType: FuelType;
  unitPriceCents: Cents;
  customUnitPriceCents: Cents | null;
};

/**
 * The prices per gallon of an appointment once it orders `fuelType`, in cents. The same fuel keeps
 * both. Another one costs what it costs now, and the custom price goes with the fuel that it
 * was set for.
 */
export function pricesWithFuel(
  appointment: FuelPrices,
  fuelType: FuelType,
  market: MarketPrices,
): Omit<FuelPrices, 'fuelType'> {
  const { unitPriceCents, customUnitPriceCents } = appointment;
  if (fuelType === appointment.fuelType) return { unitPriceCents, customUnitPriceCents };
  return { unitPriceCents: chargedUnitPrice(fuelType, market), customUnitPriceCents: null };
}
