import type Stripe from 'stripe';
import { checkUsable } from './attachments';
import { checkClientSecret } from './client-secret';
import { type Call, type Context, find, idOf, newClientSecret, newId } from './context';
import { customerFor } from './customers';
import { badParameter, refused } from './errors';
import { mergeMetadata, readParams } from './params';
import { givenMethod } from './payment-methods';
import { confirmSetup, saveSetupIntent } from './setup-confirmation';

const CREATE = {
  customer: 'string',
  payment_method: 'string',
  payment_method_data: 'hash',
  usage: 'string',
  description: 'string',
  metadata: 'metadata',
  confirm: 'boolean',
  allowed_payment_method_types: 'strings',
  automatic_payment_methods: 'hash',
  return_url: 'string',
  use_stripe_sdk: 'boolean',
} as const;

/** Refuses all payment method types except cards, because the sandbox has no others. */
export function onlyCardTypes(types: string[] | undefined): 'card'[] | null {
  if (!types) return null;
  if (types.length !== 1 || types[0] !== 'card')
    throw badParameter(
      `The payment method type "${types.find((type) => type !== 'card') ?? ''}" is invalid. The sandbox only supports "card".`,
      'allowed_payment_method_types',
    );
  return ['card'];
}

/** `POST /v1/setup_intents`, which can also `confirm`. */
export function createSetupIntent({ context, form }: Call): Stripe.SetupIntent {
  const input = readParams(form, CREATE);
  if (input.usage && input.usage !== 'off_session' && input.usage !== 'on_session')
    throw badParameter('Invalid usage: must be one of off_session or on_session', 'usage');
  const allowed = onlyCardTypes(input.allowed_payment_method_types);
  const customer = customerFor(context, input.customer);
  const method = givenMethod(context, input);
  if (method) checkUsable(context, method, customer);
  const id = newId('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed,
    application: null,
    automatic_payment_methods: allowed ? null : { enabled: true, allow_redirects: 'never' },
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: context.now,
    customer,
    customer_account: null,
    description: input.description || null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: mergeMetadata(null, input.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: input.usage ?? 'off_session',
  };
  context.store.insert('setup_intent', intent, { customer });
  context.emit('setup_intent.created', intent);
  return input.confirm ? confirmSetup(context, intent, method) : intent;
}

/** `POST /v1/setup_intents/:id/confirm`. @throws 402 for a declined card */
export function confirmSetupIntent({ context, path, form }: Call): Stripe.SetupIntent {
  const input = readParams(form, {
    client_secret: 'string',
    payment_method: 'string',
    payment_method_data: 'hash',
    return_url: 'string',
    use_stripe_sdk: 'boolean',
    allowed_payment_method_types: 'strings',
    mandate_data: 'hash',
  });
  onlyCardTypes(input.allowed_payment_method_types);
  const intent = ownSetupIntent(context, path.id ?? '', input.client_secret);
  const method = givenMethod(context, input, idOf(intent.payment_method));
  return confirmSetup(context, intent, method);
}

/** Returns the intent. A publishable key also needs the intent's client secret. */
function ownSetupIntent(
  context: Context,
  id: string,
  clientSecret: string | undefined,
): Stripe.SetupIntent {
  if (context.publishable || clientSecret !== undefined)
    checkClientSecret(
      'SetupIntent',
      context.store.get('setup_intent', id)?.client_secret,
      clientSecret,
    );
  return find(context, 'setup_intent', id);
}

/** `GET /v1/setup_intents/:id`. A publishable key also needs the `client_secret`. */
export function retrieveSetupIntent({ context, path, form }: Call): Stripe.SetupIntent {
  const input = readParams(form, { client_secret: 'string' });
  return ownSetupIntent(context, path.id ?? '', input.client_secret);
}

/** `POST /v1/setup_intents/:id/cancel`. @throws 400 if it has ended */
export function cancelSetupIntent({ context, path, form }: Call): Stripe.SetupIntent {
  const input = readParams(form, { cancellation_reason: 'string' });
  const before = find(context, 'setup_intent', path.id ?? '');
  if (before.status === 'succeeded' || before.status === 'canceled')
    throw refused(
      `You cannot cancel this SetupIntent because it has a status of ${before.status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
      { code: 'setup_intent_unexpected_state', setup_intent: before },
    );
  const canceled = saveSetupIntent(context, {
    ...before,
    status: 'canceled',
    cancellation_reason: input.cancellation_reason ?? null,
    next_action: null,
  });
  context.emit('setup_intent.canceled', canceled);
  return canceled;
}
