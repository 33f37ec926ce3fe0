import { appointmentIdSchema } from '@/domain/booking/schemas';
import { cashSchema, refundSchema } from '@/domain/payment/refund';
import { recordCash, retryCharge } from '@/server/modules/payments/recovery.usecases';
import { readRefunds, refundDelivery } from '@/server/modules/payments/refunds.usecases';
import { admin } from '@/server/trpc/init';

/** What staff do about a payment (D30, D32). */
export const moneyProcedures = {
  /** One more attempt on the saved card. */
  retryCharge: admin
    .input(appointmentIdSchema)
    .mutation(({ ctx, input }) => retryCharge(ctx, input)),

  recordCash: admin.input(cashSchema).mutation(({ ctx, input }) => recordCash(ctx, input)),

  /** All that is left, or a part. */
  refund: admin.input(refundSchema).mutation(({ ctx, input }) => refundDelivery(ctx, input)),

  /** The refunds of a booking and what can still be given back. */
  refunds: admin.input(appointmentIdSchema).query(({ ctx, input }) => readRefunds(ctx, input)),
};
