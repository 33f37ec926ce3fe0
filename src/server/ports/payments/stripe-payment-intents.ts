import Stripe from 'stripe';
import type { PaymentIntentView, PaymentsPort } from './port';
import {
  isKeyMismatch,
  isRecordedFailure,
  isStateConflict,
  isUnusableCard,
  stripeErrorOf,
  withPortErrors,
} from './stripe-errors';
import { KEYS, withKeys } from './stripe-keys';
import { APPOINTMENT_FIELD, CHARGE_FIELD, paymentIntentView } from './stripe-views';

const CARDS: 'card'[] = ['card'];
const WITH_CHARGE = ['latest_charge.balance_transaction', 'payment_method'];

type PaymentIntents = Pick<
  PaymentsPort,
  | 'createPaymentIntent'
  | 'confirmPaymentIntent'
  | 'retrievePaymentIntent'
  | 'findPaymentIntents'
  | 'updatePaymentIntentAmount'
  | 'cancelPaymentIntent'
>;

/** The part of the port that charges: a PaymentIntent from its creation to its end. */
export function paymentIntentsAt(stripe: Stripe): PaymentIntents {
  async function retrievePaymentIntent(id: string): Promise<PaymentIntentView> {
    const params = { expand: WITH_CHARGE };
    return paymentIntentView(
      await withPortErrors(() => stripe.paymentIntents.retrieve(id, params)),
    );
  }

  async function findPaymentIntents(input: { customerId: string; appointmentId: string }) {
    return withPortErrors(async () => {
      const found: PaymentIntentView[] = [];
      const expand = WITH_CHARGE.map((field) => `data.${field}`);
      const pages = stripe.paymentIntents.list({ customer: input.customerId, limit: 100, expand });
      for await (const intent of pages) {
        if (intent.metadata[APPOINTMENT_FIELD] === input.appointmentId) {
          found.push(paymentIntentView(intent));
        }
      }
      return found;
    });
  }

  const createPaymentIntent: PaymentsPort['createPaymentIntent'] = async (input) => {
    const { appointmentId, chargeId, customerId } = input;
    const create = (paymentMethod: string | null) => (idempotencyKey: string) =>
      stripe.paymentIntents.create(
        {
          amount: input.amountCents,
          currency: 'usd',
          customer: customerId,
          allowed_payment_method_types: CARDS,
          metadata: { [APPOINTMENT_FIELD]: appointmentId, [CHARGE_FIELD]: chargeId },
          ...(paymentMethod ? { payment_method: paymentMethod } : {}),
          ...(input.description ? { description: input.description } : {}),
        },
        { idempotencyKey },
      );
    const key = input.replaces ? `pi:${chargeId}:after:${input.replaces}` : `pi:${chargeId}`;
    const make = async (key: string) => {
      try {
        return paymentIntentView(await withKeys(key, create(input.paymentMethodId)));
      } catch (error) {
        if (!input.paymentMethodId || !isUnusableCard(error)) throw error;
        // The charge continues without its card, so that the customer can pay with another one.
        return paymentIntentView(await withKeys(`${key}:no-card`, create(null)));
      }
    };
    try {
      return await make(key);
    } catch (error) {
      if (!isKeyMismatch(error)) throw error;
      const found = await findPaymentIntents({ customerId, appointmentId });
      const existing = found.find(
        (intent) =>
          intent.chargeId === chargeId && (!input.replaces || intent.status !== 'canceled'),
      );
      // If there is none, the key was used for a deleted customer. No browser has the client secret
      // of that PaymentIntent, so nobody can pay it.
      return existing ?? make(`${key}:${customerId}`);
    }
  };

  const confirmPaymentIntent: PaymentsPort['confirmPaymentIntent'] = async (input) => {
    const { paymentIntentId: id, paymentMethodId } = input;
    const key = `confirm:${input.chargeId}:${input.attempt}`;
    const params = { off_session: true, payment_method: paymentMethodId, expand: WITH_CHARGE };
    for (let attempt = 1; ; attempt += 1) {
      const idempotencyKey = attempt === 1 ? key : `${key}:again${attempt}`;
      try {
        const confirm = () => stripe.paymentIntents.confirm(id, params, { idempotencyKey });
        return paymentIntentView(await withPortErrors(confirm));
      } catch (error) {
        if (stripeErrorOf(error) instanceof Stripe.errors.StripeCardError) break;
        if (isStateConflict(error)) break;
        if (isUnusableCard(error)) {
          const refusal = {
            code: 'card_unavailable',
            declineCode: null,
            message: 'The saved card can no longer be used.',
          };
          return { ...(await retrievePaymentIntent(id)), refusal };
        }
        if (!isRecordedFailure(error)) throw error;
        // A new key would be safe, because a PaymentIntent is paid at most once. The PaymentIntent
        // is retrieved first anyway.
        const seen = await retrievePaymentIntent(id);
        if (seen.status !== 'unconfirmed' || seen.refusal) return seen;
        if (attempt === KEYS) throw error;
      }
    }
    // The payment was refused or decided before. The PaymentIntent shows the result.
    return retrievePaymentIntent(id);
  };

  /** Runs `change`. Returns the current PaymentIntent if its state no longer allows the change. */
  async function changing(id: string, change: () => Promise<Stripe.PaymentIntent>) {
    try {
      return paymentIntentView(await withPortErrors(change));
    } catch (error) {
      if (isStateConflict(error)) return retrievePaymentIntent(id);
      throw error;
    }
  }

  return {
    createPaymentIntent,
    confirmPaymentIntent,
    retrievePaymentIntent,
    findPaymentIntents,

    updatePaymentIntentAmount: ({ paymentIntentId: id, amountCents }) =>
      changing(id, () =>
        stripe.paymentIntents.update(id, { amount: amountCents, expand: WITH_CHARGE }),
      ),

    cancelPaymentIntent: (id) =>
      changing(id, () => stripe.paymentIntents.cancel(id, { expand: WITH_CHARGE })),
  };
}
