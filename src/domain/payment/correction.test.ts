import { describe, expect, test } from 'bun:test';
import { cents } from '../money';
import type { ChargeState } from './charge';
import { asksToPay, type CorrectableCharge, correctionPlan, correctionTexts } from './correction';

const charge = (
  sequence: number,
  amount: number,
  state: ChargeState = 'succeeded',
  over: Partial<CorrectableCharge> = {},
): CorrectableCharge => {
  const paid = state === 'succeeded' || state === 'cash';
  const inCents = cents(paid ? amount : 0);
  const facts = { amountCents: cents(amount), receivedCents: inCents, leftCents: inCents };
  const kind = sequence === 1 ? ('delivery' as const) : ('correction' as const);
  return { sequence, kind, state, ...facts, ...over };
};
const textOf = (charges: CorrectableCharge[], by: number, hasCard = true) =>
  correctionTexts(correctionPlan(charges, cents(by), { hasCard })).join('; ');

test('the same total moves no money', () => {
  expect(textOf([charge(1, 8_800)], 0)).toBe('No payment change');
});

describe('a lower total', () => {
  test('refunds the difference, in cash if it was paid in cash', () => {
    expect(textOf([charge(1, 8_800)], -1_200)).toBe('Refund $12.00');
    expect(textOf([charge(1, 8_800, 'cash')], -1_200)).toBe('Return $12.00 in cash');
  });

  test('is refunded from the latest charge first, and never more than is left', () => {
    const charges = [charge(1, 8_800), charge(2, 1_000)];
    expect(correctionPlan(charges, cents(-1_500), { hasCard: true }).refunds).toEqual([
      { sequence: 2, amountCents: cents(1_000), way: 'card' },
      { sequence: 1, amountCents: cents(500), way: 'card' },
    ]);
    expect(textOf([charge(1, 8_800, 'succeeded', { leftCents: cents(300) })], -1_200)).toBe(
      'Refund $3.00',
    );
  });

  test('reduces an open debt before it refunds anything', () => {
    const charges = [charge(1, 8_800), charge(2, 1_000, 'declined')];
    expect(textOf(charges, -700)).toBe('Lower the balance by $7.00');
    expect(textOf(charges, -1_700)).toBe('Refund $7.00; Lower the balance by $10.00');
  });

  test("doesn't refund what was written off", () => {
    const waived = charge(2, 41, 'succeeded', { receivedCents: cents(0), leftCents: cents(0) });
    expect(textOf([charge(1, 8_800), waived], -41)).toBe('Lower the balance by $0.41');
  });
});

describe('a higher total', () => {
  test('is billed on the next invoice of a house account, even if it’s too small for a card', () => {
    const paid = charge(1, 8_800, 'cash', { paidBy: 'check', isOnAccount: true });
    expect(textOf([paid], 41)).toBe('Bill $0.41 more on the next invoice');
    expect(textOf([paid], 4_100)).toBe('Bill $41.00 more on the next invoice');
  });

  test('is charged up to a quarter more, and sent as a payment link above that', () => {
    expect(textOf([charge(1, 8_800)], 2_200)).toBe('Charge $22.00 more');
    expect(textOf([charge(1, 8_800)], 2_201)).toBe('Send a payment link for $22.01 more');
  });

  test('asks the customer to pay a raised balance, except on a house account', () => {
    const asks = (over: Partial<CorrectableCharge>) => {
      const charges = [charge(1, 8_800, 'declined', over)];
      return asksToPay(correctionPlan(charges, cents(100), { hasCard: true }), charges);
    };
    expect(asks({})).toBe(true);
    expect(asks({ isOnAccount: true })).toBe(false);
  });

  test('counts all corrections together toward the quarter', () => {
    expect(textOf([charge(1, 8_800), charge(2, 2_200)], 100)).toBe(
      'Send a payment link for $1.00 more',
    );
    const refunded = charge(1, 8_800, 'succeeded', { leftCents: cents(4_000) });
    expect(textOf([refunded], 7_000)).toBe('Charge $70.00 more');
  });

  test("isn't charged to a card that's missing or was never charged", () => {
    expect(textOf([charge(1, 8_800)], 500, false)).toBe('Send a payment link for $5.00 more');
    expect(textOf([charge(1, 8_800, 'cash')], 500)).toBe('Send a payment link for $5.00 more');
  });

  test("is added to a debt that's already open", () => {
    expect(textOf([charge(1, 8_800, 'declined')], 500)).toBe('Raise the balance by $5.00');
  });

  test("isn't collected if it's too small for a card", () => {
    expect(textOf([charge(1, 8_800)], 49)).toBe(
      'Write off $0.49, which is too small for a card charge',
    );
    expect(textOf([charge(1, 8_800)], 50)).toBe('Charge $0.50 more');
  });
});
