import type { UserActor } from '@/domain/roles';
import type { Deps } from '@/server/config/deps';
import {
  confirmPaymentSetup,
  createPaymentAuthorization,
} from '@/server/modules/payments/cards/card-setup.usecases';
import { listCards, useSavedCard } from '@/server/modules/payments/cards/saved-cards.usecases';

/** The sandbox, as reached by the customer's browser. */
export type SandboxForBrowser = { browserFetch(request: Request): Promise<Response> };

/** Stripe's test cards: one that works, and one that can be saved but is declined when charged. */
export const TEST_CARDS = { good: '4242424242424242', declined: '4000000000000341' } as const;

/**
 * Saves a test card as the customer's browser would: at the sandbox, with the client secret. Later
 * appointments use the saved card.
 */
export async function saveTestCard(
  deps: Deps,
  sandbox: SandboxForBrowser,
  actor: UserActor,
  { appointmentId, number }: { appointmentId: string; number: string },
): Promise<void> {
  const call = { deps, actor };
  const [saved] = await listCards(call);
  if (saved) {
    await useSavedCard(call, { appointmentId, paymentMethodId: saved.id });
    return;
  }
  const { clientSecret, setupIntentId, stripe } = await createPaymentAuthorization(
    call,
    { appointmentId },
    null,
  );
  if (!clientSecret || !setupIntentId) return;
  await sandbox.browserFetch(
    new Request(`http://sandbox/v1/setup_intents/${setupIntentId}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: stripe.publishableKey,
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '40',
        'payment_method_data[card][cvc]': '123',
        'payment_method_data[billing_details][address][postal_code]': deps.settings.zip,
      }),
    }),
  );
  await confirmPaymentSetup(call, { appointmentId, setupIntentId });
}
