import type Stripe from 'stripe';
import { type Call, type Context, find, idOf } from './context';
import { declineBody } from './declines';
import { ApiError, cardError, refused } from './errors';
import { readParams } from './params';
import { methodById } from './payment-methods';

/** Links a card to a customer without asking the issuer. Repeating it changes nothing. */
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

/** Refuses a card that was already used up, or that belongs to another customer. */
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

/** Attaches a card to a customer. The issuer checks it first and may decline it. */
export function attach(context: Context, id: string, customer: string): Stripe.PaymentMethod {
  const method = methodById(context, id);
  if (method.customer && method.customer !== customer)
    throw refused('The payment method you provided has already been attached to a customer.');
  checkUsable(context, method, customer);
  const { behavior } = context.store.secret(method.id);
  if (typeof behavior.setup === 'object') throw cardError(declineBody(behavior.setup));
  return linkToCustomer(context, method, customer);
}

/** `POST /v1/payment_methods/:id/detach`. @throws 400 if it belongs to no customer */
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
