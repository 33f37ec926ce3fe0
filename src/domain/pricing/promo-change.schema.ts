import * as z from 'zod/mini';
import { readSchema } from '../edit-conflict';
import { text } from '../fields';
import { MAX_TEST_CODE_DAYS, TEST_CODE_DAYS } from './promos';
import { promoCodeSchema } from './promos.schema';

/** Maximum length of a note on a promo code. */
export const MAX_PROMO_NOTE_LENGTH = 200;

const CODE = 'A test code needs 3 to 10 letters and digits.';

const code = promoCodeSchema.check(z.regex(/^[A-Z0-9]{3,10}$/, CODE));
const note = z._default(text(MAX_PROMO_NOTE_LENGTH), '');

const DAYS = `A test code can work for 1 to ${MAX_TEST_CODE_DAYS} days.`;
const days = z._default(
  z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(MAX_TEST_CODE_DAYS, DAYS)),
  TEST_CODE_DAYS,
);

/** A new code, with a note by staff and the number of days it works. */
export const promoSchema = z.object({ code, note, days });

/** A change to a code. Omitted fields are unchanged. */
export const promoChangeSchema = z.object({
  code: promoCodeSchema,
  note: z.optional(text(MAX_PROMO_NOTE_LENGTH)),
  isActive: z.optional(z.boolean('Please select whether the code is active.')),
  read: readSchema,
});
export type PromoChange = z.infer<typeof promoChangeSchema>;

export const promoNameSchema = z.object({ code: promoCodeSchema });
