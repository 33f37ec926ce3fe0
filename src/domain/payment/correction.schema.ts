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

/** The corrected figures of a completed delivery, with a reason. */
export const deliveryCorrectionFields = {
  ...correctionFields,
  reason: requiredLongText('Enter a reason.', 300),
};

/**
 * A correction to a completed delivery. `confirmedTotal` is the new total shown to the person. Each
 * dialog creates one `requestId`, so sending it twice corrects it once.
 */
export const deliveryCorrectionSchema = inUnits(
  z.object({
    id: idSchema,
    ...deliveryCorrectionFields,
    confirmedTotal: z.optional(dollars('Please confirm the total.', { most: MAX_CHARGE_CENTS })),
    version: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'The version must be a whole number.'),
    requestId: requestIdSchema,
  }),
);
export type DeliveryCorrection = z.infer<typeof deliveryCorrectionSchema>;
