import { expect, test } from 'bun:test';
import { type CardFacts, cardTrouble } from './card-trouble';

const FACTS: CardFacts = {
  status: 'confirmed',
  date: '2026-06-14',
  testMode: false,
  holdExpiresAt: null,
  stripePaymentMethodId: 'pm_1',
  cardExpMonth: 6,
  cardExpYear: 2026,
};
const troubleOf = (
  facts: Partial<CardFacts> = {},
  known: Partial<{ isByInvoice: boolean; refusedCard: string | null }> = {},
) => cardTrouble({ ...FACTS, ...facts }, { isByInvoice: false, refusedCard: null, ...known });

test('a card that works through its last month has no problem', () => {
  expect(troubleOf()).toBeNull();
  expect(troubleOf({ date: '2026-06-30' })).toBeNull();
  expect(troubleOf({ date: '2026-07-01' })).toBe('expired');
  expect(troubleOf({ cardExpMonth: null, cardExpYear: null })).toBeNull();
});

test('a missing card is a problem, and so is one that Stripe refused, but not its replacement', () => {
  expect(troubleOf({ stripePaymentMethodId: null })).toBe('missing');
  expect(troubleOf({}, { refusedCard: 'pm_1' })).toBe('refused');
  expect(troubleOf({}, { refusedCard: 'pm_0' })).toBeNull();
});

test('a test, a delivery by invoice, a hold, and a closed delivery need no card', () => {
  const none = { stripePaymentMethodId: null };
  expect(troubleOf({ ...none, testMode: true })).toBeNull();
  expect(troubleOf(none, { isByInvoice: true })).toBeNull();
  expect(troubleOf({ ...none, holdExpiresAt: 1 })).toBeNull();
  expect(troubleOf({ ...none, status: 'completed' })).toBeNull();
  expect(troubleOf({ ...none, status: 'cancelled' })).toBeNull();
});
