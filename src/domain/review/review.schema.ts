import * as z from 'zod/mini';
import { dollars, idSchema, inUnits, noteText, pageNumber } from '../fields';
import { deliveredFields, staffOrderFields } from '../order/staff-order.schema';
import { MAX_CHARGE_CENTS } from '../payment/charge';

const confirmedTotal = dollars('Confirm the total.', { most: MAX_CHARGE_CENTS });
const note = z._default(noteText, '');

/**
 * A page of the queue, by default the first. The items of `deliveryId` come before all others. With
 * `calls`, it only has the customers to call.
 */
export const reviewQueueSchema = z._default(
  z.object({
    page: pageNumber,
    deliveryId: z.nullish(idSchema),
    calls: z.optional(z.boolean('Select yes or no.')),
  }),
  { page: 1 },
);
export type ReviewQueueInput = z.infer<typeof reviewQueueSchema>;

/** Approves a charge in review. The total is the one that the person saw. */
export const releaseSchema = inUnits(z.object({ id: idSchema, confirmedTotal }));
export type ReleaseInput = z.infer<typeof releaseSchema>;

/** The figures that should have been recorded. */
export const correctionFields = {
  actualGallons: deliveredFields.actualGallons,
  smallIceBags: staffOrderFields.smallIceBags,
  largeIceBags: staffOrderFields.largeIceBags,
};
export const correctionSchema = inUnits(
  z.object({ id: idSchema, ...correctionFields, confirmedTotal, note }),
);
export type CorrectionInput = z.infer<typeof correctionSchema>;

export const forgivenessSchema = z.object({ id: idSchema, note });
export type Forgiveness = z.infer<typeof forgivenessSchema>;

/** Settles a payment that differs from Stripe. The amount is the one that the person saw. */
export const differenceSchema = inUnits(
  z.object({
    id: idSchema,
    amount: dollars('Confirm the amount.', { most: MAX_CHARGE_CENTS }),
  }),
);
export type DifferenceInput = z.infer<typeof differenceSchema>;

/** Records a refused device action for its appointment, or for the one actually delivered. */
export const acceptanceSchema = inUnits(
  z.object({
    id: idSchema,
    appointmentId: z.optional(idSchema),
    confirmedTotal: z.optional(confirmedTotal),
  }),
);
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** Resolves an item that staff settled elsewhere. */
export const reviewItemSchema = z.object({ id: idSchema, note });
