import type { AppointmentRow } from '@/db/schema';
import { type Cents, cents, NO_CENTS, plus } from '@/domain/money';
import { chargeIdOf, isPayable, isSettled } from '@/domain/payment/charge';
import type { PaymentStatus } from '@/domain/payment/status';
import { NO_PRICE } from '@/domain/pricing/quote';
import type { ChargeRow } from './charges.repository';

/** Returns the amount received for a charge. */
export function receivedOf(charge: ChargeRow): Cents {
  return isSettled(charge.state) ? (charge.receivedCents ?? charge.amountCents) : NO_CENTS;
}

/** True if a charge was settled in cash, or without a payment because it's too small for a card. */
export const isPaidWithoutCard = (charge: ChargeRow): boolean =>
  charge.state === 'cash' || (charge.state === 'succeeded' && receivedOf(charge) === 0);

/** Returns the charge that can be paid now. An appointment has at most one. */
export const payableOf = (charges: readonly ChargeRow[]): ChargeRow | null =>
  charges.find(({ state }) => isPayable(state)) ?? null;

/** Returns the appointment's current charge, by the order of `currentChargeFirst`. */
export function currentOf(charges: readonly ChargeRow[]): ChargeRow | null {
  const rank = (charge: ChargeRow) =>
    isPayable(charge.state) ? 0 : charge.state === 'held' ? 1 : receivedOf(charge) > 0 ? 2 : 3;
  const [first] = charges.toSorted((a, b) => rank(a) - rank(b) || b.sequence - a.sequence);
  return first ?? null;
}

const sumOf = (amounts: readonly Cents[]): Cents => plus(NO_CENTS, ...amounts);

/** Returns an appointment's payment columns, from all of its charges. */
export function paymentFacts(
  charges: readonly ChargeRow[],
  appointment: Pick<AppointmentRow, 'paymentStatus'>,
  now: number,
) {
  return {
    totalPaidCents: sumOf(charges.map(receivedOf)),
    remainingBalanceCents: payableOf(charges)?.amountCents ?? NO_CENTS,
    balancePaid: charges.every(({ state }) => isSettled(state)),
    paymentStatus: paymentStatusOf(charges, appointment.paymentStatus),
    updatedAt: now,
  } satisfies Partial<AppointmentRow>;
}

function paymentStatusOf(charges: readonly ChargeRow[], before: PaymentStatus): PaymentStatus {
  const open = charges.find(({ state }) => !isSettled(state));
  switch (open?.state) {
    case 'processing':
      return 'processing';
    case 'declined':
    case 'requires_action':
      return 'failed';
    case undefined:
      break;
    default:
      return before === 'failed' || before === 'processing' ? before : 'pending';
  }
  const refunded = sumOf(charges.map(({ refundedCents }) => refundedCents));
  if (refunded === 0) return 'paid';
  return refunded >= sumOf(charges.map(receivedOf)) ? 'refunded' : 'partly_refunded';
}

/** Merges changed and new charges into a list of charges, in sequence. */
export function withChanged(
  charges: readonly ChargeRow[],
  ...changed: readonly ChargeRow[]
): ChargeRow[] {
  const after = new Map([...charges, ...changed].map((charge) => [charge.id, charge]));
  return [...after.values()];
}

/** Returns a new charge with the next sequence number. */
export function furtherCharge(
  charges: readonly ChargeRow[],
  appointmentId: string,
  what: Pick<ChargeRow, 'amountCents' | 'state'> & Partial<ChargeRow>,
  now: number,
): ChargeRow {
  const sequence = Math.max(0, ...charges.map((charge) => charge.sequence)) + 1;
  return {
    kind: 'correction',
    receivedCents: null,
    lines: NO_PRICE.lines,
    attempt: 0,
    paymentIntentId: null,
    paidBy: null,
    errorCode: null,
    errorMessage: null,
    cardBrand: null,
    cardLast4: null,
    refundedCents: NO_CENTS,
    feeCents: null,
    unansweredSince: null,
    nextAttemptAt: null,
    settledAt: null,
    ...what,
    id: chargeIdOf(appointmentId, sequence),
    appointmentId,
    sequence,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Returns a new charge for the unpaid part of a partly paid one, or null if nothing is left. Staff
 * or the customer decide how it's paid.
 */
export function restOf(
  charges: readonly ChargeRow[],
  { before, after }: { before: ChargeRow; after: ChargeRow },
  now: number,
): ChargeRow | null {
  const amountCents = cents(before.amountCents - after.amountCents);
  if (!isSettled(after.state) || amountCents <= 0) return null;
  return furtherCharge(
    charges,
    before.appointmentId,
    {
      kind: before.kind,
      amountCents,
      state: 'declined',
      errorCode: 'paid_in_part',
      errorMessage: 'Only part of this charge was paid.',
    },
    now,
  );
}
