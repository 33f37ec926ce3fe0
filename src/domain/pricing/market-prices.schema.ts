import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import { inUnits, wholeNumber } from '../fields';
import { MAX_UNIT_PRICE_CENTS } from './fuel';
import { pricePerGallon } from './unit-price';

/** Error messages of the Fuel Prices tab. */
export const PRICE_MESSAGES = {
  both: 'Please enter both regular and premium prices.',
  amount: 'Prices must be dollars and cents from 0 to 100, such as 3.10.',
} as const;

/** A market price as typed. Blank counts as missing. */
const marketPrice = pricePerGallon(PRICE_MESSAGES.amount, {
  most: MAX_UNIT_PRICE_CENTS,
  missing: PRICE_MESSAGES.both,
});

/** Both market prices, in dollars per gallon. */
export const manualPricesSchema = inUnits(
  z.object({ regular: marketPrice, premium: marketPrice, read: readSchema }),
);

export const priceHistorySchema = z.object({
  limit: z._default(
    wholeNumber(1, 500, 'Please send a whole number of prices from 1 to 500.'),
    120,
  ),
});
