import { type Cents, NO_CENTS, plus } from '../money';

/** Why money waits, in the order in which staff read it. No schema: addresses name them too. */
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

/** What staff read, and which of them a customer owes. */
export const WAITING_FACTS: Record<WaitingKind, { label: string; isOwed: boolean }> = {
  declined: { label: 'Declined', isOwed: true },
  to_collect: { label: 'To collect', isOwed: true },
  needs_authentication: { label: 'Needs authentication', isOwed: true },
  under_way: { label: 'Being charged', isOwed: true },
  to_review: { label: 'To review', isOwed: false },
  refund_failed: { label: 'Refund failed', isOwed: false },
  disputed: { label: 'Disputed', isOwed: false },
};

/** The error codes of unpaid charges that no card refused: nobody asked one. */
export const TO_COLLECT_CODES = ['no_card', 'paid_in_part', 'needs_agreement'] as const;

/** What can be listed alone: all that is owed, or one kind. */
export const WAITING_CHOICES = ['owed', ...WAITING_KINDS] as const;
export type WaitingChoice = (typeof WAITING_CHOICES)[number];

/** The kinds that a choice lists; null is all. */
export const kindsOf = (choice: WaitingChoice | null): readonly WaitingKind[] =>
  WAITING_KINDS.filter(
    (kind) =>
      choice === null || kind === choice || (choice === 'owed' && WAITING_FACTS[kind].isOwed),
  );

/** The orders of the list: by age, and by amount. */
export const WAITING_ORDERS = ['oldest', 'newest', 'largest', 'smallest'] as const;
export type WaitingOrder = (typeof WAITING_ORDERS)[number];

/** How many wait for one reason, and how much money (cents). */
export type WaitingSum = { kind: WaitingKind; count: number; cents: Cents };

/** How many of a choice wait, and how much money (cents). */
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
