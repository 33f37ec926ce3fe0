import * as z from 'zod/mini';
import { MAX_ICE_BAGS } from './options';
import { BOOKING_SENTENCES, dollarsSchema, idSchema, staffGallonsSchema } from './schemas';

/** Dollars per gallon that no delivery reaches: a slipped decimal point is refused, not charged. */
const MAX_CUSTOM_PRICE_CENTS = 10_000;

/** A count of bags as typed; blank counts as 0 (staff section 5). */
const typedBags = z.pipe(
  z.union([z.number(), z.string()], BOOKING_SENTENCES.iceBags),
  z.transform((value, ctx) => {
    const typed = String(value).trim();
    const bags = /^\d*$/.test(typed) ? Number(typed) : Number.NaN;
    if (!(bags <= MAX_ICE_BAGS)) {
      ctx.issues.push({ code: 'custom', input: value, message: BOOKING_SENTENCES.iceBags });
      return z.NEVER;
    }
    return bags;
  }),
);

/** A price per gallon as typed, in cents; blank is null: the price of the booking holds. */
export const typedCustomPrice = z.pipe(
  z.transform((value) => (typeof value === 'string' && value.trim() === '' ? null : value)),
  z.nullable(
    dollarsSchema('Please enter a price such as 4.16, at most $100.', MAX_CUSTOM_PRICE_CENTS),
  ),
);

const details = {
  id: idSchema,
  /** Tenths of a gallon once read. */
  estimatedGallons: staffGallonsSchema,
  smallIceBags: typedBags,
  largeIceBags: typedBags,
  customFuelPrice: z._default(typedCustomPrice, null),
};

/** What the Edit Appointment dialog asks the price of; an order of nothing costs nothing. */
export const pricePreviewSchema = z.object(details);

/** What the Edit Appointment dialog saves (staff section 2). */
export const editDetailsSchema = z.object(details).check(
  z.refine((value) => value.estimatedGallons > 0 || value.smallIceBags + value.largeIceBags > 0, {
    error: BOOKING_SENTENCES.noItems,
    path: ['estimatedGallons'],
  }),
);
export type EditDetailsInput = z.infer<typeof editDetailsSchema>;
