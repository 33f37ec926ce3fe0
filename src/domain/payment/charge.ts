import { type Cents, cents } from '../money';

/** Higher than any delivery's total. */
export const MAX_CHARGE_CENTS = cents(10_000_000);

/** A delivery has one charge of its own, plus one for each correction that raised its total. */
export type ChargeKind = 'delivery' | 'correction';

/**
 * Returns a charge's ID. It's derived from the appointment, so if the books ever lose the charge,
 * recreating it finds the same payment at Stripe.
 */
export const chargeIdOf = (appointmentId: string, sequence: number) =>
  `${appointmentId}:${sequence}`;

/**
 * Returns the number of the charge that an ID names. A missing ID, or one in an older format, means
 * the first.
 */
export function sequenceOf(appointmentId: string, chargeId: string | null): number {
  if (!chargeId?.startsWith(`${appointmentId}:`)) return 1;
  const sequence = Number(chargeId.slice(appointmentId.length + 1));
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : 1;
}

/** Minimum amount for a card, which is Stripe's limit for US dollars. */
export const LEAST_CARD_CENTS = cents(50);

/**
 * The states of a charge, and the allowed transitions. A charge is created when the delivery is
 * completed or corrected, and stays open until it's settled.
 */
export const CHARGE_STATES = [
  'held', // recorded, but in review by staff
  'due', // recorded, not sent to Stripe yet
  'unknown', // sent without a reply, so retrieve it before deciding
  'processing', // Stripe has it but hasn't decided
  'declined',
  'requires_action', // the customer must authenticate with the bank
  'succeeded',
  'cash', // staff recorded cash
] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

const FOLLOWS: Record<ChargeState, readonly ChargeState[]> = {
  held: ['unknown', 'declined', 'succeeded'],
  due: ['unknown', 'processing', 'declined', 'requires_action', 'succeeded', 'cash'],
  // Cash is recorded even if the card may be charged too. A double payment is handled afterward.
  unknown: ['processing', 'declined', 'requires_action', 'succeeded', 'cash'],
  processing: ['declined', 'requires_action', 'succeeded', 'unknown', 'cash'],
  declined: ['unknown', 'processing', 'requires_action', 'succeeded', 'cash'],
  requires_action: ['unknown', 'processing', 'declined', 'succeeded', 'cash'],
  succeeded: [],
  cash: [],
};

/** True if a charge may change from one state to another. Settled charges never change. */
export function chargeMayBecome(from: ChargeState, to: ChargeState): boolean {
  return FOLLOWS[from].includes(to);
}

/** Returns the states from which `to` is allowed, for a compare-and-set. */
export function chargeStatesBefore(to: ChargeState): ChargeState[] {
  return CHARGE_STATES.filter((from) => chargeMayBecome(from, to));
}

/** True if the charge is paid, by card or in cash. */
export function isSettled(state: ChargeState): boolean {
  return SETTLED_CHARGE_STATES.includes(state);
}
export const SETTLED_CHARGE_STATES: readonly ChargeState[] = ['succeeded', 'cash'];

/** True if the charge can be paid: neither settled nor in review. */
export function isPayable(state: ChargeState): boolean {
  return !isSettled(state) && state !== 'held';
}

/** True if the card was declined or needs authentication, so only a person can continue. */
export function waitsForPeople(state: ChargeState): boolean {
  return state === 'declined' || state === 'requires_action';
}

/** The sweeper finishes charges in these states automatically. */
export const UNFINISHED_CHARGE_STATES: readonly ChargeState[] = ['due', 'unknown', 'processing'];

/**
 * True if the customer can pay the balance now, which isn't the case while the saved card is being
 * charged.
 */
export function canPayBalance({
  chargeState,
  remainingBalanceCents,
}: {
  chargeState: ChargeState | null;
  remainingBalanceCents: Cents;
}): boolean {
  return remainingBalanceCents > 0 && chargeState !== null && waitsForPeople(chargeState);
}
