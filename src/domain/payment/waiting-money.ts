import { type Cents, NO_CENTS, plus } from '../money';

/** Why money waits, in the order in which staff read it. No schema: addresses name them too. */
export const WAITING_KINDS = [
  'declined',
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
  needs_authentication: { label: 'Needs authentication', isOwed: true },
  under_way: { label: 'Being charged', isOwed: true },
  to_review: { label: 'To review', isOwed: false },
  refund_failed: { label: 'Refund failed', isOwed: false },
  disputed: { label: 'Disputed', isOwed: false },
};

/** How many wait for one reason, and how much money (cents). */
export type WaitingSum = { kind: WaitingKind; count: number; cents: Cents };

/** What customers owe in all: what no card has paid yet, without what staff must look at first. */
export const owedOf = (sums: readonly WaitingSum[]): Cents =>
  plus(NO_CENTS, ...sums.flatMap(({ kind, cents }) => (WAITING_FACTS[kind].isOwed ? [cents] : [])));
