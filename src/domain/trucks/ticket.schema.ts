import * as z from 'zod/mini';
import { gallons, idSchema, wholeNumber } from '../fields';
import { gallonTenths } from '../money';

/** More than any meter shows. */
const MOST = gallonTenths(99_999_999_9);
const READING = 'Enter the reading in gallons, from 0 to 99,999,999.9.';

export const READINGS_MESSAGE = 'Enter both the start and end readings.';

/** The meter readings. Either both or neither. */
export const readingFields = {
  meterStart: z.optional(gallons(READING, { most: MOST })),
  meterEnd: z.optional(gallons(READING, { most: MOST })),
};

/** The truck that delivered. If it's omitted, it's the driver's truck of the date. */
export const truckField = z.optional(wholeNumber(1, 1_000_000, 'Select a truck.'));

/** The parts of a ticket that a device decides: its truck, and a number that the device holds. */
export const deviceTicketFields = {
  truckId: truckField,
  ticket: z.optional(
    z.object({
      rangeId: idSchema,
      number: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'A ticket number must be a whole number.'),
    }),
  ),
};

/** A device asks for ticket numbers. The ID is of its choice, so that asking again is harmless. */
export const ticketRangeSchema = z.object({
  id: z.string('An ID is required.').check(z.regex(/^[\w-]{16,64}$/, 'An ID is required.')),
  truckId: wholeNumber(1, 1_000_000, 'Select a truck.'),
});
