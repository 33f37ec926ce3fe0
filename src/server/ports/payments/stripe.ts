import Stripe from 'stripe';
import { type PaymentsPort, PaymentsUnreachable } from './port';
import { connection, type StripePaymentsOptions } from './stripe-connection';
import { disputesAt } from './stripe-disputes';
import { isKeyMismatch, isStateConflict, unlessMissing, withPortErrors } from './stripe-errors';
import { withKeys } from './stripe-keys';
import { paymentIntentsAt } from './stripe-payment-intents';
import { refundsAt } from './stripe-refunds';
import {
  ACCOUNT_FIELD,
  APPOINTMENT_FIELD,
  idOf,
  paymentEvent,
  savedCard,
  setupIntentView,
} from './stripe-views';
import { verifySignedEvent } from './stripe-webhook';

const CARDS: 'card'[] = ['card'];
const WITH_CARD = ['payment_method'];
/** The payments port for Stripe, or for a compatible server at `apiBase` or behind `fetch`. */
export function createStripePayments(options: StripePaymentsOptions): PaymentsPort {
  const stripe = new Stripe(options.secretKey, connection(options));

  return {
    async ensureCustomer({ ownerKey, replaces, ...contact }) {
      // The key only covers fixed values, because Stripe would refuse a changed email as a
      // mismatch.
      const params = { metadata: { owner_key: ownerKey } };
      const key = replaces ? `cus:${ownerKey}:after:${replaces}` : `cus:${ownerKey}`;
      const { id } = await withKeys(key, (idempotencyKey) =>
        stripe.customers.create(params, { idempotencyKey }),
      );
      const known = Object.entries(contact).filter(([, value]) => value);
      if (known.length > 0) {
        await withPortErrors(() => stripe.customers.update(id, Object.fromEntries(known)));
      }
      return { customerId: id };
    },

    async deleteCustomer(customerId) {
      try {
        await withPortErrors(() => stripe.customers.del(customerId));
      } catch (error) {
        if (error instanceof PaymentsUnreachable) throw error;
        // With another account's key, the customer is missing although it wasn't deleted.
        const customer = await withPortErrors(() => stripe.customers.retrieve(customerId));
        if (!customer.deleted) throw error;
      }
    },

    async findCustomer(customerId) {
      const customer = await unlessMissing(() => stripe.customers.retrieve(customerId));
      if (!customer) return 'unknown';
      return customer.deleted ? 'deleted' : 'here';
    },

    async createSetupIntent({ customerId, attempt, ...owner }) {
      const isAccount = 'accountId' in owner;
      const metadata: Record<string, string> = isAccount
        ? { [ACCOUNT_FIELD]: owner.accountId }
        : { [APPOINTMENT_FIELD]: owner.appointmentId };
      const create = (key: string) =>
        withKeys(key, (idempotencyKey) =>
          stripe.setupIntents.create(
            {
              customer: customerId,
              usage: 'off_session',
              allowed_payment_method_types: CARDS,
              metadata,
            },
            { idempotencyKey },
          ),
        );
      const of = isAccount ? `account:${owner.accountId}` : owner.appointmentId;
      const key = `seti:${of}:${attempt}`;
      try {
        return setupIntentView(await create(key));
      } catch (error) {
        // The key belongs to a customer that was deleted since.
        if (!isKeyMismatch(error)) throw error;
        return setupIntentView(await create(`${key}:${customerId}`));
      }
    },

    async retrieveSetupIntent(id) {
      const params = { expand: WITH_CARD };
      return setupIntentView(await withPortErrors(() => stripe.setupIntents.retrieve(id, params)));
    },

    async cancelSetupIntent(id) {
      try {
        await withPortErrors(() => stripe.setupIntents.cancel(id));
      } catch (error) {
        if (!isStateConflict(error)) throw error;
      }
    },

    ...paymentIntentsAt(stripe),
    ...refundsAt(stripe),
    ...disputesAt(stripe),

    async listCards(customerId) {
      const page = await withPortErrors(() =>
        stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }),
      );
      return page.data.flatMap((method) => savedCard(method) ?? []);
    },

    async findCard(paymentMethodId) {
      const method = await unlessMissing(() => stripe.paymentMethods.retrieve(paymentMethodId));
      return method && { customerId: idOf(method.customer), card: savedCard(method) };
    },

    async detachCard(paymentMethodId) {
      try {
        await withPortErrors(() => stripe.paymentMethods.detach(paymentMethodId));
      } catch (error) {
        if (error instanceof PaymentsUnreachable) throw error;
        const method = await withPortErrors(() => stripe.paymentMethods.retrieve(paymentMethodId));
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
      const events = await withPortErrors(() =>
        stripe.events
          .list({ created, limit: 100, ...(types ? { types } : {}) })
          .autoPagingToArray({ limit: 10_000 }),
      );
      return events.reverse().map(paymentEvent);
    },
  };
}
