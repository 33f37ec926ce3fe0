import type { UnitPrice } from '../money';
import type { FuelType } from './fuel';

type Fuel = { fuelType: FuelType; estimatedGallonsTenths: number };

/** The fuel that an order had before, with the price that was promised for it. */
export type FormerFuel = { fuelType: FuelType; unitPriceCents: UnitPrice };

type UnitPrices = {
  unitPriceCents: UnitPrice;
  customUnitPriceCents: UnitPrice | null;
  formerFuel: FormerFuel | null;
};

/**
 * Returns an appointment's prices per gallon, in cents, if its order becomes `order`. The same fuel
 * keeps both prices. Another fuel gets its current price and loses the custom price, which was set
 * for the old fuel. If the order returns to the fuel that it had before, the promised price returns
 * too. Fuel that's added to an order without any gets its current price.
 */
export function pricesWithFuel(
  appointment: Fuel & UnitPrices,
  order: Fuel,
  charged: Record<FuelType, UnitPrice>,
): UnitPrices {
  const { fuelType, unitPriceCents, customUnitPriceCents, formerFuel } = appointment;
  const hasFuel = appointment.estimatedGallonsTenths > 0;
  if (order.fuelType !== fuelType) {
    const returns = hasFuel && formerFuel?.fuelType === order.fuelType;
    return {
      unitPriceCents: returns ? formerFuel.unitPriceCents : charged[order.fuelType],
      customUnitPriceCents: null,
      formerFuel: hasFuel ? { fuelType, unitPriceCents } : null,
    };
  }
  const isAdded = !hasFuel && order.estimatedGallonsTenths > 0;
  return {
    unitPriceCents: isAdded ? charged[order.fuelType] : unitPriceCents,
    customUnitPriceCents,
    // If the fuel was removed, nothing is promised anymore.
    formerFuel: order.estimatedGallonsTenths > 0 ? formerFuel : null,
  };
}

/**
 * Returns what a gallon of each fuel costs if an appointment's order changes to it. An order without
 * fuel costs the same at any price.
 */
export function pricesByFuel(
  appointment: Fuel & Pick<UnitPrices, 'unitPriceCents' | 'formerFuel'>,
  charged: Record<FuelType, UnitPrice>,
): Record<FuelType, UnitPrice> {
  const { fuelType, unitPriceCents, formerFuel } = appointment;
  if (appointment.estimatedGallonsTenths === 0) return charged;
  return {
    ...charged,
    ...(formerFuel && { [formerFuel.fuelType]: formerFuel.unitPriceCents }),
    [fuelType]: unitPriceCents,
  };
}
