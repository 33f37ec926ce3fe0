/** Pays a balance in the browser like Stripe.js, directly at the provider. */
import type { TestApp } from './app';
import type { RestAnswer } from './visitor';

type Answer = Pick<RestAnswer, 'status' | 'body'>;

/** Confirms a PaymentIntent with a new card or a saved card's ID. */
export async function payInBrowser(
  app: { sandbox: Pick<TestApp['sandbox'], 'browserFetch'> },
  clientSecret: string,
  card: { number: string } | { paymentMethodId: string },
): Promise<Answer> {
  const response = await app.sandbox.browserFetch(
    new Request(`http://sandbox/v1/payment_intents/${idOf(clientSecret)}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        key: 'pk_test_dockside',
        client_secret: clientSecret,
        ...('paymentMethodId' in card
          ? { payment_method: card.paymentMethodId }
          : {
              'payment_method_data[type]': 'card',
              'payment_method_data[card][number]': card.number,
              'payment_method_data[card][exp_month]': '12',
              'payment_method_data[card][exp_year]': '40',
              'payment_method_data[card][cvc]': '123',
              'payment_method_data[billing_details][address][postal_code]': '49047',
            }),
      }),
    }),
  );
  return { status: response.status, body: await response.json() };
}

/** Completes or fails the bank's authentication. */
export async function authenticate(
  app: TestApp,
  clientSecret: string,
  outcome: 'complete' | 'fail' = 'complete',
): Promise<Answer> {
  const response = await app.sandbox.browserFetch(
    new Request('http://sandbox/_sandbox/authenticate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ intent: idOf(clientSecret), client_secret: clientSecret, outcome }),
    }),
  );
  return { status: response.status, body: await response.json() };
}

/** Returns the cents that the provider has charged for an appointment. */
export function takenFor(app: TestApp, appointmentId: string): number {
  return app.sandbox
    .ledger()
    .lines.filter((line) => line.appointmentId === appointmentId)
    .reduce((sum, line) => sum + line.charged, 0);
}

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';
