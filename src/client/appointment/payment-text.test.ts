import { expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { canPayBalance } from '@/domain/payment/charge';
import { type PaymentTextFacts, paymentText } from './payment-text';

const DELIVERED: PaymentTextFacts = {
  status: 'completed',
  testMode: false,
  chargeState: 'due',
  totalPriceCents: cents(8_800),
  totalPaidCents: cents(0),
  remainingBalanceCents: cents(8_800),
  cardSaved: true,
  cardBrand: 'visa',
  cardLast4: '4242',
  paidCard: null,
  paidHow: null,
};
const PAID = { totalPaidCents: cents(8_800), remainingBalanceCents: cents(0) };
const NO_CARD = { cardSaved: false, cardBrand: null, cardLast4: null };

test('the text describes the payment in every state of its charge', () => {
  const cases: [Partial<PaymentTextFacts>, string | null, boolean][] = [
    [{ status: 'scheduled', chargeState: null, remainingBalanceCents: cents(0) }, null, false],
    [{ chargeState: 'due' }, 'We’re charging $88.00 to Visa ending in 4242', false],
    [{ chargeState: 'unknown' }, 'We’re charging $88.00 to Visa ending in 4242', false],
    // The customer has no saved card and paid in another way, and the bank hasn't decided yet.
    [{ ...NO_CARD, chargeState: 'processing' }, 'We’re charging $88.00', false],
    [{ chargeState: 'declined' }, '$88.00 balance due', true],
    [{ ...NO_CARD, chargeState: 'declined' }, '$88.00 balance due', true],
    [{ chargeState: 'requires_action' }, '$88.00 balance due', true],
    // The payment was made with a card other than the saved one.
    [
      { ...PAID, chargeState: 'succeeded', paidCard: { brand: 'mastercard', last4: '4444' } },
      '$88.00 paid with Mastercard ending in 4444',
      false,
    ],
    [{ ...PAID, chargeState: 'succeeded' }, '$88.00 paid by card', false],
    [{ ...PAID, chargeState: 'cash', paidHow: 'in cash' }, '$88.00 paid in cash', false],
    [
      { chargeState: 'succeeded', totalPriceCents: cents(0), remainingBalanceCents: cents(0) },
      'Nothing to pay',
      false,
    ],
    [
      { testMode: true, chargeState: null, remainingBalanceCents: cents(0) },
      'Test order, not charged',
      false,
    ],
  ];
  for (const [facts, text, payable] of cases) {
    const delivery = { ...DELIVERED, ...facts };
    expect(paymentText(delivery)).toBe(text);
    expect(canPayBalance(delivery)).toBe(payable);
  }
});
