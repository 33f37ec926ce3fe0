import { describe, expect, test } from 'bun:test';
import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js';
import { confirmSetup } from './confirm-setup';

const card = {} as StripeCardNumberElement;
const intent = { id: 'seti_1', status: 'succeeded', payment_method: 'pm_1' };

/** A provider that gives these answers, one after the other. */
function provider(...answers: unknown[]) {
  const asked: unknown[] = [];
  const confirmCardSetup = async (secret: string, data?: unknown) => {
    asked.push(data === undefined ? [secret] : [secret, data]);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { stripe: { confirmCardSetup } as unknown as Stripe, asked };
}

/** What is said when the provider gives these answers; null when the card is saved. */
async function refusalOf(...answers: unknown[]): Promise<string | null> {
  const { stripe } = provider(...answers);
  const outcome = await confirmSetup({ stripe, card, zip: '49047' }, 'secret', () => {});
  return outcome.intent ? null : outcome.refusal;
}

describe('saving a card with the provider', () => {
  test('sends the ZIP as the billing postal code', async () => {
    const { stripe, asked } = provider({ setupIntent: intent });
    const outcome = await confirmSetup({ stripe, card, zip: '49047' }, 'secret', () => {});
    expect(outcome.intent?.id).toBe('seti_1');
    const payment_method = { card, billing_details: { address: { postal_code: '49047' } } };
    expect(asked).toEqual([['secret', { payment_method }]]);
  });

  test('says what the provider says, and has a sentence when it says nothing', async () => {
    expect(await refusalOf({ error: { message: 'Your card was declined.' } })).toBe(
      'Your card was declined.',
    );
    expect(await refusalOf({ error: { message: '' } })).toBe('Payment setup failed');
    expect(await refusalOf({ setupIntent: { ...intent, status: 'processing' } })).toBe(
      'Payment setup failed',
    );
    expect(await refusalOf(new Error('the network is gone'))).toBe('An error occurred');
  });

  test('without the card fields there is nothing to send', async () => {
    const { stripe, asked } = provider();
    for (const typed of [
      { stripe, card: null, zip: '' },
      { stripe: null, card, zip: '' },
    ]) {
      const outcome = await confirmSetup(typed, 'secret', () => {});
      expect(outcome).toEqual({ intent: null, refusal: 'Card element not found' });
    }
    expect(asked).toEqual([]);
  });

  test('a card that was saved although its answer was lost is saved', async () => {
    const error = { message: 'It has already succeeded.', setup_intent: intent };
    expect(await refusalOf({ error })).toBeNull();
  });

  test('the bank is let in front of the page for as long as it asks', async () => {
    const shown: boolean[] = [];
    const { stripe } = provider(
      { setupIntent: { ...intent, status: 'requires_action' } },
      { setupIntent: intent },
    );
    await confirmSetup({ stripe, card, zip: '' }, 'secret', (isShown) => shown.push(isShown));
    expect(shown).toEqual([true, false]);
  });
});
