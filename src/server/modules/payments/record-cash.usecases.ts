import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { chargeMayBecome } from '@/domain/payment/charge';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { changing, isUnchanged } from '../appointments/appointments.repository';
import { type StaffAppointment, staffView } from '../appointments/appointments.view';
import { selectForStaff } from '../appointments/staff-lists.repository';
import { audit } from '../audit/audit';
import { earnPoints } from '../loyalty/loyalty.usecases';
import { message } from '../messages/message';
import { applyPaymentIntent } from './charge-outcome.usecases';
import { type ChargeRow, changeCharge, chargesUnchanged } from './charges.repository';
import { readDebt, readForStaff, refuseHeld, refuseSettled } from './debt';
import { paymentFacts, withChanged } from './debt-facts';
import { intentsOf } from './payment-intent';

/**
 * Records that a delivery was paid in cash (D30). First Stripe closes the card's way, so that no
 * customer pays twice: when the card turns out to be charged, or about to be, nothing is recorded
 * and the call throws `conflict`; without an answer from Stripe it throws `unavailable`. Repeating it
 * is harmless.
 */
export async function recordCash(
  call: Call,
  { id, note }: { id: string; note: string },
): Promise<StaffAppointment> {
  const { deps } = call;
  const { appointment, charge } = await readDebt(deps, id);
  if (charge.state === 'cash') return readForStaff(deps, id);
  refuseSettled(charge);
  refuseHeld(charge);
  if (charge.state === 'unknown' || charge.state === 'processing') {
    throw new DomainError(
      'conflict',
      'The card is being charged right now. Please look again in a minute.',
    );
  }
  await closeForCards(deps, appointment, charge);
  return untilHeld(() => writeCash(call, charge, note));
}

/**
 * Writes the cash down, if the charge is still the one that was closed for cards; null where it or
 * its appointment changed while this was decided.
 */
async function writeCash(
  call: Call,
  closed: ChargeRow,
  note: string,
): Promise<StaffAppointment | null> {
  const { deps } = call;
  const id = closed.appointmentId;
  const { appointment, charge, charges } = await readDebt(deps, id);
  if (charge.state === 'cash') return readForStaff(deps, id);
  refuseSettled(charge);
  // A payment opened meanwhile was not closed, and an attempt begun meanwhile may have worked.
  const isSame =
    charge.id === closed.id &&
    charge.paymentIntentId === closed.paymentIntentId &&
    charge.attempt === closed.attempt;
  if (!isSame || !chargeMayBecome(charge.state, 'cash')) throw changedMeanwhile();
  const now = deps.clock.now();
  const { amountCents, sequence } = charge;
  const changes = cashChanges(now);
  const facts = {
    ...paymentFacts(withChanged(charges, { ...charge, ...changes }), appointment, now),
    paymentMethod: 'cash' as const,
    paidAt: now,
  };
  const written = await writeGuarded(deps.db, {
    guard: changeCharge(
      deps.db.orm,
      charge,
      changes,
      isUnchanged(appointment),
      chargesUnchanged(charges, id),
    ),
    audit: audit(call, {
      appointmentId: id,
      action: 'charge.cash',
      before: { state: charge.state, reason: charge.errorMessage },
      after: { state: 'cash', amountCents, note: note || null },
    }),
    also: [
      changing(id, facts),
      earnPoints(call, { userId: appointment.userId, paidCents: amountCents }),
      message(call, 'paid-cash', {
        appointment: { ...appointment, ...facts },
        sequence,
        paidCents: amountCents,
      }),
    ],
    view: [selectForStaff(deps.db.orm, id)],
  });
  const row = written?.view[0][0];
  return row ? staffView(row) : null;
}

/** What becomes of a charge that cash settled. */
function cashChanges(now: number) {
  return {
    state: 'cash',
    errorCode: null,
    errorMessage: null,
    nextAttemptAt: null,
    settledAt: now,
    updatedAt: now,
  } satisfies Partial<ChargeRow>;
}

/** Cancels every PaymentIntent of a charge; throws `conflict` when one is paid, or may be. */
async function closeForCards(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<void> {
  for (const id of await idsOfIntents(deps, appointment, charge)) {
    const intent = await deps.payments.cancelPaymentIntent(id);
    if (intent.status === 'canceled') continue;
    await applyPaymentIntent(deps, intent, { attempt: charge.attempt });
    throw new DomainError('conflict', cardWasFaster(intent));
  }
}

const cardWasFaster = (intent: PaymentIntentView) =>
  intent.status === 'succeeded'
    ? 'The card was charged meanwhile, so no cash was recorded.'
    : 'The card payment is under way, so no cash was recorded. Please look again in a minute.';

async function idsOfIntents(deps: Deps, appointment: AppointmentRow, charge: ChargeRow) {
  if (charge.paymentIntentId) return [charge.paymentIntentId];
  const customerId = appointment.stripeCustomerId;
  if (!customerId) return [];
  // Stripe may have made one whose reply was lost.
  const found = await intentsOf(deps, charge, customerId);
  return found.map((intent) => intent.id);
}

const changedMeanwhile = () =>
  new DomainError('conflict', 'This payment was changed meanwhile. Please look again.');
