import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import { clearableLongText, clearableText, idSchema, requiredText, text } from '../fields';
import { MAX_LOCATION } from '../order/options';
import { coordinatesIn } from '../route/coordinates';
import { positionSchema } from '../route/position.schema';
import { addressKey } from './place';

/**
 * An order's location has room for a name and an address of this length, with the comma between
 * them.
 */
export const MAX_PLACE_NAME = 70;
export const MAX_PLACE_ADDRESS = 128;
export const MAX_PLACE_NOTE = 300;
export const MAX_ALIASES = 200;

export const PLACE_MESSAGES = {
  name: 'Enter a name.',
  position: 'Enter latitude and longitude in degrees, such as 41.98123, -86.10987.',
  lost: 'Enter an address or a position, so that drivers can find the place.',
  taken: 'A place with this name is already in the list.',
} as const;

const typedPosition = z.pipe(
  z.nullable(text(60)),
  z.transform((typed, ctx) => {
    if (!typed) return null;
    const position = coordinatesIn(typed);
    if (position) return position;
    ctx.issues.push({ code: 'custom', input: typed, message: PLACE_MESSAGES.position });
    return z.NEVER;
  }),
);

const placeFields = {
  name: requiredText(PLACE_MESSAGES.name, MAX_PLACE_NAME).check(
    z.refine((name) => addressKey(name) !== '', PLACE_MESSAGES.name),
  ),
  address: clearableText(MAX_PLACE_ADDRESS),
  position: typedPosition,
  note: clearableLongText(MAX_PLACE_NOTE),
  aliases: clearableText(MAX_ALIASES),
};

/** A place as typed in its form. Without an ID, it's a new place. */
export const placeSchema = z
  .object({ id: z.optional(idSchema), ...placeFields, read: readSchema })
  .check(
    z.refine(({ address, position }) => address !== null || position !== null, {
      error: PLACE_MESSAGES.lost,
      path: ['address'],
    }),
  );
export type PlaceInput = z.output<typeof placeSchema>;

/** A search typed by a visitor. */
export const placeSearchSchema = z.object({ text: text(MAX_LOCATION) });

/** An address in the order form. */
export const placeAreaSchema = z.object({ location: text(MAX_LOCATION) });

/** A visitor's position, to find the place where they are. */
export const nearPlaceSchema = positionSchema;

/** The longest file, in characters. The list itself is shorter. */
export const MAX_PLACE_FILE = 200_000;
export const FILE_TOO_LONG = 'This file is too large. It can have up to 1,000 places and 200 KB.';

/** The text of a CSV file with places. */
export const placeFileSchema = z.object({
  text: z.string('Select a file.').check(z.maxLength(MAX_PLACE_FILE, FILE_TOO_LONG)),
});
