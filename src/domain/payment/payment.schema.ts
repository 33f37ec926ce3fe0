import * as z from 'zod/mini';
import { dollars, idSchema, inUnits } from '../fields';
import { MAX_CHARGE_CENTS } from './charge';

const setupIntentId = z
  .string('A setup intent ID is required.')
  .check(z.minLength(1), z.maxLength(200));

/** The input of the call that follows after a browser saved a card for an appointment. */
export const confirmSetupSchema = z.object({
  appointmentId: idSchema,
  setupIntentId,
  paymentMethodId: z.nullish(z.string().check(z.maxLength(200))),
});

/** The input of the call that follows after a browser added a card to an account. */
export const confirmCardSchema = z.object({ setupIntentId });

/**
 * Selects a card saved in the account instead of a new one. `paymentMethodId` is our own ID of the
 * card.
 */
export const savedCardSchema = z.object({ appointmentId: idSchema, paymentMethodId: idSchema });

/** A payment of the balance, in dollars as typed. */
export const balancePaymentSchema = inUnits(
  z.object({
    appointmentId: idSchema,
    remainingAmount: dollars('Please send the balance, such as 122.85.', {
      most: MAX_CHARGE_CENTS,
    }),
  }),
);
