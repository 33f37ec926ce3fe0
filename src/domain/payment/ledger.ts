import { type Cents, minus, NO_CENTS, plus } from '../money';

/** How the reports count a ledger entry. */
type Counted = {
  /** The kind of revenue, or null if the entry isn't revenue. */
  revenue: 'card' | 'cash' | null;
  /** Set for money refunded or lost in a dispute. */
  of?: 'refunded' | 'disputed';
};

/**
 * The kinds of ledger entries, with their labels. A dispute has entries of two kinds, because the bank
 * withdraws the money immediately, but only a lost dispute reduces the revenue.
 */
export const LEDGER_KINDS = {
  charge: { label: 'Card payment', revenue: 'card' },
  correction_charge: { label: 'Card payment after a correction', revenue: 'card' },
  refund: { label: 'Refund to a card', revenue: 'card', of: 'refunded' },
  refund_failed: { label: 'Failed refund returned', revenue: 'card', of: 'refunded' },
  fee: { label: 'Stripe payment fee', revenue: null },
  cash: { label: 'Cash payment', revenue: 'cash' },
  cash_back: { label: 'Cash refund', revenue: 'cash', of: 'refunded' },
  account_payment: { label: 'House account payment', revenue: 'cash' },
  account_refund: { label: 'House account refund', revenue: 'cash', of: 'refunded' },
  stray_payment: { label: 'Payment without a charge', revenue: null },
  stray_refund: { label: 'Refund of a payment without a charge', revenue: null },
  dispute_withdrawn: { label: 'Disputed funds withdrawn', revenue: null },
  dispute_returned: { label: 'Disputed funds returned', revenue: null },
  dispute_lost: { label: 'Dispute lost', revenue: 'card', of: 'disputed' },
  dispute_regained: { label: 'Lost dispute won on appeal', revenue: 'card', of: 'disputed' },
  dispute_fee: { label: 'Dispute fee', revenue: null },
} as const satisfies Record<string, Counted & { label: string }>;
export type LedgerKind = keyof typeof LEDGER_KINDS;
export const LEDGER_KIND_NAMES = Object.keys(LEDGER_KINDS) as readonly LedgerKind[];

/** The prefix of a source's name, by kind of source. */
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
 * @returns the source of a ledger entry: a payment or its fee by PaymentIntent, a charge's cash, a
 * refund by our own ID, or a part of a dispute
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

/** Adds up ledger entries into figures. Entries of one kind may be passed as their sum. */
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
