import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import type { AppRouter } from '@/server/trpc';
import { described, dollars, inDollars, named, personal, text } from '../described.schema';
import { appointmentFields, driverFacts } from './appointments';

/** An appointment as its driver sees it. */
export const delivery = named(
  'Delivery',
  z.object({
    ...appointmentFields,
    ...driverFacts,
    driverId: z.nullable(z.int()),
    customerName: personal(text),
    customerPhone: personal(text),
    notes: personal(text),
  }),
  'An appointment with the customer’s contact details.',
);

/** The result of a completion. */
export const completion = named(
  'Completion',
  z.object({
    id: z.string(),
    totalPrice: dollars,
    paymentProcessed: described(z.boolean(), 'True if the card was charged.'),
    balancePaid: z.boolean(),
    paymentError: described(
      text,
      'Why the delivery isn’t paid yet, in one sentence. Null if it’s paid.',
    ),
    testMode: z.boolean(),
  }),
);

/** Converts a completion's total to dollars. */
export function toCompletion({
  totalPriceCents,
  held: _,
  ...same
}: inferRouterOutputs<AppRouter>['driver']['complete']) {
  return { ...same, totalPrice: inDollars(totalPriceCents) };
}
