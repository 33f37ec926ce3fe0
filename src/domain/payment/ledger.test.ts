import { expect, test } from 'bun:test';
import { cents } from '../money';
import { LEDGER_KINDS, type LedgerKind, ledgerFigures } from './ledger';

const sum = (kind: LedgerKind, amount: number) => ({ kind, grossCents: cents(amount) });

test('revenue is payments minus refunds and lost disputes', () => {
  expect(
    ledgerFigures([
      sum('charge', 8_800),
      sum('correction_charge', 820),
      sum('refund', -500),
      sum('refund_failed', 100),
      sum('cash', 5_000),
      sum('cash_back', -200),
      sum('dispute_lost', -3_000),
      sum('dispute_regained', 1_000),
    ]),
  ).toEqual({
    revenueCents: cents(12_020),
    cardCents: cents(7_220),
    cashCents: cents(4_800),
    refundedCents: cents(600),
    disputedCents: cents(2_000),
  });
});

test('fees and money in open disputes don’t change revenue', () => {
  const { revenueCents } = ledgerFigures([
    sum('charge', 8_800),
    sum('dispute_withdrawn', -8_800),
    sum('dispute_fee', 0),
    sum('dispute_returned', 8_800),
  ]);
  expect(revenueCents).toBe(cents(8_800));
});

test('without entries, all figures are 0', () => {
  expect(new Set(Object.values(ledgerFigures([])))).toEqual(new Set([cents(0)]));
});

test('every kind has its own label', () => {
  const labels = Object.values(LEDGER_KINDS).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});
