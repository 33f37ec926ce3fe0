/** A model of the product in simple arithmetic. The real product must agree with it after every command. */

const MINUTE_MS = 60_000;
export const HOLD_MS = 15 * MINUTE_MS;
export const START = Date.parse('2026-06-13T12:00:00Z');
/** The time slots of two days, by number. There are few, so that appointments compete. */
export const TIME_SLOTS = [
  { date: '2026-06-15', time: '10:00 AM - 12:00 PM', capacity: 2 },
  { date: '2026-06-15', time: '12:00 PM - 2:00 PM', capacity: 3 },
  { date: '2026-06-16', time: '10:00 AM - 12:00 PM', capacity: 1 },
  { date: '2026-06-16', time: '2:00 PM - 4:00 PM', capacity: 5 },
] as const;
/** $4.10 per gallon, two small bags, a large one, and the fee for both. */
export const totalOf = (gallons: number) => gallons * 410 + 1700 + 3000;

/** Whether a person confirms a delivery of this many gallons before it's charged. */
export function isFarFrom(appointment: PlainAppointment, gallons: number): boolean {
  const ordered = (appointment.totalCents - totalOf(0)) / 410;
  return gallons > ordered * 1.5 + 5 || gallons * 10 < ordered;
}

export type Card = 'good' | 'declines-later';

export type PlainAppointment = {
  id: string;
  timeSlot: number;
  status: 'pending' | 'confirmed' | 'scheduled' | 'en_route' | 'completed' | 'cancelled';
  holdUntil: number | null;
  card: Card | null;
  /** A card that the browser saved without notifying us. */
  unheardCard: { card: Card; order: number } | null;
  /**
   * The state of the debt. `open` means that Stripe hasn't answered yet, and `owed` that the
   * customer has to pay.
   */
  debt: 'none' | 'open' | 'owed' | 'paid' | 'cash';
  totalCents: number;
  /** The completion, and each correction that raised the total. */
  charges: PlainCharge[];
  /** The amount that waits for staff before it's charged. */
  heldCents: number;
};

/** A charge. `way` is null until it's paid, and `waived` if it's too small for a card. */
export type PlainCharge = {
  kind: 'delivery' | 'correction';
  cents: number;
  way: 'card' | 'cash' | 'waived' | null;
  refundedCents: number;
  /** The part of `refundedCents` that corrections refunded. */
  correctedCents: number;
};

export type Model = { now: number; appointments: PlainAppointment[]; cardsEntered: number };

export const emptyModel = (): Model => ({ now: START, appointments: [], cardsEntered: 0 });

export function occupies(appointment: PlainAppointment, now: number): boolean {
  if (appointment.status === 'cancelled') return false;
  return appointment.holdUntil === null || appointment.holdUntil > now;
}

/** Whether a time slot has capacity for one more appointment, not counting `except`. */
export function hasPlace(model: Model, timeSlot: number, except?: PlainAppointment): boolean {
  const taken = model.appointments.filter(
    (appointment) =>
      appointment !== except &&
      appointment.timeSlot === timeSlot &&
      occupies(appointment, model.now),
  );
  return taken.length < (TIME_SLOTS[timeSlot]?.capacity ?? 0);
}

/** Saves a card. The appointment keeps its time slot, reserves it again, or is cancelled. */
export function keep(model: Model, appointment: PlainAppointment, card: Card): boolean {
  appointment.unheardCard = null;
  if (appointment.status === 'completed' || appointment.status === 'cancelled') return false;
  if (!occupies(appointment, model.now) && !hasPlace(model, appointment.timeSlot, appointment)) {
    appointment.status = 'cancelled';
    return false;
  }
  appointment.holdUntil = null;
  appointment.card = card;
  return true;
}

const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);

export const owedOf = ({ charges }: PlainAppointment) =>
  sum(charges.filter(({ way }) => way === null).map(({ cents }) => cents));
const isPaid = (way: PlainCharge['way']) => way === 'card' || way === 'cash';
export const paidOf = ({ charges }: PlainAppointment, by?: 'card' | 'cash') =>
  sum(charges.filter(({ way }) => isPaid(way) && (!by || way === by)).map(({ cents }) => cents));
export const refundedOf = ({ charges }: PlainAppointment, by?: 'card') =>
  sum(charges.filter(({ way }) => !by || way === by).map(({ refundedCents }) => refundedCents));

