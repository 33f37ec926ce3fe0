import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import { type StripeAccount, stripeFor } from './stripe-for';

/** What a dialog with card fields needs to know of Stripe.js. */
export type StripeLoading = { stripe: Stripe | null; failed: boolean; retry: () => Promise<void> };

/** Stripe.js for an account, loaded when the component appears; a failure can be tried again. */
export function useStripeLoading(account: StripeAccount): StripeLoading {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(async () => {
    try {
      setStripe(await stripeFor(account));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, [account]);
  useEffect(() => void retry(), [retry]);
  return { stripe, failed, retry };
}
