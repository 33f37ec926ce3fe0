import type Stripe from 'stripe';
import { authenticationAction, authenticationFailure, checkClientSecret } from './client-secret';
import { type Call, type Context, find, idOf, newClientSecret, newId } from './context';
import { customerFor } from './customers';
import { declineBody, lastError } from './declines';
import { badParameter, cardError, refused } from './errors';
import { listPage, PAGE } from './lists';
import { mergeMetadata, readParams, textOr } from './params';
import { checkUsable, linkToCustomer, methodById, methodFromData } from './payment-methods';

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

/** The sandbox knows cards; anything else is refused rather than quietly forgotten. */
export function onlyCardTypes(types: string[] | undefined): 'card'[] | null {
  if (!types) return null;
  if (types.length !== 1 || types[0] !== 'card')
    throw badParameter(
      `The payment method type "${types.find((type) => type !== 'card') ?? ''}" is invalid. The sandbox takes "card" only.`,
      'allowed_payment_method_types',
    );
  return ['card'];
}

export function createSetupIntent({ context, form }: Call): Stripe.SetupIntent {
  const input = readParams(form, CREATE);
  if (input.usage && input.usage !== 'off_session' && input.usage !== 'on_session')
    throw badParameter('Invalid usage: must be one of off_session or on_session', 'usage');
  const allowed = onlyCardTypes(input.allowed_payment_method_types);
  const customer = customerFor(context, input.customer);
  const method = input.payment_method_data
    ? methodFromData(context, input.payment_method_data, 'payment_method_data')
    : input.payment_method
      ? methodById(context, input.payment_method)
      : null;
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
  return input.confirm ? confirmWith(context, intent, method) : intent;
}

function save(context: Context, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  context.store.update('setup_intent', intent, idOf(intent.customer));
  return intent;
}

function succeed(
  context: Context,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
  context.store.setSecret(method.id, intent.customer ? { setUp: true } : { spent: true });
  const customer = idOf(intent.customer);
  if (customer) linkToCustomer(context, method, customer);
  const done = save(context, {
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  });
  context.emit('setup_intent.succeeded', done);
  return done;
}

/** Saves the card of an intent: done, declined (402, the intent asks for another card) or waiting for the customer. */
function confirmWith(
  context: Context,
  before: Stripe.SetupIntent,
  method: Stripe.PaymentMethod | null,
): Stripe.SetupIntent {
  if (before.status === 'succeeded' || before.status === 'canceled') {
    const why =
      before.status === 'succeeded' ? 'it has already succeeded' : 'it has a status of canceled';
    throw refused(`You cannot confirm this SetupIntent because ${why}.`, {
      code: 'setup_intent_unexpected_state',
      setup_intent: before,
    });
  }
  if (!method)
    throw refused(
      "You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'setup_intent_unexpected_state', setup_intent: before },
    );
  checkUsable(context, method, idOf(before.customer));
  const intent: Stripe.SetupIntent = {
    ...before,
    latest_attempt: newId('setatt'),
    payment_method: method.id,
  };
  const { behaviour } = context.store.secret(method.id);
  if (behaviour.setup === 'ok') return succeed(context, intent, method);
  if (behaviour.setup === 'authenticate') {
    const waiting = save(context, {
      ...intent,
      status: 'requires_action',
      last_setup_error: null,
      next_action: authenticationAction(intent.id),
    });
    context.emit('setup_intent.requires_action', waiting);
    return waiting;
  }
  const failed = save(context, {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: lastError(behaviour.setup, method),
  });
  context.emit('setup_intent.setup_failed', failed);
  throw cardError({
    ...declineBody(behaviour.setup),
    payment_method: method,
    setup_intent: failed,
  });
}

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
  const method = input.payment_method_data
    ? methodFromData(context, input.payment_method_data, 'payment_method_data')
    : input.payment_method || intent.payment_method
      ? methodById(context, input.payment_method || (idOf(intent.payment_method) ?? ''))
      : null;
  return confirmWith(context, intent, method);
}

/** The intent, and with a publishable key only for the browser that holds its secret. */
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

export function retrieveSetupIntent({ context, path, form }: Call): Stripe.SetupIntent {
  const input = readParams(form, { client_secret: 'string' });
  return ownSetupIntent(context, path.id ?? '', input.client_secret);
}

export function updateSetupIntent({ context, path, form }: Call): Stripe.SetupIntent {
  const input = readParams(form, {
    customer: 'string',
    payment_method: 'string',
    description: 'string',
    metadata: 'metadata',
  });
  const before = find(context, 'setup_intent', path.id ?? '');
  const changesCard = input.payment_method !== undefined || input.customer !== undefined;
  if (changesCard && (before.status === 'succeeded' || before.status === 'canceled'))
    throw refused(
      `You cannot update this SetupIntent because it has a status of ${before.status}.`,
      { code: 'setup_intent_unexpected_state', setup_intent: before },
    );
  const customer =
    input.customer === undefined ? idOf(before.customer) : customerFor(context, input.customer);
  const method = input.payment_method ? methodById(context, input.payment_method) : null;
  if (method) checkUsable(context, method, customer);
  return save(context, {
    ...before,
    customer,
    description: textOr(input.description, before.description),
    metadata: mergeMetadata(before.metadata, input.metadata),
    ...(method
      ? { payment_method: method.id, status: 'requires_confirmation', next_action: null }
      : {}),
  });
}

export function cancelSetupIntent({ context, path, form }: Call): Stripe.SetupIntent {
  const input = readParams(form, { cancellation_reason: 'string' });
  const before = find(context, 'setup_intent', path.id ?? '');
  if (before.status === 'succeeded' || before.status === 'canceled')
    throw refused(
      `You cannot cancel this SetupIntent because it has a status of ${before.status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
      { code: 'setup_intent_unexpected_state', setup_intent: before },
    );
  const canceled = save(context, {
    ...before,
    status: 'canceled',
    cancellation_reason: input.cancellation_reason ?? null,
    next_action: null,
  });
  context.emit('setup_intent.canceled', canceled);
  return canceled;
}

export function listSetupIntents({ context, form }: Call) {
  const input = readParams(form, {
    ...PAGE,
    customer: 'string',
    payment_method: 'string',
    created: 'range',
  });
  const answer = listPage(context, 'setup_intent', '/v1/setup_intents', input, {
    customer: input.customer,
    created: input.created,
  });
  return input.payment_method
    ? {
        ...answer,
        data: answer.data.filter((intent) => intent.payment_method === input.payment_method),
      }
    : answer;
}

/** The customer completed or failed the authentication the issuer asked for when saving. */
export function completeSetupAuthentication(
  context: Context,
  intent: Stripe.SetupIntent,
  completed: boolean,
): Stripe.SetupIntent {
  if (intent.status !== 'requires_action')
    throw refused(
      `This SetupIntent is not waiting for authentication; it has a status of ${intent.status}.`,
      { code: 'setup_intent_unexpected_state', setup_intent: intent },
    );
  const method = find(context, 'payment_method', idOf(intent.payment_method) ?? '');
  if (completed) return succeed(context, intent, method);
  const failed = save(context, {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: { ...authenticationFailure('SetupIntent'), payment_method: method },
  });
  context.emit('setup_intent.setup_failed', failed);
  return failed;
}
