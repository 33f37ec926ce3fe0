import * as z from 'zod/mini';
import { parseDollars } from '../money';

/** Sentences of the Fuel Prices tab (staff section 5). */
export const PRICE_SENTENCES = {
  both: 'Please enter both regular and premium prices.',
  amount: 'Prices must be dollars and cents from 0 to 100, such as 3.10.',
} as const;

/** Dollars a gallon that no market reaches: a slipped decimal point is refused. */
const MAX_MARKET_CENTS = 10_000;

/** A market price as typed, in cents; a blank one counts as missing. */
const marketPrice = z.pipe(
  z.union([z.number(), z.string()], PRICE_SENTENCES.both),
  z.transform((value, ctx) => {
    const isBlank = typeof value === 'string' && value.trim() === '';
    const cents = parseDollars(value);
    if (isBlank || cents === null || cents > MAX_MARKET_CENTS) {
      const message = isBlank ? PRICE_SENTENCES.both : PRICE_SENTENCES.amount;
      ctx.issues.push({ code: 'custom', input: value, message });
      return z.NEVER;
    }
    return cents;
  }),
);

/** Both market prices, as dollars; cents once read. */
export const manualPricesSchema = z.object({ regular: marketPrice, premium: marketPrice });

export const priceHistorySchema = z.object({
  limit: z._default(
    z.number('Please give a number of prices.').check(z.int(), z.minimum(1), z.maximum(500)),
    120,
  ),
});
