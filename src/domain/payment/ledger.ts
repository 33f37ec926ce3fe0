import { type Cents, minus, NO_CENTS, plus } from '../money';

/** How a ledger entry counts in the reports. Some don't count. */
type Counted = {
  /** Counts as revenue, paid by card or in cash. */
  revenue: 'card' | 'cash' | null;
  /** Counts as refunded, or as lost in a dispute. */
  of?: 'refunded' | 'disputed';
};

/**
 * Every kind of ledger entry, with its label for staff. A dispute has two kinds of entries: the
 * bank withdraws the money immediately, but only a lost dispute reduces revenue.
 */
export const LEDGER_KINDS = {
  charge: { label: 'Card payment', revenue: 'card' },
  correction_charge: { label: 'Card payment after a correction', revenue: 'card' },
  refund: { label: 'Refund to a card', revenue: 'card', of: 'refunded' },
  refund_failed: { label: 'Refund that came back', revenue: 'card', of: 'refunded' },
  fee: { label: 'Stripe’s fee for a payment', revenue: null },
  cash: { label: 'Cash taken', revenue: 'cash' },
  cash_back: { label: 'Cash given back', revenue: 'cash', of: 'refunded' },
  stray_payment: { label: 'Payment without a charge', revenue: null },
  stray_refund: { label: 'Refund of a payment without a charge', revenue: null },
  dispute_withdrawn: { label: 'Taken by the bank in a dispute', revenue: null },
  dispute_returned: { label: 'Returned by the bank', revenue: null },
  dispute_lost: { label: 'Dispute lost', revenue: 'card', of: 'disputed' },
  dispute_regained: { label: 'Lost dispute won after all', revenue: 'card', of: 'disputed' },
  dispute_fee: { label: 'Fee of a dispute', revenue: null },
} as const satisfies Record<string, Counted & { label: string }>;
export type LedgerKind = keyof typeof LEDGER_KINDS;

/** The sources of ledger entries, with the prefixes of their names. */
const SOURCES = {
  payment: 'pi:',
  fee: 'fee:',
  stray: 'stray:',
  stray_refund: 'stray-re:',
  cash: 'cash:',
  refund: 're:',
  dispute: 'dp:money:',
  dispute_loss: 'dp:loss:',
  dispute_fee: 'dp:fee:',
} as const;
export type LedgerSource = keyof typeof SOURCES;

/**
 * Returns the source of ledger entries: a payment or its fee by its PaymentIntent, a charge's cash,
 * a refund by our own ID, or part of a dispute.
 */
export const ledgerSource = (source: LedgerSource, id: string) => `${SOURCES[source]}${id}`;

/** The report figures that are calculated from the ledger. */
export type LedgerFigures = {
  /** Payments minus refunds and lost disputes. */
  revenueCents: Cents;
  cardCents: Cents;
  cashCents: Cents;
  refundedCents: Cents;
  disputedCents: Cents;
};

/** Calculates the figures of ledger entries, or of sums by kind. Cents. */
export function ledgerFigures(
  sums: readonly { kind: LedgerKind; grossCents: Cents }[],
): LedgerFigures {
  const total = (counts: (counted: Counted) => boolean) =>
    plus(
      NO_CENTS,
      ...sums.flatMap(({ kind, grossCents }) => (counts(LEDGER_KINDS[kind]) ? [grossCents] : [])),
    );
  const cardCents = total(({ revenue }) => revenue === 'card');
  const cashCents = total(({ revenue }) => revenue === 'cash');
  return {
    revenueCents: plus(cardCents, cashCents),
    cardCents,
    cashCents,
    refundedCents: minus(
      NO_CENTS,
      total(({ of }) => of === 'refunded'),
    ),
    disputedCents: minus(
      NO_CENTS,
      total(({ of }) => of === 'disputed'),
    ),
  };
}
