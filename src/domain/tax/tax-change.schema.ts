import * as z from 'zod/mini';
import { blankIsNull, calendarDate, idSchema, text, wholeNumber } from '../fields';
import { parseDecimal } from '../money';
import { MOST_TAX, PRODUCT_FACTS, type Product, TAX_DECIMALS, type TaxRate } from './tax';

/** Error messages of a tax rate's fields. */
export const TAX_MESSAGES = {
  percent: 'Enter a percentage from 0 to 100, with at most 3 decimals.',
  gallon: 'Enter an amount per gallon from $0 to $10, with at most 4 decimals.',
  kind: 'Select no tax, percent, or per gallon.',
  onlyPercent: 'Only fuel and the service charge can be taxed per gallon.',
  date: 'Select a date from which the rates apply.',
} as const;

/** What to do with a product's rate. `keep` leaves it as it is. */
const RATE_CHOICES = ['keep', 'none', 'percent', 'gallon'] as const;
export type RateChoice = (typeof RATE_CHOICES)[number];

/** Parses a typed rate. @returns null unless it's in range */
export function parseRate(kind: 'percent' | 'gallon', typed: string | number): TaxRate | null {
  const value = parseDecimal(
    typeof typed === 'string' ? typed.replace(/^\$|%$/g, '') : typed,
    TAX_DECIMALS[kind],
  );
  return value === null || value > MOST_TAX ? null : { kind, value };
}

const typedRate = z.union(
  [
    z.string().check(z.maxLength(20, TAX_MESSAGES.percent)),
    z.number().check(z.minimum(0, TAX_MESSAGES.percent), z.maximum(100, TAX_MESSAGES.percent)),
  ],
  TAX_MESSAGES.percent,
);

/** Returns undefined to keep the rate, and null for no tax. A rate of 0 is no tax. */
function rateOf(product: Product) {
  return z.pipe(
    z.object({
      kind: z.enum(RATE_CHOICES, TAX_MESSAGES.kind),
      amount: z.optional(typedRate),
    }),
    z.transform(({ kind, amount = '' }, ctx): TaxRate | null | undefined => {
      const refuse = (message: string, path: string) => {
        ctx.issues.push({ code: 'custom', input: amount, message, path: [path] });
        return z.NEVER;
      };
      if (kind === 'keep') return undefined;
      if (kind === 'none') return null;
      if (!PRODUCT_FACTS[product].kinds.includes(kind)) {
        return refuse(TAX_MESSAGES.onlyPercent, 'kind');
      }
      const rate = parseRate(kind, amount);
      if (!rate) return refuse(TAX_MESSAGES[kind], 'amount');
      return rate.value === 0 ? null : rate;
    }),
  );
}

/** A change of tax rates from a date on. `readEntry` is the newest entry that the form showed. */
export const taxChangeSchema = z.object({
  startsOn: calendarDate(TAX_MESSAGES.date),
  rates: z.strictObject({
    Regular: z.optional(rateOf('Regular')),
    Premium: z.optional(rateOf('Premium')),
    ice: z.optional(rateOf('ice')),
    delivery: z.optional(rateOf('delivery')),
    service: z.optional(rateOf('service')),
  } satisfies Record<Product, unknown>),
  readEntry: wholeNumber(
    0,
    Number.MAX_SAFE_INTEGER,
    'Please send the ID of the newest tax change you read.',
  ),
});
export type TaxChangeInput = z.output<typeof taxChangeSchema>;

export const taxEntrySchema = z.object({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Send the ID of the tax change you want to cancel.'),
});

export const MAX_CERTIFICATE_LENGTH = 60;

/**
 * The exemption of a customer. A blank certificate ends it. `before` is the number that the form
 * showed, so that a change can't overwrite someone else's.
 */
export const exemptionSchema = z.object({
  userId: idSchema,
  certificate: blankIsNull(text(MAX_CERTIFICATE_LENGTH)),
  before: z.nullable(z.string().check(z.maxLength(MAX_CERTIFICATE_LENGTH))),
});
export type ExemptionInput = z.output<typeof exemptionSchema>;
