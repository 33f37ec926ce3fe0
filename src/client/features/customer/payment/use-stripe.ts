import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import { offerReloadIfGone } from '@/client/components/until-fetched';
import { type StripeAccount, stripeFor } from './stripe-for';

/** The state of loading Stripe.js. */
export type StripeLoading = { stripe: Stripe | null; failed: boolean; retry: () => Promise<void> };

/** Loads Stripe.js for an account when the component mounts. */
export function useStripeLoading(account: StripeAccount): StripeLoading {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const retry = useCallback(async () => {
    try {
      setStripe(await stripeFor(account));
      setFailed(false);
    } catch {
      setFailed(true);
      void offerReloadIfGone();
    }
  }, [account]);
  useEffect(() => void retry(), [retry]);
  return { stripe, failed, retry };
}
