import type { Queryable } from '@/db/client';
import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { NO_CENTS } from '@/domain/money';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import type { Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { findAppointment, updateIf } from '../appointments/appointments.repository';
import { type StaffAppointment, staffView } from '../appointments/appointments.view';
import { findForStaff } from '../appointments/staff-lists.repository';
import { audit } from '../audit/audit';
import { earnPoints } from '../loyalty/loyalty.usecases';
import { message } from '../messages/message';
import { settleCharge } from './charge.usecases';
import { applyPaymentIntent } from './charge-outcome.usecases';
import { type ChargeRow, findCharge, moveCharge } from './charges.repository';

/**
 * Charges the saved card once more after it said no (D30): the next attempt on the booking's one
 * PaymentIntent, so however often it is pressed, at most one attempt succeeds. While one is under
 * way, pressing again waits for its answer. Throws `conflict` when nothing is open, when there is no
 * card, or when the payment was cancelled.
 */
export async function retryCharge(
  { deps, actor }: Call,
  input: { id: string },
): Promise<StaffAppointment> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const { appointment, charge } = await openDebt(tx, input.id);
    if (UNFINISHED_CHARGE_STATES.includes(charge.state)) return;
    if (charge.errorCode === 'canceled') {
      throw new DomainError(
        'conflict',
        'This payment was cancelled and can no longer be taken by card. Record cash instead.',
      );
    }
    if (!appointment.stripePaymentMethodId) {
      throw new DomainError(
        'conflict',
        'No card is saved for this delivery. Record cash, or ask the customer to pay.',
      );
    }
    const attempt = charge.attempt + 1;
    const begun = await moveCharge(
      tx,
      charge.id,
      'unknown',
      // The old refusal stays until the new answer, which tells a retry from a first attempt.
      { attempt, errorCode: charge.errorCode ?? 'retried', nextAttemptAt: null, updatedAt: now },
      charge.attempt,
    );
    if (!begun) throw changedMeanwhile();
    await audit(
      { deps, actor },
      {
        appointmentId: appointment.id,
        action: 'charge.retried',
        before: { state: charge.state, reason: charge.errorMessage },
        after: { attempt },
      },
    ).write(tx);
  });
  await settleToTheEnd(deps, input.id);
  return seenByStaff(deps, input.id);
}

/** A settlement that was ending when the retry began knows nothing of it: then once more. */
async function settleToTheEnd(deps: Deps, appointmentId: string): Promise<void> {
  const charge = await settleCharge({ deps }, { appointmentId });
  const isUntouched = charge?.state === 'unknown' && charge.nextAttemptAt === null;
  if (isUntouched) await settleCharge({ deps }, { appointmentId });
}

/**
 * Records that a delivery was paid in cash (D30). First the card's way is closed at Stripe, so that
 * nobody pays twice: when the card turns out to be charged, or about to be, nothing is recorded and
 * the answer is `conflict`; without an answer from Stripe it is `unavailable`. Repeating is harmless.
 */
export async function recordCash(
  { deps, actor }: Call,
  input: { id: string; note: string },
): Promise<StaffAppointment> {
  const { appointment, charge } = await openDebt(deps.db.orm, input.id, ['cash']);
  if (charge.state === 'cash') return seenByStaff(deps, input.id);
  if (charge.state === 'unknown' || charge.state === 'processing') {
    throw new DomainError(
      'conflict',
      'The card is being charged right now. Please look again in a minute.',
    );
  }
  await closeForCards(deps, appointment, charge);

  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const { charge: current } = await openDebt(tx, input.id, ['cash']);
    if (current.state === 'cash') return;
    // A payment that somebody opened meanwhile was not closed, and an attempt since may have worked.
    const isSame = current.paymentIntentId === charge.paymentIntentId;
    const facts = { errorCode: null, errorMessage: null, nextAttemptAt: null };
    const moved =
      isSame &&
      (await moveCharge(
        tx,
        charge.id,
        'cash',
        { ...facts, settledAt: now, updatedAt: now },
        charge.attempt,
      ));
    if (!moved) throw changedMeanwhile();
    const paid = await updateIf(
      tx,
      appointment.id,
      {},
      {
        paymentMethod: 'cash',
        paymentStatus: 'paid',
        totalPaidCents: charge.amountCents,
        remainingBalanceCents: NO_CENTS,
        balancePaid: true,
        paidAt: now,
        updatedAt: now,
      },
    );
    await earnPoints(deps, tx, { userId: appointment.userId, paidCents: charge.amountCents });
    await audit(
      { deps, actor },
      {
        appointmentId: appointment.id,
        action: 'charge.cash',
        before: { state: current.state, reason: current.errorMessage },
        after: { state: 'cash', amountCents: charge.amountCents, note: input.note || null },
      },
    ).write(tx);
    if (paid) await message({ deps }, 'paid-cash', { appointment: paid })?.(tx);
  });
  return seenByStaff(deps, input.id);
}

/** Cancels every PaymentIntent of a booking; throws when one of them has been paid, or may be. */
async function closeForCards(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<void> {
  for (const id of await intentsOf(deps, appointment, charge)) {
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

async function intentsOf(deps: Deps, appointment: AppointmentRow, charge: ChargeRow) {
  if (charge.paymentIntentId) return [charge.paymentIntentId];
  const customerId = appointment.stripeCustomerId;
  if (!customerId) return [];
  // One may have been made whose reply was lost.
  const found = await deps.payments.findPaymentIntents({
    customerId,
    appointmentId: appointment.id,
  });
  return found.map((intent) => intent.id);
}

/** A booking and its debt, if that is still open; `also` names settled states that are let through. */
async function openDebt(
  orm: Queryable,
  id: string,
  also: ChargeRow['state'][] = [],
): Promise<{ appointment: AppointmentRow; charge: ChargeRow }> {
  const appointment = await findAppointment(orm, id);
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const charge = await findCharge(orm, id);
  if (!charge) {
    throw new DomainError(
      'conflict',
      appointment.testMode
        ? 'This is a test booking: nothing is charged for it.'
        : 'This delivery is not completed, so nothing is owed for it yet.',
    );
  }
  const isSettled = charge.state === 'succeeded' || charge.state === 'cash';
  if (isSettled && !also.includes(charge.state)) {
    throw new DomainError('conflict', 'This delivery is paid already.');
  }
  return { appointment, charge };
}

const changedMeanwhile = () =>
  new DomainError('conflict', 'This payment was changed meanwhile. Please look again.');

async function seenByStaff(deps: Deps, id: string): Promise<StaffAppointment> {
  const row = await findForStaff(deps.db.orm, id);
  if (!row) throw new DomainError('not_found', MESSAGES.notFound);
  return staffView(row);
}
