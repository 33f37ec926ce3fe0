import Stripe from 'stripe';
import { type PaymentIntentView, type PaymentsPort, PaymentsUnreachable } from './port';
import { connection, type StripePaymentsOptions } from './stripe-connection';
import {
  asking,
  isKeyMismatch,
  isRecordedFailure,
  isStateConflict,
  isUnusableCard,
  stripeErrorOf,
} from './stripe-errors';
import {
  APPOINTMENT_FIELD,
  paymentEvent,
  paymentIntentView,
  REFUND_KEY_FIELD,
  refundView,
  savedCard,
  setupIntentView,
} from './stripe-views';
import { verifySignedEvent } from './stripe-webhook';

const CARDS: 'card'[] = ['card'];
const WITH_CARD = ['payment_method'];
const WITH_CHARGE = ['latest_charge', 'payment_method'];
/** How many keys one call may use up on recorded failures before it is left to a later time. */
const KEYS = 3;

/**
 * Asks under `key`; a failure recorded under it is asked again under a fresh one. Only for calls
 * that move no money by being repeated.
 */
async function withKeys<T>(key: string, ask: (idempotencyKey: string) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await asking(() => ask(attempt === 1 ? key : `${key}:again${attempt}`));
    } catch (error) {
      if (attempt === KEYS || !isRecordedFailure(error)) throw error;
    }
  }
}

/** Cards and charges at Stripe, or at whatever speaks its language at `apiBase` or behind `fetch`. */
export function createStripePayments(options: StripePaymentsOptions): PaymentsPort {
  const stripe = new Stripe(options.secretKey, connection(options));

  async function retrievePaymentIntent(id: string): Promise<PaymentIntentView> {
    const params = { expand: WITH_CHARGE };
    return paymentIntentView(await asking(() => stripe.paymentIntents.retrieve(id, params)));
  }

  async function findPaymentIntents(input: { customerId: string; appointmentId: string }) {
    return asking(async () => {
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
    const { appointmentId, customerId } = input;
    const create = (paymentMethod: string | null) => (idempotencyKey: string) =>
      stripe.paymentIntents.create(
        {
          amount: input.amountCents,
          currency: 'usd',
          customer: customerId,
          allowed_payment_method_types: CARDS,
          metadata: { [APPOINTMENT_FIELD]: appointmentId },
          ...(paymentMethod ? { payment_method: paymentMethod } : {}),
          ...(input.description ? { description: input.description } : {}),
        },
        { idempotencyKey },
      );
    const key = `pi:${appointmentId}`;
    try {
      return paymentIntentView(await withKeys(key, create(input.paymentMethodId)));
    } catch (error) {
      if (isKeyMismatch(error)) {
        const [existing] = await findPaymentIntents({ customerId, appointmentId });
        if (existing) return existing;
      }
      // The debt stands even if the card went away: the customer pays with another one.
      if (input.paymentMethodId && isUnusableCard(error)) {
        return paymentIntentView(await withKeys(`${key}:no-card`, create(null)));
      }
      throw error;
    }
  };

  const confirmPaymentIntent: PaymentsPort['confirmPaymentIntent'] = async (input) => {
    const { paymentIntentId: id, paymentMethodId } = input;
    const key = `confirm:${input.appointmentId}:${input.attempt}`;
    const params = { off_session: true, payment_method: paymentMethodId, expand: WITH_CHARGE };
    for (let attempt = 1; ; attempt += 1) {
      const idempotencyKey = attempt === 1 ? key : `${key}:again${attempt}`;
      try {
        const confirm = () => stripe.paymentIntents.confirm(id, params, { idempotencyKey });
        return paymentIntentView(await asking(confirm));
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
        // A new key is safe: the intent itself is paid at most once. Look first all the same.
        const seen = await retrievePaymentIntent(id);
        if (seen.status !== 'unconfirmed' || seen.refusal) return seen;
        if (attempt === KEYS) throw error;
      }
    }
    // Refused, or decided already: the intent says what was decided.
    return retrievePaymentIntent(id);
  };

  /** Does `change`; when the intent has moved on, answers with what it has become. */
  async function changing(id: string, change: () => Promise<Stripe.PaymentIntent>) {
    try {
      return paymentIntentView(await asking(change));
    } catch (error) {
      if (isStateConflict(error)) return retrievePaymentIntent(id);
      throw error;
    }
  }

  async function refundsOf(paymentIntentId: string): Promise<Stripe.Refund[]> {
    return asking(() =>
      stripe.refunds
        .list({ payment_intent: paymentIntentId, limit: 100 })
        .autoPagingToArray({ limit: 1000 }),
    );
  }

  return {
    async ensureCustomer({ ownerKey, ...contact }) {
      // Only what never changes goes under the key; a changed email would be refused as a mismatch.
      const params = { metadata: { owner_key: ownerKey } };
      const { id } = await withKeys(`cus:${ownerKey}`, (idempotencyKey) =>
        stripe.customers.create(params, { idempotencyKey }),
      );
      const known = Object.entries(contact).filter(([, value]) => value);
      if (known.length > 0) {
        await asking(() => stripe.customers.update(id, Object.fromEntries(known)));
      }
      return { customerId: id };
    },

    async createSetupIntent({ appointmentId, customerId, attempt }) {
      const intent = await withKeys(`seti:${appointmentId}:${attempt}`, (idempotencyKey) =>
        stripe.setupIntents.create(
          {
            customer: customerId,
            usage: 'off_session',
            allowed_payment_method_types: CARDS,
            metadata: { [APPOINTMENT_FIELD]: appointmentId },
          },
          { idempotencyKey },
        ),
      );
      return setupIntentView(intent);
    },

    async retrieveSetupIntent(id) {
      const params = { expand: WITH_CARD };
      return setupIntentView(await asking(() => stripe.setupIntents.retrieve(id, params)));
    },

    async cancelSetupIntent(id) {
      try {
        await asking(() => stripe.setupIntents.cancel(id));
      } catch (error) {
        if (!isStateConflict(error)) throw error;
      }
    },

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
        return refundView(await asking(made));
      } catch (error) {
        if (!(error instanceof PaymentsUnreachable)) throw error;
        const after = await known();
        if (after) return refundView(after);
        throw error;
      }
    },

    async retrieveRefund(id) {
      return refundView(await asking(() => stripe.refunds.retrieve(id)));
    },

    async listRefunds(paymentIntentId) {
      return (await refundsOf(paymentIntentId)).map(refundView);
    },

    async listCards(customerId) {
      const page = await asking(() =>
        stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }),
      );
      return page.data.flatMap((method) => savedCard(method) ?? []);
    },

    async detachCard(paymentMethodId) {
      try {
        await asking(() => stripe.paymentMethods.detach(paymentMethodId));
      } catch (error) {
        if (error instanceof PaymentsUnreachable) throw error;
        const method = await asking(() => stripe.paymentMethods.retrieve(paymentMethodId));
        if (method.customer) throw error;
      }
    },

    async verifyWebhook(rawBody, signature, now) {
      const event = await verifySignedEvent(stripe, options.webhookSecret, {
        rawBody,
        signature,
        now,
      });
      return event && paymentEvent(event);
    },

    async listEvents({ since, types }) {
      const created = { gte: Math.floor(since / 1000) };
      const events = await asking(() =>
        stripe.events
          .list({ created, limit: 100, ...(types ? { types } : {}) })
          .autoPagingToArray({ limit: 10_000 }),
      );
      return events.reverse().map(paymentEvent);
    },
  };
}
