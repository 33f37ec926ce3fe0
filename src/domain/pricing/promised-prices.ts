import type { Cents } from '../money';
import type { FuelType } from './fuel';

/** The fuel of an appointment and its prices per gallon. */
type FuelPrices = {
  fuelType: FuelType;
  unitPriceCents: Cents;
  customUnitPriceCents: Cents | null;
};

/**
 * Returns an appointment's prices per gallon, in cents, if its fuel becomes `fuelType`. The same
 * fuel keeps both prices. Another fuel gets its current price and loses the custom price, which was
 * set for the old fuel.
 */
export function pricesWithFuel(
  appointment: FuelPrices,
  fuelType: FuelType,
  charged: Record<FuelType, Cents>,
): Omit<FuelPrices, 'fuelType'> {
  const { unitPriceCents, customUnitPriceCents } = appointment;
  if (fuelType === appointment.fuelType) return { unitPriceCents, customUnitPriceCents };
  return { unitPriceCents: charged[fuelType], customUnitPriceCents: null };
}
