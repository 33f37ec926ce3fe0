import type { inferRouterOutputs } from '@trpc/server';
import * as z from 'zod/mini';
import type { AppRouter } from '@/server/trpc';
import { described, dollars, inDollars, named, text } from '../described.schema';

const stripe = named(
  'StripeAccess',
  z.object({
    publishableKey: z.string(),
    sandboxBase: described(text, 'The sandbox’s address if it replaces Stripe, otherwise null.'),
  }),
  'Settings that a browser needs to reach Stripe.',
);

/** A card setup, ready for `confirmCardSetup` in the browser. */
export const paymentAuthorization = named(
  'PaymentAuthorization',
  z.object({
    clientSecret: described(text, 'Null if no card is needed.'),
    setupIntentId: text,
    testMode: described(z.boolean(), 'True if it’s a test, so no card is stored or charged.'),
    billTo: described(text, 'Whom we bill by invoice instead of charging a card, otherwise null.'),
    cardSaved: described(z.boolean(), 'True if a card is already saved.'),
    consent: described(
      z.string(),
      'The text that the customer agrees to by saving a card. Show it next to the button.',
    ),
    keepsCard: described(
      z.object({ isAsked: z.boolean(), isKept: z.boolean() }),
      'Whether the customer can choose to keep the card in their account, and the current choice.',
    ),
    stripe,
  }),
);

const payingCard = z.object({
  paymentMethodId: z.string(),
  brand: text,
  last4: text,
  expMonth: described(z.nullable(z.int()), 'The month in which it expires, 1 to 12.'),
  expYear: z.nullable(z.int()),
});

/** A balance payment, ready for `confirmCardPayment` in the browser. */
export const balancePayment = named(
  'BalancePayment',
  z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    amount: dollars,
    savedCard: z.nullable(payingCard),
    otherCards: described(
      z.array(payingCard),
      'The customer’s other saved cards, if they pay for their own delivery.',
    ),
    errorCode: described(text, 'A code for why the balance isn’t paid yet, such as no_card.'),
    errorMessage: text,
    stripe,
  }),
);

type BalancePayment = inferRouterOutputs<AppRouter>['booking']['createBalancePayment'];

/** Converts a balance payment's amount to dollars. */
export function toBalancePayment({ amountCents, ...same }: BalancePayment) {
  return { ...same, amount: inDollars(amountCents) };
}
