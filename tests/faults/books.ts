/** Compares our books with Stripe's, which must agree after every fault. */
import { expect } from 'bun:test';
import type { Ledger } from '@dockside/stripe-sandbox/server/ledger';
import type { entriesIn } from '../support/ledger';
import type { ChargeBook } from './fault-app';

export type Comparison = {
  charged: number;
  double: number;
  lost: number;
  open: number;
  /** Returns the payments that aren't in our ledger exactly once with their full amount. */
  unbooked: number;
  ourCents: number;
  ledgerCents: number;
  stripeCents: number;
};

type Entries = Awaited<ReturnType<typeof entriesIn>>;

/** Counts charges, and the differences between our books, our ledger, and Stripe's. */
export function compareBooks(charges: ChargeBook[], entries: Entries, ledger: Ledger): Comparison {
  const paidAtStripe = new Map<string, number>();
  for (const line of ledger.lines) {
    if (!line.appointmentId || line.charges === 0) continue;
    const before = paidAtStripe.get(line.appointmentId) ?? 0;
    paidAtStripe.set(line.appointmentId, before + line.charged);
  }
  const booked = entries.filter(({ source }) => source.startsWith('pi:'));
  const unbooked = ledger.lines.filter(({ paymentIntent, charged }) => {
    const own = booked.filter(({ source }) => source === `pi:${paymentIntent}`);
    return own.length !== (charged > 0 ? 1 : 0) || (own[0]?.grossCents ?? 0) !== charged;
  });
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
    unbooked: unbooked.length,
    ledgerCents: booked.reduce((sum, { grossCents }) => sum + grossCents, 0),
    ourCents: paid.reduce((sum, charge) => sum + charge.amountCents, 0),
    stripeCents: ledger.totals.charged,
  };
}

/**
 * Checks that each of `count` deliveries was charged exactly once, and that our books, our ledger,
 * and Stripe's agree to the cent.
 */
export function expectAllPaidOnce(comparison: Comparison, count: number): void {
  expect(comparison).toEqual({
    charged: count,
    double: 0,
    lost: 0,
    open: 0,
    unbooked: 0,
    ledgerCents: comparison.stripeCents,
    ourCents: comparison.stripeCents,
    stripeCents: comparison.stripeCents,
  });
}
