import * as z from 'zod/mini';
import { blankIsNull, text, typedWholeNumber } from '../fields';

/** The name and the tank of a boat that isn't in an account, as staff type them. */
export const typedBoatFields = {
  boatName: z.optional(blankIsNull(text(60))),
  boatTank: z.optional(
    blankIsNull(typedWholeNumber(1, 1000, 'The tank must be a whole number of gallons.')),
  ),
};
