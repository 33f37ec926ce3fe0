import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { readAddress } from './address';
import { brandOf, type CardDetails, readCard } from './cards';
import { type Call, type Context, find, newId } from './context';
import { badParameter, refused } from './errors';
import type { FormHash } from './form-encoding';
import { listPage, PAGE } from './lists';
import { mergeMetadata, readParams, textOr } from './params';
import { behaviorOf, numberOfToken } from './test-cards';

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

const fingerprintOf = (number: string) =>
  createHash('sha256').update(number).digest('base64url').slice(0, 16);

function buildMethod(
  context: Context,
  card: CardDetails,
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Record<string, string>,
): Stripe.PaymentMethod {
  const behavior = behaviorOf(card.number);
  if (!behavior) throw new Error('readCard only accepts known numbers');
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
      fingerprint: fingerprintOf(card.number),
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
    secret: { behavior, setUp: false, spent: false },
  });
  return method;
}

/**
 * Creates a card from `payment_method_data` or a create call. `prefix` is its name in error
 * messages.
 */
function methodFromData(context: Context, form: FormHash, prefix: string): Stripe.PaymentMethod {
  const input = readParams(form, DATA, prefix);
  const name = (field: string) => (prefix ? `${prefix}[${field}]` : field);
  if (input.type !== 'card')
    throw badParameter(`Invalid ${name('type')}: the sandbox only supports cards`, name('type'));
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

/**
 * Returns a saved payment method. One of Stripe's test IDs (`pm_card_visa`) creates a new card each
 * time.
 */
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

/**
 * Returns the payment method that a call names by data or by ID, otherwise `held`. Null if there is
 * none.
 */
export function givenMethod(
  context: Context,
  given: { payment_method_data?: FormHash; payment_method?: string },
  held: string | null = null,
): Stripe.PaymentMethod | null {
  const { payment_method_data: data } = given;
  if (data) return methodFromData(context, data, 'payment_method_data');
  const id = given.payment_method || held;
  return id ? methodById(context, id) : null;
}

/** `POST /v1/payment_methods`, for a card. */
export function createPaymentMethod({ context, form }: Call): Stripe.PaymentMethod {
  return methodFromData(context, form, '');
}

/** `GET /v1/payment_methods/:id`. */
export function retrievePaymentMethod({ context, path, form }: Call): Stripe.PaymentMethod {
  readParams(form, {});
  return find(context, 'payment_method', path.id ?? '');
}

/** `POST /v1/payment_methods/:id`. @throws 400 if it belongs to no customer */
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
  context.emit('payment_method.updated', method, input.card ? { card: before.card } : undefined);
  return method;
}

/**
 * Renews a saved card as its bank would, with another expiration date and possibly another number.
 */
export function renewCard(
  context: Context,
  id: string,
  renewed: { number: string | undefined; exp_month: number; exp_year: number },
): Stripe.PaymentMethod {
  const before = find(context, 'payment_method', id);
  if (!before.card || !before.customer) throw refused('Only a saved card can be renewed.');
  const number = renewed.number?.replaceAll(/[\s-]/g, '');
  const behavior = number === undefined ? undefined : behaviorOf(number);
  if (number !== undefined && !behavior) throw badParameter('Unknown test card', 'number');
  const method: Stripe.PaymentMethod = {
    ...before,
    card: {
      ...before.card,
      ...(number === undefined
        ? {}
        : {
            brand: brandOf(number),
            last4: number.slice(-4),
            fingerprint: fingerprintOf(number),
          }),
      exp_month: renewed.exp_month,
      exp_year: renewed.exp_year,
    },
  };
  if (behavior) context.store.setSecret(id, { behavior });
  context.store.update('payment_method', method);
  context.emit('payment_method.automatically_updated', method, { card: before.card });
  return method;
}

const onlyCards = (type: string | undefined) => type === undefined || type === 'card';

/** `GET /v1/customers/:customer/payment_methods`. Empty for any type except cards. */
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
