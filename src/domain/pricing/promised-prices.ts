import type { UnitPrice } from '../money';
import type { FuelType } from './fuel';

type Fuel = { fuelType: FuelType; estimatedGallonsTenths: number };
type UnitPrices = { unitPriceCents: UnitPrice; customUnitPriceCents: UnitPrice | null };

/**
 * Returns an appointment's prices per gallon, in cents, if its order becomes `order`. The same fuel
 * keeps both prices. Another fuel gets its current price and loses the custom price, which was set
 * for the old fuel. Fuel that's added to an order without any gets its current price too.
 */
export function pricesWithFuel(
  appointment: Fuel & UnitPrices,
  order: Fuel,
  charged: Record<FuelType, UnitPrice>,
): UnitPrices {
  const { unitPriceCents, customUnitPriceCents } = appointment;
  if (order.fuelType !== appointment.fuelType) {
    return { unitPriceCents: charged[order.fuelType], customUnitPriceCents: null };
  }
  const isAdded = appointment.estimatedGallonsTenths === 0 && order.estimatedGallonsTenths > 0;
  return {
    unitPriceCents: isAdded ? charged[order.fuelType] : unitPriceCents,
    customUnitPriceCents,
  };
}
