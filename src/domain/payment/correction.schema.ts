import * as z from 'zod/mini';
import {
  dollars,
  idSchema,
  inUnits,
  requestIdSchema,
  requiredLongText,
  wholeNumber,
} from '../fields';
import { correctionFields } from '../review/review.schema';
import { MAX_CHARGE_CENTS } from './charge';

/** The figures of a completed delivery as they should have been, and why. */
export const deliveryCorrectionFields = {
  ...correctionFields,
  reason: requiredLongText('Enter a reason.', 300),
};

/**
 * The correction of a completed delivery. `confirmedTotal` is the new total that the person saw;
 * `requestId` is one for each dialog, so that a correction sent twice is made once.
 */
export const deliveryCorrectionSchema = inUnits(
  z.object({
    id: idSchema,
    ...deliveryCorrectionFields,
    confirmedTotal: z.optional(dollars('Please confirm the total.', { most: MAX_CHARGE_CENTS })),
    version: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'A version is a whole number.'),
    requestId: requestIdSchema,
  }),
);
export type DeliveryCorrection = z.infer<typeof deliveryCorrectionSchema>;
