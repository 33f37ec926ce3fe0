import * as z from 'zod/mini';
import { photoSchema } from '../appointment/completion.schema';
import { readSchema } from '../edit-conflict';
import { blankIsNull, clearableText, idSchema, requiredText, typedWholeNumber } from '../fields';
import { FUEL_TYPES, type FuelType } from '../pricing/fuel';
import { FILLER_SIDES } from './boats';

/** In feet and gallons. Both are higher than for any boat on a lake. */
const BOAT_LIMITS = { length: 200, fuelCapacity: 1000 } as const;

/** A measure as typed, in whole feet or gallons. Blank and null mean none. */
const measure = (most: number, what: string) =>
  z.optional(
    blankIsNull(typedWholeNumber(1, most, `${what} must be a whole number from 1 to ${most}.`)),
  );

const fuel = z.optional(blankIsNull(z.enum(FUEL_TYPES, 'Please select Regular or Premium fuel.')));

const boat = {
  name: requiredText('Please enter the boat’s name.', 60),
  type: z.optional(clearableText(60)),
  length: measure(BOAT_LIMITS.length, 'Length in feet'),
  fuelCapacity: measure(BOAT_LIMITS.fuelCapacity, 'Fuel capacity in gallons'),
  fuelTaken: fuel,
  fuelNever: fuel,
  fillerSide: z.optional(blankIsNull(z.enum(FILLER_SIDES, 'Please select a side of the boat.'))),
  fillerPlace: z.optional(clearableText(120)),
  /** A photo of the fuel fill. Null removes it. If omitted, the photo stays. */
  fillerPhoto: z.nullish(photoSchema),
};

const fuelsDiffer = z.refine<{ fuelTaken?: FuelType | null; fuelNever?: FuelType | null }>(
  ({ fuelTaken, fuelNever }) => !fuelTaken || fuelTaken !== fuelNever,
  {
    error: 'This is the boat’s own fuel. Select the fuel that must never go into it.',
    path: ['fuelNever'],
  },
);

/** A new boat, as entered by its owner. */
export const boatSchema = z.object(boat).check(fuelsDiffer);
export type BoatInput = z.infer<typeof boatSchema>;

/** A change to a boat. It replaces all fields. */
export const boatEditSchema = z
  .object({ id: idSchema, ...boat, read: readSchema })
  .check(fuelsDiffer);

/** A boat that staff add for a customer, or change. */
export const customerBoatSchema = z.object({ customerId: idSchema, ...boat }).check(fuelsDiffer);
export const customerBoatEditSchema = z
  .object({ customerId: idSchema, id: idSchema, ...boat, read: readSchema })
  .check(fuelsDiffer);
