import type Stripe from 'stripe';
import { readAddress } from './address';
import { attach } from './attachments';
import { type Call, type Context, find, idOf, newId } from './context';
import { badParameter, missing } from './errors';
import type { FormHash } from './form-encoding';
import { listPage, PAGE } from './lists';
import { mergeMetadata, readParams, textOr } from './params';

const FIELDS = {
  email: 'string',
  name: 'string',
  phone: 'string',
  description: 'string',
  metadata: 'metadata',
  address: 'hash',
  invoice_settings: 'hash',
} as const;

function checkEmail(email: string | undefined): void {
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw badParameter(`Invalid email address: ${email}`, 'email', 'email_invalid');
}

function defaultMethod(
  context: Context,
  customer: Stripe.Customer,
  settings: FormHash | undefined,
): void {
  if (!settings) return;
  const { default_payment_method: id } = readParams(
    settings,
    { default_payment_method: 'string' },
    'invoice_settings',
  );
  if (id === undefined) return;
  if (id !== '') {
    const method = find(context, 'payment_method', id, 'invoice_settings[default_payment_method]');
    if (idOf(method.customer) !== customer.id)
      throw badParameter(
        `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
        'invoice_settings[default_payment_method]',
        'resource_missing',
      );
  }
  customer.invoice_settings.default_payment_method = id || null;
}

/** `POST /v1/customers`. */
export function createCustomer({ context, form }: Call): Stripe.Customer {
  const input = readParams(form, { ...FIELDS, payment_method: 'string' });
  checkEmail(input.email);
  const customer: Stripe.Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: readAddress(input.address, 'address'),
    balance: 0,
    created: context.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: input.description || null,
    discount: null,
    email: input.email || null,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata(null, input.metadata),
    name: input.name || null,
    next_invoice_sequence: 1,
    phone: input.phone || null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  context.store.insert('customer', customer, { customer: customer.email });
  context.emit('customer.created', customer);
  if (input.payment_method) attach(context, input.payment_method, customer.id);
  defaultMethod(context, customer, input.invoice_settings);
  if (customer.invoice_settings.default_payment_method) context.store.update('customer', customer);
  return customer;
}

/** `GET /v1/customers/:id`. A deleted customer is `{id, object, deleted: true}`. */
export function retrieveCustomer({
  context,
  path,
  form,
}: Call): Stripe.Customer | Stripe.DeletedCustomer {
  readParams(form, {});
  const id = path.id ?? '';
  if (context.store.wasDeleted('customer', id)) return { id, object: 'customer', deleted: true };
  return find(context, 'customer', id);
}

/** `POST /v1/customers/:id`. Only changes the given fields. */
export function updateCustomer({ context, path, form }: Call): Stripe.Customer {
  const input = readParams(form, FIELDS);
  checkEmail(input.email);
  const before = find(context, 'customer', path.id ?? '');
  const customer: Stripe.Customer = {
    ...structuredClone(before),
    email: textOr(input.email, before.email),
    name: textOr(input.name, before.name ?? null),
    phone: textOr(input.phone, before.phone ?? null),
    description: textOr(input.description, before.description),
    metadata: mergeMetadata(before.metadata, input.metadata),
    ...(input.address ? { address: readAddress(input.address, 'address') } : {}),
  };
  defaultMethod(context, customer, input.invoice_settings);
  context.store.update('customer', customer, customer.email);
  context.emit('customer.updated', customer);
  return customer;
}

/** `DELETE /v1/customers/:id`. Also detaches the payment methods, which can't be attached again. */
export function deleteCustomer({ context, path, form }: Call): Stripe.DeletedCustomer {
  readParams(form, {});
  const customer = find(context, 'customer', path.id ?? '');
  for (const method of context.store.list('payment_method', { customer: customer.id, limit: 1000 })
    .data) {
    context.store.setSecret(method.id, { spent: true });
    context.store.update('payment_method', { ...method, customer: null }, null);
  }
  context.store.remove('customer', customer.id);
  context.emit('customer.deleted', customer);
  return { id: customer.id, object: 'customer', deleted: true };
}

/** `GET /v1/customers`, newest first. */
export function listCustomers({ context, form }: Call) {
  const input = readParams(form, { ...PAGE, email: 'string', created: 'range' });
  // A customer's `customer` column contains the email, which is this list's only filter.
  return listPage(context, 'customer', '/v1/customers', input, {
    customer: input.email,
    created: input.created,
  });
}

/**
 * Returns an existing customer's ID, or null if none is named. @throws Stripe's 404 for an unknown
 * or deleted customer
 */
export function customerFor(context: Context, id: string | undefined): string | null {
  if (!id) return null;
  if (!context.store.get('customer', id)) throw missing('customer', id, 'customer');
  return id;
}
