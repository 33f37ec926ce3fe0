import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import type { AppRouter } from '@/server/trpc';
import { described, dollars, inDollars, named, personal, text } from '../described.schema';
import { appointmentFields, driverFacts } from './appointments';

/** An appointment as the person who delivers it sees it. */
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
  'An appointment with its contact.',
);

/** What a completion came to (staff section 7). */
export const completion = named(
  'Completion',
  z.object({
    id: z.string(),
    totalPrice: dollars,
    paymentProcessed: described(z.boolean(), 'The card was charged.'),
    balancePaid: z.boolean(),
    paymentError: described(text, 'A sentence while the money is not in.'),
    testMode: z.boolean(),
  }),
);

/** What a completion did, its total in dollars. */
export function toCompletion({
  totalPriceCents,
  held: _,
  ...same
}: inferRouterOutputs<AppRouter>['driver']['complete']) {
  return { ...same, totalPrice: inDollars(totalPriceCents) };
}
