import { cents } from '../money';

/** Above any delivery. */
export const MAX_CHARGE_CENTS = cents(10_000_000);

/**
 * The states of a charge, and what may follow what. A charge is the one debt of one appointment: it
 * is written when the delivery is completed and lives until it is settled (D30, payment design).
 */
export const CHARGE_STATES = [
  'held', // recorded, and not to be paid before staff looked at it (D90)
  'due', // recorded, not sent to Stripe yet
  'unknown', // sent, and no reply came: retrieve before deciding
  'processing', // Stripe has it and has not decided
  'declined',
  'requires_action', // the customer must authenticate with the bank
  'succeeded',
  'cash', // staff recorded cash
] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

const FOLLOWS: Record<ChargeState, readonly ChargeState[]> = {
  held: ['unknown', 'declined', 'succeeded'],
  due: ['unknown', 'processing', 'declined', 'requires_action', 'succeeded', 'cash'],
  unknown: ['processing', 'declined', 'requires_action', 'succeeded'],
  processing: ['declined', 'requires_action', 'succeeded', 'unknown'],
  declined: ['unknown', 'processing', 'requires_action', 'succeeded', 'cash'],
  requires_action: ['unknown', 'processing', 'declined', 'succeeded', 'cash'],
  succeeded: [],
  cash: [],
};

/** True when a charge may go from one state to the other; only forward, never out of a settled one. */
export function chargeMayBecome(from: ChargeState, to: ChargeState): boolean {
  return FOLLOWS[from].includes(to);
}

/** States from which `to` may be reached; what a compare-and-set accepts. */
export function chargeStatesBefore(to: ChargeState): ChargeState[] {
  return CHARGE_STATES.filter((from) => chargeMayBecome(from, to));
}

/** Settled: the money is in, one way or the other. */
export function isSettled(state: ChargeState): boolean {
  return state === 'succeeded' || state === 'cash';
}

/** States the sweeper must take up by itself (the others wait for a person). */
export const UNFINISHED_CHARGE_STATES: readonly ChargeState[] = ['due', 'unknown', 'processing'];
