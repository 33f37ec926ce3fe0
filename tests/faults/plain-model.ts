/** The product as plain arithmetic. The real product must agree with it after every command. */

const MINUTE_MS = 60_000;
export const HOLD_MS = 15 * MINUTE_MS;
export const START = Date.parse('2026-06-13T12:00:00Z');
/** The time slots of two days, by number; few, so that appointments compete. */
export const WINDOWS = [
  { date: '2026-06-15', time: '10:00 AM - 12:00 PM', capacity: 2 },
  { date: '2026-06-15', time: '12:00 PM - 2:00 PM', capacity: 3 },
  { date: '2026-06-16', time: '10:00 AM - 12:00 PM', capacity: 1 },
  { date: '2026-06-16', time: '2:00 PM - 4:00 PM', capacity: 5 },
] as const;
/** 4.10 a gallon, two small bags and a large one, and the fee for both. */
export const totalOf = (gallons: number) => gallons * 410 + 1700 + 3000;

/** Whether a person is asked before a delivery of so many gallons is charged (D90). */
export function isFarFrom(appointment: PlainAppointment, gallons: number): boolean {
  const ordered = (appointment.totalCents - totalOf(0)) / 410;
  return gallons > ordered * 1.5 + 5 || gallons * 10 < ordered;
}

export type Card = 'good' | 'declines-later';

export type PlainAppointment = {
  id: string;
  window: number;
  status: 'pending' | 'confirmed' | 'scheduled' | 'en_route' | 'completed' | 'cancelled';
  holdUntil: number | null;
  card: Card | null;
  /** A card that the browser saved without telling us. */
  unheardCard: { card: Card; order: number } | null;
  /** What became of the debt: `open` has no answer yet, `owed` waits for the customer. */
  debt: 'none' | 'open' | 'owed' | 'paid' | 'cash';
  totalCents: number;
  /** The completion, and each correction that raised the total. */
  charges: PlainCharge[];
  /** What waits for staff before it is charged (D90). */
  heldCents: number;
};

/** A charge; `way` is null until it is paid. */
export type PlainCharge = {
  kind: 'delivery' | 'correction';
  cents: number;
  way: 'card' | 'cash' | null;
  refundedCents: number;
};

export type Model = { now: number; appointments: PlainAppointment[]; cardsEntered: number };

export const emptyModel = (): Model => ({ now: START, appointments: [], cardsEntered: 0 });

export function occupies(appointment: PlainAppointment, now: number): boolean {
  if (appointment.status === 'cancelled') return false;
  return appointment.holdUntil === null || appointment.holdUntil > now;
}

/** Whether a time slot has capacity for one more appointment, not counting `except`. */
export function hasPlace(model: Model, window: number, except?: PlainAppointment): boolean {
  const taken = model.appointments.filter(
    (appointment) =>
      appointment !== except && appointment.window === window && occupies(appointment, model.now),
  );
  return taken.length < (WINDOWS[window]?.capacity ?? 0);
}

/** Saves a card: the appointment keeps its time slot, takes it again or is cancelled (D13). */
export function keep(model: Model, appointment: PlainAppointment, card: Card): boolean {
  appointment.unheardCard = null;
  if (appointment.status === 'completed' || appointment.status === 'cancelled') return false;
  if (!occupies(appointment, model.now) && !hasPlace(model, appointment.window, appointment)) {
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
export const paidOf = ({ charges }: PlainAppointment, by?: 'card' | 'cash') =>
  sum(charges.filter(({ way }) => way && (!by || way === by)).map(({ cents }) => cents));
export const refundedOf = ({ charges }: PlainAppointment, by?: 'card') =>
  sum(charges.filter(({ way }) => !by || way === by).map(({ refundedCents }) => refundedCents));

/** The open charge is paid, and with it the debt. */
export function pays(appointment: PlainAppointment, by: 'card' | 'cash'): void {
  for (const charge of appointment.charges) charge.way ??= by;
  appointment.debt = by === 'cash' ? 'cash' : 'paid';
}

/** The state of the charge once Stripe's answer is known. */
export function settle(appointment: PlainAppointment): void {
  if (appointment.card === 'good') pays(appointment, 'card');
  else appointment.debt = 'owed';
}

/** A charge that ended without a payment; the next one counts on from it. */
export const ENDED = { kind: 'correction', cents: 0, way: 'card', refundedCents: 0 } as const;

/** Gives back, of the latest charge first. */
export function givesBack(appointment: PlainAppointment, amount: number): void {
  let open = amount;
  for (const charge of appointment.charges.toReversed()) {
    if (charge.way === null) continue;
    const part = Math.min(open, charge.cents - charge.refundedCents);
    charge.refundedCents += part;
    open -= part;
  }
}

/** Whether the saved card pays so much more without the customer being asked again (D72). */
export function isWithinQuarter(appointment: PlainAppointment, more: number): boolean {
  const byCard = appointment.charges.filter(({ way }) => way === 'card');
  const agreed = sum(byCard.filter(({ kind }) => kind === 'delivery').map(({ cents }) => cents));
  const kept = sum(byCard.map(({ cents, refundedCents }) => cents - refundedCents));
  return kept + more <= agreed * 1.25;
}

export type Picture = {
  id: string;
  status: string;
  window: number;
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
    window: appointment.window,
    held: appointment.holdUntil !== null,
    card: appointment.card !== null,
    totalPaidCents: paidOf(appointment),
    owedCents: completed && !paid ? owedOf(appointment) : 0,
    balancePaid: paid && appointment.heldCents === 0,
    refundedCents: refundedOf(appointment),
  };
}
