import { byIdSchema } from '@/domain/fields';
import {
  acceptanceSchema,
  correctionSchema,
  differenceSchema,
  forgivenessSchema,
  releaseSchema,
  reviewItemSchema,
  reviewQueueSchema,
} from '@/domain/review/review.schema';
import { acceptRefusedAction } from '@/server/modules/deliveries/completion/accept-refused-action.usecases';
import {
  correctChargeInReview,
  releaseHeld,
  writeOffChargeInReview,
} from '@/server/modules/deliveries/correction/charge-in-review.usecases';
import {
  refundDifference,
  takeOverPayment,
} from '@/server/modules/deliveries/correction/payment-difference.usecases';
import {
  readReviewQueue,
  resolveReviewItem,
  undoCall,
} from '@/server/modules/review/review.usecases';
import { provable } from '@/server/trpc/confirmed';
import { office, officeAlways } from '@/server/trpc/init';

/** "Needs attention": items that staff must decide first. */
export const reviewProcedures = {
  reviewQueue: officeAlways('deliveries')
    .input(reviewQueueSchema)
    .query(({ ctx, input }) => readReviewQueue(ctx, input)),

  /** Charges a delivery in review as it was recorded. */
  releaseCharge: officeAlways('concessions')
    .input(releaseSchema)
    .mutation(({ ctx, input }) => releaseHeld(provable(ctx), input)),

  /** Corrects a delivery in review and charges the new total. */
  correctCharge: officeAlways('concessions')
    .input(correctionSchema)
    .mutation(({ ctx, input }) => correctChargeInReview(provable(ctx), input)),

  /** Writes off the charge of a delivery in review. */
  forgiveCharge: officeAlways('concessions')
    .input(forgivenessSchema)
    .mutation(({ ctx, input }) => writeOffChargeInReview(provable(ctx), input)),

  /** Applies a payment that's at Stripe but missing from the books. */
  takeOverPayment: office('concessions')
    .input(differenceSchema)
    .mutation(({ ctx, input }) => takeOverPayment(provable(ctx), input)),

  /** Refunds a payment that belongs to no debt. */
  refundDifference: office('concessions')
    .input(differenceSchema)
    .mutation(({ ctx, input }) => refundDifference(provable(ctx), input)),

  /** Records a completion that a device reported and the server refused. */
  acceptPress: officeAlways('concessions')
    .input(acceptanceSchema)
    .mutation(({ ctx, input }) => acceptRefusedAction(provable(ctx), input)),

  resolveReviewItem: officeAlways('deliveries')
    .input(reviewItemSchema)
    .mutation(({ ctx, input }) => resolveReviewItem(ctx, input)),

  /** Puts a customer on the call list again. */
  undoCall: officeAlways('deliveries')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => undoCall(ctx, input)),
};
