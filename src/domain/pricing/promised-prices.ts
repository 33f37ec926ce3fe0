import type { Cents } from '../money';
import type { FuelType } from './fuel';

/** An appointment's fuel and its prices per gallon. */
type FuelPrices = {
  fuelType: FuelType;
  unitPriceCents: Cents;
  customUnitPriceCents: Cents | null;
};

/**
 * Returns an appointment's prices per gallon, in cents, if it orders `fuelType`. The same fuel
 * keeps both prices. Another fuel gets its current price, and loses the custom price because that
 * was set for the old fuel.
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
