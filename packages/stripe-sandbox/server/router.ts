import { detachPaymentMethod } from './attachments';
import * as charges from './charges';
import type { Call } from './context';
import * as customers from './customers';
import * as disputes from './disputes';
import * as events from './events';
import * as paymentIntents from './payment-intents';
import * as paymentMethods from './payment-methods';
import { cancelPaymentIntent, updatePaymentIntent } from './payment-updates';
import * as refunds from './refunds';
import * as setupIntents from './setup-intents';

interface Route {
  method: string;
  steps: string[];
  /** True if a publishable key may call it. */
  browser: boolean;
  handle: (call: Call) => object;
}

function route(
  method: string,
  pattern: string,
  handle: (call: Call) => object,
  browser = false,
): Route {
  return { method, steps: pattern.split('/'), browser, handle };
}

const BROWSER = true;

const ROUTES: Route[] = [
  route('POST', '/v1/customers', customers.createCustomer),
  route('GET', '/v1/customers', customers.listCustomers),
  route('GET', '/v1/customers/:id', customers.retrieveCustomer),
  route('POST', '/v1/customers/:id', customers.updateCustomer),
  route('DELETE', '/v1/customers/:id', customers.deleteCustomer),
  route('GET', '/v1/customers/:customer/payment_methods', paymentMethods.listCustomerMethods),
  route('POST', '/v1/payment_methods', paymentMethods.createPaymentMethod, BROWSER),
  route('GET', '/v1/payment_methods/:id', paymentMethods.retrievePaymentMethod),
  route('POST', '/v1/payment_methods/:id', paymentMethods.updatePaymentMethod),
  route('POST', '/v1/payment_methods/:id/detach', detachPaymentMethod),
  route('POST', '/v1/setup_intents', setupIntents.createSetupIntent),
  route('GET', '/v1/setup_intents/:id', setupIntents.retrieveSetupIntent, BROWSER),
  route('POST', '/v1/setup_intents/:id/confirm', setupIntents.confirmSetupIntent, BROWSER),
  route('POST', '/v1/setup_intents/:id/cancel', setupIntents.cancelSetupIntent),
  route('POST', '/v1/payment_intents', paymentIntents.createPaymentIntent),
  route('GET', '/v1/payment_intents', paymentIntents.listPaymentIntents),
  route('GET', '/v1/payment_intents/search', paymentIntents.searchPaymentIntents),
  route('GET', '/v1/payment_intents/:id', paymentIntents.retrievePaymentIntent, BROWSER),
  route('POST', '/v1/payment_intents/:id', updatePaymentIntent),
  route('POST', '/v1/payment_intents/:id/confirm', paymentIntents.confirmPaymentIntent, BROWSER),
  route('POST', '/v1/payment_intents/:id/cancel', cancelPaymentIntent),
  route('GET', '/v1/charges', charges.listCharges),
  route('GET', '/v1/charges/:id', charges.retrieveCharge),
  route('POST', '/v1/refunds', refunds.createRefund),
  route('GET', '/v1/refunds', refunds.listRefunds),
  route('GET', '/v1/refunds/:id', refunds.retrieveRefund),
  route('GET', '/v1/disputes', disputes.listDisputes),
  route('GET', '/v1/disputes/:id', disputes.retrieveDispute),
  route('GET', '/v1/events', events.listEvents),
];

function matchSteps(pattern: string[], steps: string[]): Record<string, string> | null {
  if (pattern.length !== steps.length) return null;
  const path: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const step = steps[index] ?? '';
    if (wanted.startsWith(':')) path[wanted.slice(1)] = decodeURIComponent(step);
    else if (wanted !== step) return null;
  }
  return path;
}

/** Returns a request's endpoint and path parameters. Null if the sandbox has no such URL. */
export function findRoute(
  method: string,
  pathname: string,
): { handle: (call: Call) => object; browser: boolean; path: Record<string, string> } | null {
  const steps = pathname.split('/');
  for (const candidate of ROUTES) {
    if (candidate.method !== method) continue;
    const path = matchSteps(candidate.steps, steps);
    if (path) return { handle: candidate.handle, browser: candidate.browser, path };
  }
  return null;
}
