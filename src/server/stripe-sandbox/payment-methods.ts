import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { behaviourOf, type CardDetails, numberOfToken, readCard } from './cards';
import { type Call, type Context, find, idOf, newId } from './context';
import { readAddress } from './customers';
import { declineBody } from './declines';
import { ApiError, badParameter, cardError, missing, refused } from './errors';
import type { FormHash } from './form-encoding';
import { listPage, PAGE } from './lists';
import { mergeMetadata, readParams, textOr } from './params';

const DATA = {
  type: 'string!',
  card: 'hash',
  billing_details: 'hash',
  metadata: 'metadata',
  allow_redisplay: 'string',
} as const;
const BILLING = { address: 'hash', email: 'string', name: 'string', phone: 'string' } as const;

function readBilling(
  form: FormHash | undefined,
  prefix: string,
): Stripe.PaymentMethod.BillingDetails {
  const given = readParams(form ?? {}, BILLING, prefix);
  const nowhere: Stripe.Address = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  };
  return {
    address: readAddress(given.address, `${prefix}[address]`) ?? nowhere,
    email: given.email || null,
    name: given.name || null,
    phone: given.phone || null,
    tax_id: null,
  };
}

function buildMethod(
  context: Context,
  card: CardDetails,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Record<string, string>,
): Stripe.PaymentMethod {
  const behaviour = behaviourOf(card.number);
  if (!behaviour) throw new Error('readCard lets only known numbers through');
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: billing.address?.postal_code ? 'pass' : null,
        cvc_check: card.hasCvc ? 'pass' : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: context.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  };
  context.store.insert('payment_method', method, {
    secret: { behaviour, setUp: false, spent: false },
  });
  return method;
}

/** Makes a card from `payment_method_data` or the body of a create call; `prefix` names it in complaints. */
export function methodFromData(
  context: Context,
  form: FormHash,
  prefix: string,
): Stripe.PaymentMethod {
  const input = readParams(form, DATA, prefix);
  const name = (field: string) => (prefix ? `${prefix}[${field}]` : field);
  if (input.type !== 'card')
    throw badParameter(`Invalid ${name('type')}: the sandbox takes cards only`, name('type'));
  if (!input.card)
    throw badParameter(
      `Missing required param: ${name('card')}.`,
      name('card'),
      'parameter_missing',
    );
  const typed = readParams(
    input.card,
    { number: 'string!', exp_month: 'string!', exp_year: 'string!', cvc: 'string' },
    name('card'),
  );
  const billing = readBilling(input.billing_details, name('billing_details'));
  return buildMethod(
    context,
    readCard(typed, context.nowMs),
    billing,
    mergeMetadata(null, input.metadata),
  );
}

/** A saved method by id; one of Stripe's ready-made test ids (`pm_card_visa`) makes a new card each time. */
export function methodById(
  context: Context,
  id: string,
  param = 'payment_method',
): Stripe.PaymentMethod {
  const number = numberOfToken(id);
  if (!number) return find(context, 'payment_method', id, param);
  const nextYear = String(new Date(context.nowMs).getUTCFullYear() + 1);
  const card = readCard(
    { number, exp_month: '12', exp_year: nextYear, cvc: undefined },
    context.nowMs,
  );
  return buildMethod(context, card, readBilling(undefined, ''), {});
}

export function createPaymentMethod({ context, form }: Call): Stripe.PaymentMethod {
  return methodFromData(context, form, '');
}

export function retrievePaymentMethod({ context, path, form }: Call): Stripe.PaymentMethod {
  readParams(form, {});
  return find(context, 'payment_method', path.id ?? '');
}

export function retrieveCustomerMethod(call: Call): Stripe.PaymentMethod {
  const method = retrievePaymentMethod(call);
  if (idOf(method.customer) !== call.path.customer) throw missing('PaymentMethod', method.id);
  return method;
}

