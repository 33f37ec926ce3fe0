import type Stripe from 'stripe';
import { type Call, find, idOf } from './context';
import { listPage, PAGE } from './lists';
import { readParams } from './params';

/** `GET /v1/disputes/:id`. */
export function retrieveDispute({ context, path, form }: Call): Stripe.Dispute {
  readParams(form, {});
  return find(context, 'dispute', path.id ?? '');
}

/** `GET /v1/disputes`, newest first. */
export function listDisputes({ context, form }: Call) {
  const input = readParams(form, {
    ...PAGE,
    charge: 'string',
    payment_intent: 'string',
    created: 'range',
  });
  const parent =
    input.payment_intent ??
    (input.charge
      ? (idOf(find(context, 'charge', input.charge, 'charge').payment_intent) ?? undefined)
      : undefined);
  return listPage(context, 'dispute', '/v1/disputes', input, { parent, created: input.created });
}
