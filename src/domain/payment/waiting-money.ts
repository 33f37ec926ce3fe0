import { type Cents, NO_CENTS, plus } from '../money';

/**
 * The kinds of open payments, in display order. They aren't in a schema file because page addresses
 * use them too.
 */
export const WAITING_KINDS = [
  'declined',
  'to_collect',
  'needs_authentication',
  'under_way',
  'to_review',
  'refund_failed',
  'disputed',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** The label of each kind, and whether a customer owes the amount. */
export const WAITING_FACTS: Record<WaitingKind, { label: string; isOwed: boolean }> = {
  declined: { label: 'Declined', isOwed: true },
  to_collect: { label: 'To collect', isOwed: true },
  needs_authentication: { label: 'Needs authentication', isOwed: true },
  under_way: { label: 'Processing', isOwed: true },
  to_review: { label: 'In review', isOwed: false },
  refund_failed: { label: 'Refund failed', isOwed: false },
  disputed: { label: 'Disputed', isOwed: false },
};

/** Error codes of unpaid charges that were never declined, because no card was charged. */
export const TO_COLLECT_CODES = [
  'no_card',
  'paid_in_part',
  'needs_agreement',
  'house_account',
] as const;

/** The filters of the list: everything owed, or one kind. */
export const WAITING_CHOICES = ['owed', ...WAITING_KINDS] as const;
export type WaitingChoice = (typeof WAITING_CHOICES)[number];

/** @returns the kinds that a filter lists; null lists all */
export const kindsOf = (choice: WaitingChoice | null): readonly WaitingKind[] =>
  WAITING_KINDS.filter(
    (kind) =>
      choice === null || kind === choice || (choice === 'owed' && WAITING_FACTS[kind].isOwed),
  );

/** The sort orders of the list. */
export const WAITING_ORDERS = ['oldest', 'newest', 'largest', 'smallest'] as const;
export type WaitingOrder = (typeof WAITING_ORDERS)[number];

/** The number of open payments of one kind, and their sum. */
export type WaitingSum = { kind: WaitingKind; count: number; cents: Cents };

/** @returns the number of open payments that a filter lists, and their sum */
export function sumOf(
  sums: readonly WaitingSum[],
  choice: WaitingChoice | null,
): Omit<WaitingSum, 'kind'> {
  const kinds = kindsOf(choice);
  const counted = sums.filter(({ kind }) => kinds.includes(kind));
  return {
    count: counted.reduce((total, { count }) => total + count, 0),
    cents: plus(NO_CENTS, ...counted.map(({ cents }) => cents)),
  };
}
