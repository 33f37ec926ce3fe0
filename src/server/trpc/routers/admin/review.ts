import {
  correctionSchema,
  differenceSchema,
  forgivenessSchema,
  releaseSchema,
  reviewItemSchema,
} from '@/domain/review/review.schema';
import {
  refundDifference,
  takeOverPayment,
} from '@/server/modules/deliveries/payment-difference.usecases';
import {
  correctCharge,
  forgiveCharge,
  releaseCharge,
} from '@/server/modules/payments/held-charge.usecases';
import { readReviewQueue, resolveReviewItem } from '@/server/modules/review/review.usecases';
import { admin } from '@/server/trpc/init';

/** "Needs a look": what staff decide before anything else happens with it (D92). */
export const reviewProcedures = {
  reviewQueue: admin.query(({ ctx }) => readReviewQueue(ctx)),

  /** Charges a held delivery as it was recorded. */
  releaseCharge: admin.input(releaseSchema).mutation(({ ctx, input }) => releaseCharge(ctx, input)),

  /** Corrects a held delivery, and charges that. */
  correctCharge: admin
    .input(correctionSchema)
    .mutation(({ ctx, input }) => correctCharge(ctx, input)),

  /** Lets a held delivery cost nothing. */
  forgiveCharge: admin
    .input(forgivenessSchema)
    .mutation(({ ctx, input }) => forgiveCharge(ctx, input)),

  /** Takes over what Stripe has and the books lack. */
  takeOverPayment: admin
    .input(differenceSchema)
    .mutation(({ ctx, input }) => takeOverPayment(ctx, input)),

  /** Gives a payment back that belongs to no debt. */
  refundDifference: admin
    .input(differenceSchema)
    .mutation(({ ctx, input }) => refundDifference(ctx, input)),

  resolveReviewItem: admin
    .input(reviewItemSchema)
    .mutation(({ ctx, input }) => resolveReviewItem(ctx, input)),
};
