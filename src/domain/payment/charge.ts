import { type Cents, cents } from '../money';

/** Above any delivery. */
export const MAX_CHARGE_CENTS = cents(10_000_000);

/** A delivery has one charge of its own, and one for each correction that raised its total. */
export type ChargeKind = 'delivery' | 'correction';

/**
 * The id of a charge. It follows from the appointment, so that books which lost the charge find its
 * payment at Stripe again when they write it anew.
 */
export const chargeIdOf = (appointmentId: string, sequence: number) =>
  `${appointmentId}:${sequence}`;

/** Which charge of an appointment an id names; without one, or with an older one, it is the first. */
export function sequenceOf(appointmentId: string, chargeId: string | null): number {
  if (!chargeId?.startsWith(`${appointmentId}:`)) return 1;
  const sequence = Number(chargeId.slice(appointmentId.length + 1));
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : 1;
}

/** The least that a card can be charged: Stripe's own limit for dollars. */
export const LEAST_CARD_CENTS = cents(50);

/**
 * The states of a charge, and what may follow what. A charge is written when the delivery is completed
 * or corrected, and stays until it is settled.
 */
export const CHARGE_STATES = [
  'held', // recorded, and not to be paid before staff looked at it
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
  // Cash in hand is recorded although the card may be charged as well: that is looked at afterwards.
  unknown: ['processing', 'declined', 'requires_action', 'succeeded', 'cash'],
  processing: ['declined', 'requires_action', 'succeeded', 'unknown', 'cash'],
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
  return SETTLED_CHARGE_STATES.includes(state);
}
export const SETTLED_CHARGE_STATES: readonly ChargeState[] = ['succeeded', 'cash'];

/** Open to be paid: neither settled nor held. */
export function isPayable(state: ChargeState): boolean {
  return !isSettled(state) && state !== 'held';
}

/** Refused, or asked about by the customer's bank: nothing happens until a person does something. */
export function waitsForPeople(state: ChargeState): boolean {
  return state === 'declined' || state === 'requires_action';
}

/** States the sweeper must take up by itself (the others wait for a person). */
export const UNFINISHED_CHARGE_STATES: readonly ChargeState[] = ['due', 'unknown', 'processing'];

/** Whether the customer can pay the balance now. Not while the saved card is being charged. */
export function canPayBalance({
  chargeState,
  remainingBalanceCents,
}: {
  chargeState: ChargeState | null;
  remainingBalanceCents: Cents;
}): boolean {
  return remainingBalanceCents > 0 && chargeState !== null && waitsForPeople(chargeState);
}
