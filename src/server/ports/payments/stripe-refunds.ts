import type Stripe from 'stripe';
import { type PaymentsPort, PaymentsUnreachable } from './port';
import { withPortErrors } from './stripe-errors';
import { REFUND_KEY_FIELD, refundView } from './stripe-views';

type Refunds = Pick<PaymentsPort, 'refund' | 'retrieveRefund' | 'listRefunds'>;

export function refundsAt(stripe: Stripe): Refunds {
  async function refundsOf(paymentIntentId: string): Promise<Stripe.Refund[]> {
    return withPortErrors(() =>
      stripe.refunds
        .list({ payment_intent: paymentIntentId, limit: 100 })
        .autoPagingToArray({ limit: 1000 }),
    );
  }

  return {
    async refund({ paymentIntentId, amountCents, key }) {
      const known = async () => {
        const refunds = await refundsOf(paymentIntentId);
        return refunds.find((refund) => refund.metadata?.[REFUND_KEY_FIELD] === key);
      };
      const before = await known();
      if (before) return refundView(before);
      const params = {
        payment_intent: paymentIntentId,
        amount: amountCents,
        metadata: { [REFUND_KEY_FIELD]: key },
      };
      try {
        const made = () => stripe.refunds.create(params, { idempotencyKey: `refund:${key}` });
        return refundView(await withPortErrors(made));
      } catch (error) {
        if (!(error instanceof PaymentsUnreachable)) throw error;
        const after = await known();
        if (after) return refundView(after);
        throw error;
      }
    },

    async retrieveRefund(id) {
      return refundView(await withPortErrors(() => stripe.refunds.retrieve(id)));
    },

    async listRefunds(paymentIntentId) {
      return (await refundsOf(paymentIntentId)).map(refundView);
    },
  };
}
