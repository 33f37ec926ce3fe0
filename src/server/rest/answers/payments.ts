import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import type { AppRouter } from '@/server/trpc';
import { described, dollars, inDollars, named, text } from '../described.schema';

const stripe = named(
  'StripeAccess',
  z.object({
    publishableKey: z.string(),
    sandboxBase: described(text, 'Where the sandbox answers in place of Stripe; else null.'),
  }),
  'What a browser needs to reach Stripe.',
);

/** The saving of a card, ready for `confirmCardSetup` in the browser. */
export const paymentAuthorization = named(
  'PaymentAuthorization',
  z.object({
    clientSecret: described(text, 'Null where no card is to be typed.'),
    setupIntentId: text,
    testMode: described(z.boolean(), 'No card is stored or charged.'),
    cardSaved: described(z.boolean(), 'A card was saved already.'),
    stripe,
  }),
);

const payingCard = z.object({
  paymentMethodId: z.string(),
  ...{ brand: text, last4: text },
  expMonth: described(z.nullable(z.int()), 'The last month in which it works.'),
  expYear: z.nullable(z.int()),
});

/** The payment of a balance, ready for `confirmCardPayment` in the browser. */
export const balancePayment = named(
  'BalancePayment',
  z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    amount: dollars,
    savedCard: z.nullable(payingCard),
    otherCards: described(
      z.array(payingCard),
      'The other saved cards of a customer who pays their own delivery.',
    ),
    errorCode: described(text, 'Why it is not paid yet, such as no_card.'),
    errorMessage: text,
    stripe,
  }),
);

type BalancePayment = inferRouterOutputs<AppRouter>['booking']['createBalancePayment'];

/** The payment of a balance, its amount in dollars. */
export function toBalancePayment({ amountCents, ...same }: BalancePayment) {
  return { ...same, amount: inDollars(amountCents) };
}
