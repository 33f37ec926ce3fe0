/** Compares our books with Stripe's: what must hold after every fault. */
import { expect } from 'bun:test';
import type { Ledger } from '@/stripe-sandbox/server/ledger';
import type { ChargeBook } from './fault-app';

export type Comparison = {
  charged: number;
  double: number;
  lost: number;
  open: number;
  ourCents: number;
  stripeCents: number;
};

/** Counts charges, and the differences between the two ledgers. */
export function compareBooks(charges: ChargeBook[], ledger: Ledger): Comparison {
  const paidAtStripe = new Map<string, number>();
  for (const line of ledger.lines) {
    if (!line.appointmentId || line.charges === 0) continue;
    const before = paidAtStripe.get(line.appointmentId) ?? 0;
    paidAtStripe.set(line.appointmentId, before + line.charged);
  }
  const paid = charges.filter((charge) => charge.state === 'succeeded' && charge.amountCents > 0);
  const lost = charges.filter(
    (charge) =>
      (charge.state === 'succeeded') !== paidAtStripe.has(charge.appointmentId) &&
      charge.amountCents > 0,
  );
  return {
    charged: paid.length,
    double: ledger.doubleCharged.length,
    lost: lost.length,
    open: charges.filter(({ state }) => state !== 'succeeded' && state !== 'cash').length,
    ourCents: paid.reduce((sum, charge) => sum + charge.amountCents, 0),
    stripeCents: ledger.totals.charged,
  };
}

/** Each of `count` deliveries is charged exactly once, and both ledgers agree to the cent. */
export function expectAllPaidOnce(comparison: Comparison, count: number): void {
  expect(comparison).toEqual({
    charged: count,
    double: 0,
    lost: 0,
    open: 0,
    ourCents: comparison.stripeCents,
    stripeCents: comparison.stripeCents,
  });
}
