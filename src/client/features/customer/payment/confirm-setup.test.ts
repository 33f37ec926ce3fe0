import { describe, expect, test } from 'bun:test';
import type { Stripe, StripeCardNumberElement, StripeElements } from '@stripe/stripe-js';
import { confirmSetup, confirmWalletSetup } from './confirm-setup';

const card = {} as StripeCardNumberElement;
const intent = { id: 'seti_1', status: 'succeeded', payment_method: 'pm_1' };

/** Returns a fake of Stripe.js that returns these answers in order. */
function provider(...answers: unknown[]) {
  const calls: unknown[] = [];
  const confirmCardSetup = async (secret: string, data?: unknown) => {
    calls.push(data === undefined ? [secret] : [secret, data]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { stripe: { confirmCardSetup } as unknown as Stripe, calls };
}

/** @returns the error message after these answers from Stripe, or null if the card is saved */
async function refusalOf(...answers: unknown[]): Promise<string | null> {
  const { stripe } = provider(...answers);
  const outcome = await confirmSetup({ stripe, card, zip: '49047' }, 'secret', () => {});
  return outcome.intent ? null : outcome.refusal;
}

describe('saving a card at Stripe', () => {
  test('sends the ZIP as the billing postal code', async () => {
    const { stripe, calls } = provider({ setupIntent: intent });
    const outcome = await confirmSetup({ stripe, card, zip: '49047' }, 'secret', () => {});
    expect(outcome.intent?.id).toBe('seti_1');
    const payment_method = { card, billing_details: { address: { postal_code: '49047' } } };
    expect(calls).toEqual([['secret', { payment_method }]]);
  });

  test('shows Stripe’s message, or its own if Stripe sends none', async () => {
    expect(await refusalOf({ error: { message: 'Your card was declined.' } })).toBe(
      'Your card was declined.',
    );
    expect(await refusalOf({ error: { message: '' } })).toBe('Payment setup failed');
    expect(await refusalOf({ setupIntent: { ...intent, status: 'processing' } })).toBe(
      'Payment setup failed',
    );
    expect(await refusalOf(new Error('the network is gone'))).toBe('An error occurred');
  });

  test.each(['', '9047', 'N9A 1', '4904A'])(
    'doesn’t send an incomplete or foreign postal code such as "%s"',
    async (zip) => {
      const { stripe, calls } = provider({ setupIntent: intent });
      await confirmSetup({ stripe, card, zip }, 'secret', () => {});
      expect(calls).toEqual([['secret', { payment_method: { card, billing_details: {} } }]]);
    },
  );

  test('reports a setup that was canceled elsewhere', async () => {
    const error = { message: 'You cannot confirm this.', setup_intent: { status: 'canceled' } };
    const { stripe } = provider({ error });
    const outcome = await confirmSetup({ stripe, card, zip: '' }, 'secret', () => {});
    expect(outcome).toMatchObject({ intent: null, isCanceled: true });
  });

  test('sends nothing without the card fields', async () => {
    const { stripe, calls } = provider();
    for (const typed of [
      { stripe, card: null, zip: '' },
      { stripe: null, card, zip: '' },
    ]) {
      const outcome = await confirmSetup(typed, 'secret', () => {});
      expect(outcome).toEqual({
        intent: null,
        refusal: 'Card element not found',
        isCanceled: false,
      });
    }
    expect(calls).toEqual([]);
  });

  test('counts a card as saved if only the answer was lost', async () => {
    const error = { message: 'It has already succeeded.', setup_intent: intent };
    expect(await refusalOf({ error })).toBeNull();
  });

  test('makes room for the bank’s page during authentication', async () => {
    const shown: boolean[] = [];
    const { stripe } = provider(
      { setupIntent: { ...intent, status: 'requires_action' } },
      { setupIntent: intent },
    );
    await confirmSetup({ stripe, card, zip: '' }, 'secret', (isShown) => shown.push(isShown));
    expect(shown).toEqual([true, false]);
  });
});

describe('saving a card from a wallet', () => {
  /** @returns the outcome, the times at which the bank's page was shown, and the calls to Stripe */
  async function saved(submitted: object, answer: unknown) {
    const asked: unknown[] = [];
    const shown: boolean[] = [];
    const elements = { submit: async () => submitted } as unknown as StripeElements;
    const confirmSetup = async (input: unknown) => {
      asked.push(input);
      if (answer instanceof Error) throw answer;
      return answer;
    };
    // Stripe needs an address for wallets that redirect, which ours never do.
    Object.assign(globalThis, { window: { location: { href: 'https://lake.example/' } } });
    const stripe = { confirmSetup } as unknown as Stripe;
    const outcome = await confirmWalletSetup({ stripe, elements }, 'secret', (bank) =>
      shown.push(bank),
    );
    Reflect.deleteProperty(globalThis, 'window');
    return { outcome, asked, shown };
  }

  test('confirms with the newest secret and never redirects', async () => {
    const { outcome, asked, shown } = await saved({}, { setupIntent: intent });
    expect(outcome.intent?.id).toBe('seti_1');
    expect(asked).toMatchObject([{ clientSecret: 'secret', redirect: 'if_required' }]);
    expect(shown).toEqual([true, false]);
  });

  test('an invalid wallet, a decline, and a lost connection are refusals', async () => {
    const invalid = await saved({ error: { message: 'Incomplete.' } }, null);
    expect(invalid.outcome).toMatchObject({ intent: null, refusal: 'Incomplete.' });
    expect(invalid.asked).toEqual([]);
    const declined = await saved({}, { error: { message: 'Your card was declined.' } });
    expect(declined.outcome).toMatchObject({ intent: null, refusal: 'Your card was declined.' });
    const lost = await saved({}, new Error('offline'));
    expect(lost.outcome).toMatchObject({ intent: null, refusal: 'An error occurred' });
    expect(lost.shown).toEqual([true, false]);
  });
});
