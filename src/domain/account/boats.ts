import * as z from 'zod/mini';
import { readSchema } from '../changed-meanwhile';
import { blankIsNull, clearableText, idSchema, requiredText, typedWholeNumber } from '../fields';
import type { FuelType } from '../pricing/fuel';

/** The most boats of one customer. */
export const MAX_BOATS = 20;
/** Feet; gallons. Above any boat on a lake. */
export const BOAT_LIMITS = { length: 200, fuelCapacity: 1000 } as const;

/** Where on a boat the fuel goes in. */
export const FILLER_SIDES = ['port', 'starboard', 'stern', 'bow'] as const;
export type FillerSide = (typeof FILLER_SIDES)[number];

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

/** A measure as typed, in whole feet or gallons; blank and null are none. */
const measure = (most: number, what: string) =>
  z.optional(
    blankIsNull(typedWholeNumber(1, most, `${what} must be a whole number from 1 to ${most}.`)),
  );

const boat = {
  name: requiredText('Please enter the name of the boat.', 60),
  type: z.optional(clearableText(60)),
  length: measure(BOAT_LIMITS.length, 'Length in feet'),
  fuelCapacity: measure(BOAT_LIMITS.fuelCapacity, 'Fuel capacity in gallons'),
};

/** A boat as its owner writes it down (customer section 3). */
export const boatSchema = z.object(boat);
export type BoatInput = z.infer<typeof boatSchema>;

/** The same for one that is there: all of it is replaced. */
export const boatEditSchema = z.object({ id: idSchema, ...boat, read: readSchema });
