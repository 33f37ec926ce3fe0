import * as z from 'zod/mini';
import { dollars, idSchema, inUnits, noteText, pageNumber } from '../fields';
import { deliveredFields, staffOrderFields } from '../order/staff-order.schema';
import { MAX_CHARGE_CENTS } from '../payment/charge';

const confirmedTotal = dollars('Please confirm the total.', { most: MAX_CHARGE_CENTS });
const note = z._default(noteText, '');

/** A page of the queue, the first one when it is left out; the items of one delivery may come first. */
export const reviewQueueSchema = z._default(
  z.object({ page: pageNumber, deliveryId: z.nullish(idSchema) }),
  { page: 1 },
);
export type ReviewQueueInput = z.infer<typeof reviewQueueSchema>;

/** Charging what is held: the total is the one that the person saw. */
export const releaseSchema = inUnits(z.object({ id: idSchema, confirmedTotal }));
export type ReleaseInput = z.infer<typeof releaseSchema>;

/** The figures as they should have been. */
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

/** How a difference from Stripe is settled: the amount is the one that the person saw. */
export const differenceSchema = inUnits(
  z.object({
    id: idSchema,
    amount: dollars('Please confirm the amount.', { most: MAX_CHARGE_CENTS }),
  }),
);
export type DifferenceInput = z.infer<typeof differenceSchema>;

/** Recording what a device told: for its own appointment, or for the one that it really was. */
export const acceptanceSchema = inUnits(
  z.object({
    id: idSchema,
    appointmentId: z.optional(idSchema),
    confirmedTotal: z.optional(confirmedTotal),
  }),
);
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** An item that staff have dealt with elsewhere. */
export const reviewItemSchema = z.object({ id: idSchema, note });