/** Pays the open charge, and with it the debt. */
export function pays(appointment: PlainAppointment, by: 'card' | 'cash'): void {
  for (const charge of appointment.charges) charge.way ??= by;
  appointment.debt = by === 'cash' ? 'cash' : 'paid';
}

/** The charge's state once Stripe's answer is known. */
export function settle(appointment: PlainAppointment): void {
  if (appointment.card === 'good') pays(appointment, 'card');
  else appointment.debt = 'owed';
}

/** A charge that isn't paid yet. */
export function charge(kind: PlainCharge['kind'], cents: number): PlainCharge {
  return { kind, cents, way: null, refundedCents: 0, correctedCents: 0 };
}

/** A charge that ended without a payment. The next charge builds on it. */
export const ENDED = { ...charge('correction', 0), way: 'waived' } as const;

/** Refunds, starting with the latest charge. */
export function givesBack(appointment: PlainAppointment, amount: number): void {
  let open = amount;
  for (const charge of appointment.charges.toReversed()) {
    if (!isPaid(charge.way)) continue;
    const part = Math.min(open, charge.cents - charge.refundedCents);
    charge.refundedCents += part;
    open -= part;
  }
}

/** The changes that a new total makes to the charges. */
export const changeOf = ({ charges }: PlainAppointment, total: number) =>
  total - sum(charges.map(({ cents, correctedCents }) => cents - correctedCents));

/** The smallest amount that a card can be charged. */
const LEAST = 50;

/**
 * Subtracts a lower total from the latest charge first, and waives what's then too small for a
 * card.
 */
export function lowers(appointment: PlainAppointment, amount: number): void {
  let open = amount;
  for (const charge of appointment.charges.toReversed()) {
    const part = Math.min(open, charge.cents - charge.refundedCents);
    open -= part;
    if (isPaid(charge.way)) {
      charge.refundedCents += part;
      charge.correctedCents += part;
      continue;
    }
    charge.cents -= part;
    if (charge.way === null && part > 0 && charge.cents < LEAST) endDebt(appointment, charge);
  }
}

function endDebt(appointment: PlainAppointment, open: PlainCharge): void {
  open.way = 'waived';
  // The last payment decides whether the delivery counts as paid by card or in cash.
  const last = appointment.charges.findLast(({ way, cents }) => isPaid(way) && cents > 0);
  appointment.debt = last?.way === 'cash' ? 'cash' : 'paid';
}

/**
 * Adds a charge of this amount plus what was waived before. Returns null if it's too small for a
 * card.
 */
export function raises(appointment: PlainAppointment, by: number): PlainCharge | null {
  const waived = appointment.charges.filter(({ way }) => way === 'waived');
  const together = by + sum(waived.map(({ cents }) => cents));
  if (together < LEAST) {
    appointment.charges.push({ ...charge('correction', by), way: 'waived' });
    return null;
  }
  for (const one of waived) one.cents = 0;
  const further = charge('correction', together);
  appointment.charges.push(further);
  return further;
}

/** Returns whether the saved card pays this much more without the customer's new consent. */
export function isWithinQuarter(appointment: PlainAppointment, more: number): boolean {
  const byCard = appointment.charges.filter(({ way }) => way === 'card');
  const agreed = sum(byCard.filter(({ kind }) => kind === 'delivery').map(({ cents }) => cents));
  const kept = sum(byCard.map(({ cents, refundedCents }) => cents - refundedCents));
  return kept + more <= agreed * 1.25;
}

export type Picture = {
  id: string;
  status: string;
  timeSlot: number;
  held: boolean;
  card: boolean;
  totalPaidCents: number;
  owedCents: number;
  balancePaid: boolean;
  refundedCents: number;
};

/** The rows that the database should have. */
export function picture(appointment: PlainAppointment): Picture {
  const completed = appointment.status === 'completed';
  const paid = appointment.debt === 'paid' || appointment.debt === 'cash';
  return {
    id: appointment.id,
    status: appointment.status,
    timeSlot: appointment.timeSlot,
    held: appointment.holdUntil !== null,
    card: appointment.card !== null,
    totalPaidCents: paidOf(appointment),
    owedCents: completed && !paid ? owedOf(appointment) : 0,
    balancePaid: paid && appointment.heldCents === 0,
    refundedCents: refundedOf(appointment),
  };
}
