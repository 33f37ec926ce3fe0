import * as z from 'zod/mini';
import { dollars, idSchema, inUnits } from '../fields';
import { MAX_CHARGE_CENTS } from './charge';

/** After the card was saved in the browser. */
export const confirmSetupSchema = z.object({
  appointmentId: idSchema,
  setupIntentId: z.string('A setup intent id is required.').check(z.minLength(1), z.maxLength(200)),
  paymentMethodId: z.nullish(z.string().check(z.maxLength(200))),
});

/** A saved card of the account instead of a typed one; `paymentMethodId` is the account's own id. */
export const savedCardSchema = z.object({ appointmentId: idSchema, paymentMethodId: idSchema });

/** The paying of a balance; the amount is in dollars as typed. */
export const balancePaymentSchema = inUnits(
  z.object({
    appointmentId: idSchema,
    remainingAmount: dollars('Please give the amount left to pay, such as 122.85.', {
      most: MAX_CHARGE_CENTS,
    }),
  }),
);
