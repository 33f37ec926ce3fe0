import type { Order } from '../order/order';
import type { FuelType } from '../pricing/fuel';

/** The most boats of one customer. */
export const MAX_BOATS = 20;
/** Where on a boat the fuel goes in. */
export const FILLER_SIDES = ['port', 'starboard', 'stern', 'bow'] as const;
export type FillerSide = (typeof FILLER_SIDES)[number];
export const FILLER_SIDE_LABELS: Record<FillerSide, string> = {
  port: 'Port (left)',
  starboard: 'Starboard (right)',
  stern: 'Stern (back)',
  bow: 'Bow (front)',
};

/** What a driver needs to know of a boat. A copy of it stands on each appointment for that boat. */
export type BoatFacts = {
  name: string;
  type: string | null;
  /** Feet. */
  length: number | null;
  /** Gallons. */
  fuelCapacity: number | null;
  fuelTaken: FuelType | null;
  fuelNever: FuelType | null;
  fillerSide: FillerSide | null;
  fillerPlace: string | null;
  fillerPhotoId: string | null;
};

/** A boat of which the name alone is known. */
export const boatNamed = (name: string): BoatFacts => ({
  ...{ name, type: null, length: null, fuelCapacity: null, fuelTaken: null, fuelNever: null },
  ...{ fillerSide: null, fillerPlace: null, fillerPhotoId: null },
});

/** The facts of a boat, picked from its row. */
export function boatFacts(boat: BoatFacts): BoatFacts {
  const { name, type, length, fuelCapacity, fuelTaken, fuelNever } = boat;
  const { fillerSide, fillerPlace, fillerPhotoId } = boat;
  return {
    ...{ name, type, length, fuelCapacity, fuelTaken, fuelNever },
    ...{ fillerSide, fillerPlace, fillerPhotoId },
  };
}

type Fuels = Pick<BoatFacts, 'name' | 'fuelTaken' | 'fuelNever'>;
export type PouredFuel = Pick<Order, 'fuelType' | 'canType' | 'estimatedGallonsTenths'>;

/**
 * Why the fuel of an order does not fit the boat; null where it does. It is refused where the fuel that
 * must never get into the boat would be poured into it; in all other cases a person decides.
 */
export function fuelMismatch(
  boat: Fuels | null,
  order: PouredFuel,
): { text: string; isRefused: boolean } | null {
  if (!boat || order.estimatedGallonsTenths === 0) return null;
  const { name, fuelTaken, fuelNever } = boat;
  const { fuelType } = order;
  if (fuelNever === fuelType) {
    const isRefused = order.canType === 'boat' || order.canType === 'service';
    return { text: `${name} must never get ${fuelType} fuel.`, isRefused };
  }
  if (fuelTaken === null || fuelTaken === fuelType) return null;
  return { text: `${name} takes ${fuelTaken} fuel, and this is ${fuelType}.`, isRefused: false };
}
