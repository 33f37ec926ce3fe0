import type Stripe from 'stripe';
import { checkAmount, checkCurrency } from './amounts';
import { checkUsable } from './attachments';
import { checkClientSecret } from './client-secret';
import { type Call, type Context, find, idOf, newClientSecret, newId } from './context';
import { customerFor } from './customers';
import { badParameter, refused } from './errors';
import { listPage, PAGE } from './lists';
import { mergeMetadata, readParams, textOr } from './params';
import { confirmPayment } from './payment-confirmation';
import { givenMethod } from './payment-methods';
import { onlyCardTypes } from './setup-intents';

const CREATE = {
  amount: 'integer!',
  currency: 'string!',
  customer: 'string',
  payment_method: 'string',
  payment_method_data: 'hash',
  description: 'string',
  metadata: 'metadata',
  receipt_email: 'string',
  confirm: 'boolean',
  off_session: 'boolean',
  setup_future_usage: 'string',
  statement_descriptor_suffix: 'string',
  allowed_payment_method_types: 'strings',
  automatic_payment_methods: 'hash',
  error_on_requires_action: 'boolean',
  return_url: 'string',
  use_stripe_sdk: 'boolean',
} as const;

/** `POST /v1/payment_intents`, which can also `confirm`. */
export function createPaymentIntent({ context, form }: Call): Stripe.PaymentIntent {
  const input = readParams(form, CREATE);
  const currency = checkCurrency(input.currency);
  checkAmount(input.amount, currency);
  if (input.off_session && !input.confirm)
    throw badParameter('You can only set `off_session` when `confirm` is true.', 'off_session');
  const allowed = onlyCardTypes(input.allowed_payment_method_types);
  const customer = customerFor(context, input.customer);
  const method = givenMethod(context, input);
  if (method) checkUsable(context, method, customer);
  const id = newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: allowed ? null : { enabled: true, allow_redirects: 'never' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: context.now,
    currency,
    customer,
    customer_account: null,
    description: input.description || null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata(null, input.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: input.receipt_email || null,
    review: null,
    setup_future_usage: input.setup_future_usage || null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: input.statement_descriptor_suffix || null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  context.store.insert('payment_intent', intent, { customer });
  context.emit('payment_intent.created', intent);
  if (!input.confirm) return intent;
  return confirmPayment(context, intent, method, {
    offSession: input.off_session ?? false,
    errorOnAction: input.error_on_requires_action ?? false,
  });
}

const CONFIRM = {
  client_secret: 'string',
  payment_method: 'string',
  payment_method_data: 'hash',
  off_session: 'boolean',
  receipt_email: 'string',
  setup_future_usage: 'string',
  error_on_requires_action: 'boolean',
  return_url: 'string',
  use_stripe_sdk: 'boolean',
  allowed_payment_method_types: 'strings',
  amount_to_confirm: 'integer',
  mandate_data: 'hash',
} as const;

/**
 * `POST /v1/payment_intents/:id/confirm`. @throws 400 if the state or the amount is different, and
 * 402 for a declined card
 */
export function confirmPaymentIntent({ context, path, form }: Call): Stripe.PaymentIntent {
  const input = readParams(form, CONFIRM);
  onlyCardTypes(input.allowed_payment_method_types);
  const before = ownPaymentIntent(context, path.id ?? '', input.client_secret);
  if (context.publishable && input.off_session)
    throw badParameter(
      'You cannot confirm with `off_session=true` with a publishable key.',
      'off_session',
    );
  if (input.amount_to_confirm !== undefined && input.amount_to_confirm !== before.amount)
    throw refused(
      `The amount_to_confirm (${input.amount_to_confirm}) does not match the amount of the PaymentIntent (${before.amount}).`,
      { param: 'amount_to_confirm' },
    );
  const method = givenMethod(context, input, idOf(before.payment_method));
  const intent: Stripe.PaymentIntent = {
    ...before,
    receipt_email: textOr(input.receipt_email, before.receipt_email),
    setup_future_usage:
      input.setup_future_usage === undefined
        ? before.setup_future_usage
        : input.setup_future_usage || null,
  };
  return confirmPayment(context, intent, method, {
    offSession: input.off_session ?? false,
    errorOnAction: input.error_on_requires_action ?? false,
  });
}

/** Returns the intent. A publishable key also needs the intent's client secret. */
function ownPaymentIntent(
  context: Context,
  id: string,
  clientSecret: string | undefined,
): Stripe.PaymentIntent {
  if (context.publishable || clientSecret !== undefined)
    checkClientSecret(
      'PaymentIntent',
      context.store.get('payment_intent', id)?.client_secret,
      clientSecret,
    );
  return find(context, 'payment_intent', id);
}

/** `GET /v1/payment_intents/:id`. A publishable key also needs the `client_secret`. */
export function retrievePaymentIntent({ context, path, form }: Call): Stripe.PaymentIntent {
  const input = readParams(form, { client_secret: 'string' });
  return ownPaymentIntent(context, path.id ?? '', input.client_secret);
}

/** `GET /v1/payment_intents`, newest first. */
export function listPaymentIntents({ context, form }: Call) {
  const input = readParams(form, { ...PAGE, customer: 'string', created: 'range' });
  return listPage(context, 'payment_intent', '/v1/payment_intents', input, {
    customer: input.customer,
    created: input.created,
  });
}

/** Searches by metadata and status: `metadata['appointment_id']:'42' AND status:'succeeded'`. */
export function searchPaymentIntents({ context, form }: Call) {
  const input = readParams(form, { query: 'string!', limit: 'integer', page: 'string' });
  const tests = input.query.split(/\s+AND\s+/i).map((clause) => {
    const match = /^\s*(?:metadata\[(['"])(.+?)\1\]|(status|customer))\s*:\s*(['"])(.*)\4\s*$/.exec(
      clause,
    );
    if (!match) throw badParameter(`The search query could not be parsed: ${input.query}`, 'query');
    const [, , key, field, , value] = match;
    return (intent: Stripe.PaymentIntent) =>
      (key === undefined
        ? field === 'status'
          ? intent.status
          : idOf(intent.customer)
        : intent.metadata[key]) === value;
  });
  const found = context.store
    .list('payment_intent', { limit: 10_000 })
    .data.filter((intent) => tests.every((test) => test(intent)));
  return {
    object: 'search_result' as const,
    url: '/v1/payment_intents/search',
    has_more: false,
    next_page: null,
    data: found.slice(0, input.limit ?? 10),
  };
}
