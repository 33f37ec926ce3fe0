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

/** Labels for staff, and whether the customer owes the amount. */
export const WAITING_FACTS: Record<WaitingKind, { label: string; isOwed: boolean }> = {
  declined: { label: 'Declined', isOwed: true },
  to_collect: { label: 'To collect', isOwed: true },
  needs_authentication: { label: 'Needs authentication', isOwed: true },
  under_way: { label: 'Being charged', isOwed: true },
  to_review: { label: 'To review', isOwed: false },
  refund_failed: { label: 'Refund failed', isOwed: false },
  disputed: { label: 'Disputed', isOwed: false },
};

/** Error codes of unpaid charges for which no card was tried. */
export const TO_COLLECT_CODES = ['no_card', 'paid_in_part', 'needs_agreement'] as const;

/** The filters of the list: everything owed, or one kind. */
export const WAITING_CHOICES = ['owed', ...WAITING_KINDS] as const;
export type WaitingChoice = (typeof WAITING_CHOICES)[number];

/** Returns the kinds that a filter lists. Null means all. */
export const kindsOf = (choice: WaitingChoice | null): readonly WaitingKind[] =>
  WAITING_KINDS.filter(
    (kind) =>
      choice === null || kind === choice || (choice === 'owed' && WAITING_FACTS[kind].isOwed),
  );

/** The sort orders of the list: by age or by amount. */
export const WAITING_ORDERS = ['oldest', 'newest', 'largest', 'smallest'] as const;
export type WaitingOrder = (typeof WAITING_ORDERS)[number];

/** Number and amount (cents) of open payments of one kind. */
export type WaitingSum = { kind: WaitingKind; count: number; cents: Cents };

/** Returns the number and amount (cents) of open payments for a filter. */
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
