import type { Stripe } from '@stripe/stripe-js';
import { fetchedCode } from '@/client/lib/fetched-code';
import type { Outputs } from '@/client/lib/trpc';

/** The Stripe account, or the sandbox, that the browser calls. */
export type StripeAccount = Outputs['booking']['createPaymentAuthorization']['stripe'];

const fetchSandbox = fetchedCode(
  () => import('@dockside/stripe-sandbox/browser/sandbox-stripe'),
  (one) => one.createSandboxStripe,
);
const fetchStripe = fetchedCode(
  () => import('@stripe/stripe-js/pure'),
  (one) => one.loadStripe,
);

const opened = new Map<string, Promise<Stripe>>();

async function open({ publishableKey, sandboxBase }: StripeAccount): Promise<Stripe> {
  if (sandboxBase !== null) {
    const createSandboxStripe = await fetchSandbox();
    if (!createSandboxStripe) throw new Error('The sandbox code can’t be fetched.');
    return createSandboxStripe({ publishableKey, apiBase: sandboxBase });
  }
  const loadStripe = await fetchStripe();
  const stripe = await loadStripe?.(publishableKey);
  if (!stripe) throw new Error('Stripe.js can’t be fetched.');
  return stripe;
}

/**
 * Loads Stripe.js for an account, or the sandbox that replaces it. Only this file imports the
 * sandbox in the browser. The page loads one per account, and after a failure, the next call tries
 * again.
 */
export function stripeFor(account: StripeAccount): Promise<Stripe> {
  const key = `${account.publishableKey} ${account.sandboxBase ?? ''}`;
  const earlier = opened.get(key);
  if (earlier) return earlier;
  const opening = open(account);
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}