export function updatePaymentMethod({ context, path, form }: Call): Stripe.PaymentMethod {
  const input = readParams(form, {
    metadata: 'metadata',
    billing_details: 'hash',
    card: 'hash',
    allow_redisplay: 'string',
  });
  const before = find(context, 'payment_method', path.id ?? '');
  if (!before.customer)
    throw refused('You must save this PaymentMethod to a customer before you can update it.');
  const method = structuredClone(before);
  method.metadata = mergeMetadata(before.metadata, input.metadata);
  if (input.billing_details) {
    const given = readParams(input.billing_details, BILLING, 'billing_details');
    const details = method.billing_details;
    details.name = textOr(given.name, details.name);
    details.email = textOr(given.email, details.email);
    details.phone = textOr(given.phone, details.phone);
    if (given.address) details.address = readAddress(given.address, 'billing_details[address]');
  }
  if (input.card && method.card) {
    const given = readParams(input.card, { exp_month: 'integer', exp_year: 'integer' }, 'card');
    method.card.exp_month = given.exp_month ?? method.card.exp_month;
    method.card.exp_year = given.exp_year ?? method.card.exp_year;
  }
  context.store.update('payment_method', method);
  context.emit('payment_method.updated', method);
  return method;
}

/** Puts a card on a customer; quiet when it is there already. Does not ask the issuer. */
export function linkToCustomer(
  context: Context,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (idOf(method.customer) === customer) return method;
  const linked: Stripe.PaymentMethod = { ...method, customer };
  context.store.update('payment_method', linked, customer);
  context.emit('payment_method.attached', linked);
  return linked;
}

/** Refuses a card that is spent or sits on somebody else. */
export function checkUsable(
  context: Context,
  method: Stripe.PaymentMethod,
  customer: string | null,
): void {
  const owner = idOf(method.customer);
  if (!owner && context.store.secret(method.id).spent) {
    throw refused(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    );
  }
  if (owner && owner !== customer) {
    throw refused(
      customer
        ? `The customer ${customer} does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`
        : `The payment method you provided has already been attached to a customer. Please include the Customer in the \`customer\` parameter.`,
      { param: 'payment_method' },
    );
  }
}

/** Attaches a card to a customer, asking the issuer first: cards that are declined are declined here too. */
export function attach(context: Context, id: string, customer: string): Stripe.PaymentMethod {
  const method = methodById(context, id);
  if (method.customer && method.customer !== customer)
    throw refused('The payment method you provided has already been attached to a customer.');
  checkUsable(context, method, customer);
  const { behaviour } = context.store.secret(method.id);
  if (typeof behaviour.setup === 'object') throw cardError(declineBody(behaviour.setup));
  return linkToCustomer(context, method, customer);
}

export function attachPaymentMethod({ context, path, form }: Call): Stripe.PaymentMethod {
  const input = readParams(form, { customer: 'string!' });
  find(context, 'customer', input.customer, 'customer');
  return attach(context, path.id ?? '', input.customer);
}

export function detachPaymentMethod({ context, path, form }: Call): Stripe.PaymentMethod {
  readParams(form, {});
  const before = find(context, 'payment_method', path.id ?? '');
  const owner = idOf(before.customer);
  if (!owner)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message:
        'The payment method you provided is not attached to a customer so detachment is impossible.',
    });
  const method: Stripe.PaymentMethod = { ...before, customer: null };
  context.store.update('payment_method', method, null);
  context.store.setSecret(method.id, { spent: true });
  const customer = context.store.get('customer', owner);
  if (customer && idOf(customer.invoice_settings.default_payment_method) === method.id) {
    context.store.update('customer', {
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    });
  }
  context.emit('payment_method.detached', method, { customer: owner });
  return method;
}

const onlyCards = (type: string | undefined) => type === undefined || type === 'card';

export function listPaymentMethods({ context, form }: Call) {
  const input = readParams(form, { ...PAGE, customer: 'string', type: 'string' });
  if (input.customer) find(context, 'customer', input.customer, 'customer');
  const answer = listPage(context, 'payment_method', '/v1/payment_methods', input, {
    customer: input.customer,
  });
  return onlyCards(input.type) ? answer : { ...answer, data: [], has_more: false };
}

export function listCustomerMethods({ context, path, form }: Call) {
  const input = readParams(form, { ...PAGE, type: 'string' });
  const customer = find(context, 'customer', path.customer ?? '', 'customer').id;
  const answer = listPage(
    context,
    'payment_method',
    `/v1/customers/${customer}/payment_methods`,
    input,
    { customer },
  );
  return onlyCards(input.type) ? answer : { ...answer, data: [], has_more: false };
}
