import * as z from 'zod/mini';
import { blankIs, calendarDate, dollars, inUnits, typedWholeNumber, wholeNumber } from '../fields';
import { cents, formatDollars } from '../money';
import type { OrderLimits } from '../order/order-limits';
import { MAX_UNIT_PRICE_CENTS } from './fuel';
import { PRICE_MESSAGES } from './market-prices.schema';
import { type OwnPrice, PRICE_FACTS } from './price-book';
import { pricePerGallon } from './unit-price';

/** Converts "06:30" to minutes since midnight. */
const timeOfDay = z.pipe(
  z
    .string('Enter a time.')
    .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 6:00 AM.')),
  z.transform((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
);

/** A blank amount keeps the price. */
function price(name: OwnPrice & `${string}Cents`) {
  const mostCents = cents(PRICE_FACTS[name].most);
  const most = formatDollars(mostCents).replace('.00', '');
  const message = `Enter an amount from $0 to ${most}, in dollars and cents.`;
  return blankIs(undefined, z.optional(dollars(message, { most: mostCents })));
}

/** A blank limit keeps the one in force. */
function limit(name: keyof OrderLimits) {
  const { least, most } = PRICE_FACTS[name];
  const message = `Enter a whole number from ${least} to ${most}.`;
  return z.optional(blankIs(undefined, z.optional(typedWholeNumber(least, most, message))));
}

/** A planned market price. Blank keeps the one in force. */
const marketPrice = z.optional(
  blankIs(
    undefined,
    z.optional(pricePerGallon(PRICE_MESSAGES.amount, { most: MAX_UNIT_PRICE_CENTS })),
  ),
);

const amounts = {
  serviceCharge: price('serviceChargeCents'),
  fuelFee: price('fuelFeeCents'),
  iceFee: price('iceFeeCents'),
  bothFee: price('bothFeeCents'),
  smallBag: price('smallBagCents'),
  largeBag: price('largeBagCents'),
  minimumOrder: price('minimumOrderCents'),
  mostGallons: limit('mostGallons'),
  mostBags: limit('mostBags'),
  regular: marketPrice,
  premium: marketPrice,
};

/**
 * A change of prices. Without a date and time, it applies now. `read` is the number of the newest
 * entry that the form showed.
 */
export const priceChangeSchema = inUnits(
  z
    .object({
      ...amounts,
      date: z.optional(z.nullable(calendarDate('Enter a date.'))),
      time: z.optional(z.nullable(timeOfDay)),
      readEntry: wholeNumber(
        0,
        Number.MAX_SAFE_INTEGER,
        'Please send the ID of the newest price change you read.',
      ),
    })
    .check(
      z.refine(({ regular, premium }) => (regular === undefined) === (premium === undefined), {
        error: PRICE_MESSAGES.both,
        path: ['premium'],
      }),
      z.refine(({ date, time }) => (date ?? null) === null || (time ?? null) !== null, {
        error: 'Enter a time.',
        path: ['time'],
      }),
      z.refine(({ date, time }) => (date ?? null) !== null || (time ?? null) === null, {
        error: 'Enter a date.',
        path: ['date'],
      }),
    ),
);
export type PriceChangeInput = z.output<typeof priceChangeSchema>;

export const priceEntrySchema = z.object({
  id: wholeNumber(
    1,
    Number.MAX_SAFE_INTEGER,
    'Send the ID of the price change you want to cancel.',
  ),
});
