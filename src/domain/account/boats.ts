import * as z from 'zod/mini';
import { idSchema } from '../booking/schemas';

/** Boats one customer may keep. */
export const MAX_BOATS = 20;
/** Feet; gallons. Above any boat on a lake. */
export const BOAT_LIMITS = { length: 200, fuelCapacity: 1000 } as const;

const NAME_SENTENCE = 'Please enter the name of the boat.';

/** A whole number as typed; blank, null and left out are none. */
const optionalNumber = (max: number, what: string) => {
  const sentence = `${what} must be a whole number from 1 to ${max}.`;
  return z.pipe(
    z.transform((value) => {
      if (value === undefined || value === null) return null;
      if (typeof value !== 'string') return value;
      if (value.trim() === '') return null;
      return /^\s*\d+\s*$/.test(value) ? Number(value) : value;
    }),
    z.nullable(
      z.number(sentence).check(z.int(sentence), z.minimum(1, sentence), z.maximum(max, sentence)),
    ),
  );
};

const optionalText = z.pipe(
  z.nullish(z.string().check(z.trim(), z.maxLength(60, 'Please use at most 60 characters.'))),
  z.transform((value) => value || null),
);

const boat = {
  name: z
    .string(NAME_SENTENCE)
    .check(
      z.trim(),
      z.minLength(1, NAME_SENTENCE),
      z.maxLength(60, 'Please use at most 60 characters.'),
    ),
  type: z.optional(optionalText),
  length: z.optional(optionalNumber(BOAT_LIMITS.length, 'Length in feet')),
  fuelCapacity: z.optional(optionalNumber(BOAT_LIMITS.fuelCapacity, 'Fuel capacity in gallons')),
};

/** A boat as its owner writes it down (customer section 3). */
export const boatSchema = z.object(boat);
export type BoatInput = z.infer<typeof boatSchema>;

/** The same for one that is there: all of it is replaced. */
export const boatEditSchema = z.object({ id: idSchema, ...boat });
