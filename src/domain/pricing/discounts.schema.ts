import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import {
  blankIsNull,
  calendarDate,
  dollars,
  inUnits,
  pageNumber,
  typedWholeNumber,
} from '../fields';
import { cents } from '../money';
import { DISCOUNTED_LINES } from './discount-rules';
import { promoCodeSchema } from './promos.schema';

/** Error messages of the discount form. */
export const DISCOUNT_MESSAGES = {
  code: 'A code needs 3 to 10 letters and digits.',
  on: 'Select fuel, ice, or delivery.',
  percent: 'Enter a whole number from 1 to 100.',
  amount: 'Enter an amount from $0.01 to $1,000.00.',
  one: 'Enter a percentage or an amount in dollars.',
  both: 'Enter a percentage or an amount in dollars, not both.',
  date: 'Enter a date.',
  order: 'The last day can’t be before the first.',
  perCustomer: 'Enter a whole number from 1 to 1,000.',
  inAll: 'Enter a whole number from 1 to 100,000.',
} as const;

const optional = <S extends z.ZodMiniType>(schema: S) => z.optional(blankIsNull(schema));

const terms = {
  on: z.enum(DISCOUNTED_LINES, DISCOUNT_MESSAGES.on),
  percent: optional(typedWholeNumber(1, 100, DISCOUNT_MESSAGES.percent)),
  amount: optional(dollars(DISCOUNT_MESSAGES.amount, { least: cents(1), most: cents(100_000) })),
  startsOn: optional(calendarDate(DISCOUNT_MESSAGES.date)),
  endsOn: optional(calendarDate(DISCOUNT_MESSAGES.date)),
  mostPerCustomer: optional(typedWholeNumber(1, 1_000, DISCOUNT_MESSAGES.perCustomer)),
  mostInAll: optional(typedWholeNumber(1, 100_000, DISCOUNT_MESSAGES.inAll)),
};

type Given = { percent?: unknown; amount?: unknown };
type Dates = { startsOn?: string | null | undefined; endsOn?: string | null | undefined };

const isGiven = (value: unknown) => value !== null && value !== undefined;
const hasOne = z.refine<Given>(({ percent, amount }) => isGiven(percent) || isGiven(amount), {
  error: DISCOUNT_MESSAGES.one,
  path: ['percent'],
});
const hasNotBoth = z.refine<Given>(
  ({ percent, amount }) => !(isGiven(percent) && isGiven(amount)),
  {
    error: DISCOUNT_MESSAGES.both,
    path: ['amount'],
  },
);
const datesInOrder = z.refine<Dates>(
  ({ startsOn, endsOn }) => !startsOn || !endsOn || startsOn <= endsOn,
  { error: DISCOUNT_MESSAGES.order, path: ['endsOn'] },
);

/** A new discount. Its code keeps the owner's spelling, and customers may type it in any case. */
export const newDiscountSchema = inUnits(
  z
    .object({
      code: z
        .string(DISCOUNT_MESSAGES.code)
        .check(z.trim(), z.regex(/^[A-Za-z0-9]{3,10}$/, DISCOUNT_MESSAGES.code)),
      ...terms,
    })
    .check(hasOne, hasNotBoth, datesInOrder),
);
export type NewDiscount = z.output<typeof newDiscountSchema>;

/** A change to a discount. The code stays, because customers know it. */
export const discountChangeSchema = inUnits(
  z
    .object({ code: promoCodeSchema, ...terms, read: readSchema })
    .check(hasOne, hasNotBoth, datesInOrder),
);
export type DiscountChange = z.output<typeof discountChangeSchema>;

export const discountActiveSchema = z.object({
  code: promoCodeSchema,
  isActive: z.boolean('Please select whether the code is active.'),
});

export const discountPageSchema = z.object({ page: pageNumber });
