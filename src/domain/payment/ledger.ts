import { type Cents, minus, NO_CENTS, plus } from '../money';

/** What a ledger entry counts as in the reports; an entry may count as nothing there. */
type Counted = {
  /** In the revenue, as paid by card or in cash. */
  revenue: 'card' | 'cash' | null;
  /** As money that was given back, or lost in a dispute. */
  of?: 'refunded' | 'disputed';
};

/**
 * The kinds of money that move, and what staff call them. A dispute moves money twice: the bank takes it
 * at once, and only a lost dispute takes it out of the revenue.
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

/** What moves money, and how the names of its sources begin. */
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
 * The source of ledger entries: a payment or its fee by its PaymentIntent, the cash of a charge, a refund
 * by our own id, or a part of a dispute.
 */
export const ledgerSource = (source: LedgerSource, id: string) => `${SOURCES[source]}${id}`;

/** The figures of a report that are added up from the ledger. */
export type LedgerFigures = {
  /** Paid, less what was given back or lost. */
  revenueCents: Cents;
  cardCents: Cents;
  cashCents: Cents;
  refundedCents: Cents;
  disputedCents: Cents;
};

/** The figures of some entries; those of one kind may come as their sum. Cents. */
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
