import type { Stripe } from '@stripe/stripe-js';
import { fetchedCode } from '@/client/lib/fetched-code';
import type { Outputs } from '@/client/lib/trpc';

/** The Stripe account, or the sandbox, that the browser calls. */
export type StripeAccount = Outputs['booking']['createPaymentAuthorization']['stripe'];

const fetchSandbox = fetchedCode(
  () => import('@/stripe-sandbox/browser/sandbox-stripe'),
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
    if (!createSandboxStripe) throw new Error('the code of the sandbox cannot be fetched');
    return createSandboxStripe({ publishableKey, apiBase: sandboxBase });
  }
  const loadStripe = await fetchStripe();
  const stripe = await loadStripe?.(publishableKey);
  if (!stripe) throw new Error('Stripe.js cannot be fetched');
  return stripe;
}

/**
 * Stripe.js for an account, or the sandbox in its place: the only import of the sandbox in the browser.
 * The page has one for each account. After a failure the next call loads it again.
 */
export function stripeFor(account: StripeAccount): Promise<Stripe> {
  const key = `${account.publishableKey} ${account.sandboxBase ?? ''}`;
  const known = opened.get(key);
  if (known) return known;
  const opening = open(account);
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}
