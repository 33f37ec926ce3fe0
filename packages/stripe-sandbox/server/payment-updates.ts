import type Stripe from 'stripe';
import { checkAmount, checkCurrency } from './amounts';
import { checkUsable } from './attachments';
import { type Call, find, idOf } from './context';
import { customerFor } from './customers';
import { refused } from './errors';
import { mergeMetadata, readParams, textOr } from './params';
import { savePaymentIntent } from './payment-confirmation';
import { givenMethod } from './payment-methods';

/** An unpaid intent's statuses, in the order of Stripe's error messages. */
const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * `POST /v1/payment_intents/:id`. @throws 400 for another amount, card, or customer once it's
 * confirmed
 */
export function updatePaymentIntent({ context, path, form }: Call): Stripe.PaymentIntent {
  const input = readParams(form, {
    amount: 'integer',
    currency: 'string',
    customer: 'string',
    payment_method: 'string',
    payment_method_data: 'hash',
    description: 'string',
    metadata: 'metadata',
    receipt_email: 'string',
    setup_future_usage: 'string',
  });
  const before = find(context, 'payment_intent', path.id ?? '');
  const currency = input.currency === undefined ? before.currency : checkCurrency(input.currency);
  if (input.amount !== undefined) checkAmount(input.amount, currency);
  const changesPayment =
    input.amount !== undefined ||
    input.payment_method !== undefined ||
    input.payment_method_data !== undefined ||
    input.customer !== undefined;
  if (changesPayment && !OPEN.includes(before.status)) {
    const what =
      input.amount !== undefined
        ? 'amount'
        : input.customer !== undefined
          ? 'customer'
          : 'payment_method';
    throw refused(
      `This PaymentIntent's ${what} could not be updated because it has a status of ${before.status}. You may only update the ${what} of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: before },
    );
  }
  const customer =
    input.customer === undefined ? idOf(before.customer) : customerFor(context, input.customer);
  const method = givenMethod(context, input);
  if (method) checkUsable(context, method, customer);
  // The customer authenticated the old amount and card, so changing either one requires a new
  // confirmation.
  const reopened = method || (before.status === 'requires_action' && input.amount !== undefined);
  return savePaymentIntent(context, {
    ...before,
    amount: input.amount ?? before.amount,
    currency,
    customer,
    description: textOr(input.description, before.description),
    metadata: mergeMetadata(before.metadata, input.metadata),
    receipt_email: textOr(input.receipt_email, before.receipt_email),
    setup_future_usage:
      input.setup_future_usage === undefined
        ? before.setup_future_usage
        : input.setup_future_usage || null,
    ...(method ? { payment_method: method.id } : {}),
    ...(reopened ? { status: 'requires_confirmation' as const, next_action: null } : {}),
  });
}

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

/** `POST /v1/payment_intents/:id/cancel`. @throws 400 if it's paid or cancelled */
export function cancelPaymentIntent({ context, path, form }: Call): Stripe.PaymentIntent {
  const input = readParams(form, { cancellation_reason: 'string' });
  const before = find(context, 'payment_intent', path.id ?? '');
  if (!CANCELABLE.includes(before.status))
    throw refused(
      `You cannot cancel this PaymentIntent because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: before },
    );
  const canceled = savePaymentIntent(context, {
    ...before,
    status: 'canceled',
    canceled_at: context.now,
    cancellation_reason: input.cancellation_reason ?? null,
    next_action: null,
    amount_capturable: 0,
  });
  context.emit('payment_intent.canceled', canceled);
  return canceled;
}
