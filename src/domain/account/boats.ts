import type { Order } from '../order/order';
import type { FuelType } from '../pricing/fuel';

/** Maximum number of boats per customer. */
export const MAX_BOATS = 20;
/** The side of a boat with the fuel fill. */
export const FILLER_SIDES = ['port', 'starboard', 'stern', 'bow'] as const;
export type FuelFillSide = (typeof FILLER_SIDES)[number];
export const FUEL_FILL_SIDE_LABELS: Record<FuelFillSide, string> = {
  port: 'Port (left)',
  starboard: 'Starboard (right)',
  stern: 'Stern (back)',
  bow: 'Bow (front)',
};

/** A boat's facts for the driver. Each appointment for the boat has a copy. */
export type BoatFacts = {
  name: string;
  type: string | null;
  /** In feet. */
  length: number | null;
  /** In gallons. */
  fuelCapacity: number | null;
  fuelTaken: FuelType | null;
  fuelNever: FuelType | null;
  fillerSide: FuelFillSide | null;
  fillerPlace: string | null;
  fillerPhotoId: string | null;
};

/** Creates a boat's facts from its name alone. */
export const boatNamed = (name: string): BoatFacts => ({
  name,
  type: null,
  length: null,
  fuelCapacity: null,
  fuelTaken: null,
  fuelNever: null,
  fillerSide: null,
  fillerPlace: null,
  fillerPhotoId: null,
});

/** Picks a boat's facts from its row. */
export function boatFacts(boat: BoatFacts): BoatFacts {
  return {
    name: boat.name,
    type: boat.type,
    length: boat.length,
    fuelCapacity: boat.fuelCapacity,
    fuelTaken: boat.fuelTaken,
    fuelNever: boat.fuelNever,
    fillerSide: boat.fillerSide,
    fillerPlace: boat.fillerPlace,
    fillerPhotoId: boat.fillerPhotoId,
  };
}

type Fuels = Pick<BoatFacts, 'name' | 'fuelTaken' | 'fuelNever'>;
export type PouredFuel = Pick<Order, 'fuelType' | 'canType' | 'estimatedGallonsTenths'>;

/**
 * Returns why an order's fuel doesn't match the boat, or null if it does. The server refuses an
 * order that would put the wrong fuel into the boat. For other differences, a person decides.
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
    return { text: `${name} must never be filled with ${fuelType}.`, isRefused };
  }
  if (fuelTaken === null || fuelTaken === fuelType) return null;
  return {
    text: `${name} takes ${fuelTaken}, but this order is for ${fuelType}.`,
    isRefused: false,
  };
}
