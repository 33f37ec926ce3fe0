import type { Transaction } from '@/db/client';
import { isSettled } from '@/domain/payment/charge';
import { REFUNDED_STATES } from '@/domain/payment/refund';
import type { Deps } from '@/server/deps';
import type { RefundView } from '@/server/ports/payments/port';
import { type AppointmentRow, findAppointment } from '../appointments/appointments.repository';
import { insertAudit } from '../audit/audit.repository';
import { refundFailed, refundFailedForStaff, refundSent } from '../messages/letters';
import { queueMessage } from '../messages/outbox.repository';
import { readSupport } from '../support/support.usecases';
import { applyPaymentIntent, STRIPE } from './charge-outcome.usecases';
import { type ChargeRow, findChargeById, findChargeByIntent } from './charges.repository';
import {
  addUpRefunds,
  findRefund,
  findRefundAtStripe,
  insertForeignRefund,
  moveRefund,
  type RefundRow,
} from './refunds.repository';

/**
 * What Stripe says of a refund goes into the books, only forward. Refunds made at Stripe itself are
 * taken in as well. Events, the sweeper and the refund itself all end here, in any order.
 */
export async function applyRefund(deps: Deps, view: RefundView): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const known =
      (view.key && (await findRefund(tx, view.key))) || (await findRefundAtStripe(tx, view.id));
    const charge = known
      ? await findChargeById(tx, known.chargeId)
      : view.paymentIntentId && (await findChargeByIntent(tx, view.paymentIntentId));
    const appointment = charge && (await findAppointment(tx, charge.appointmentId));
    if (!charge || !appointment) return;
    const moved = known
      ? await moveRefund(tx, known.id, view.status, {
          stripeRefundId: view.id,
          errorMessage: view.failureReason,
          updatedAt: now,
        })
      : await takeIn(deps, tx, charge, view, now);
    if (moved) await tell(deps, tx, appointment, charge, moved, known, now);
  });
}

/** A refund that staff made at Stripe. One of a card payment beside the cash is none of this debt. */
async function takeIn(
  deps: Deps,
  tx: Transaction,
  charge: ChargeRow,
  view: RefundView,
  now: number,
) {
  if (charge.state !== 'succeeded') return null;
  await insertForeignRefund(tx, {
    id: deps.ids.next(),
    chargeId: charge.id,
    stripeRefundId: view.id,
    amountCents: view.amountCents,
    state: view.status,
    reason: 'Made at Stripe',
    errorMessage: view.failureReason,
    createdAt: now,
    updatedAt: now,
  });
  return findRefundAtStripe(tx, view.id);
}

/** Stripe refused the request itself, so no money moved. */
export async function failRefund(deps: Deps, id: string, reason: string): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const before = await findRefund(tx, id);
    const charge = before && (await findChargeById(tx, before.chargeId));
    const appointment = charge && (await findAppointment(tx, charge.appointmentId));
    if (before?.state !== 'due' || !appointment) return;
    const changes = { errorMessage: reason.slice(0, 300), updatedAt: now };
    const moved = await moveRefund(tx, id, 'failed', changes);
    if (moved) await tell(deps, tx, appointment, charge, moved, before, now);
  });
}

/** The figures, the audit row and the letter of a refund that moved. */
async function tell(
  deps: Deps,
  tx: Transaction,
  appointment: AppointmentRow,
  charge: ChargeRow,
  moved: RefundRow,
  before: RefundRow | null,
  now: number,
): Promise<void> {
  await insertAudit(tx, {
    id: deps.ids.next(),
    appointmentId: appointment.id,
    actor: STRIPE,
    action: `refund.${moved.state}`,
    before: before ? { state: before.state } : undefined,
    after: {
      refundId: moved.id,
      state: moved.state,
      amountCents: moved.amountCents,
      reason: moved.errorMessage,
    },
    at: now,
  });
  await addUp(deps, tx, appointment, charge, moved, now);
  if (moved.state !== 'failed') return;
  deps.log.warn('a refund failed', { refund: moved.id, reason: moved.errorMessage });
  // Only who was told of it must hear that it did not arrive.
  const wasTold = before !== null && REFUNDED_STATES.includes(before.state);
  if (!wasTold) return;
  const { email } = await readSupport({ deps }, tx);
  const toCustomer = refundFailed(appointment, moved);
  const toStaff = refundFailedForStaff(
    deps.settings,
    email,
    appointment,
    moved,
    toCustomer !== null,
  );
  for (const letter of [toCustomer, toStaff]) {
    if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
  }
}

/** What is given back in all, and the letter that says so. */
export async function addUp(
  deps: Deps,
  tx: Transaction,
  appointment: AppointmentRow,
  charge: ChargeRow,
  refund: Pick<RefundRow, 'id' | 'state' | 'amountCents'>,
  now: number,
): Promise<void> {
  await addUpRefunds(tx, charge, now);
  if (refund.state === 'failed') return;
  const letter = refundSent(appointment, refund, charge.state === 'cash');
  if (letter) await queueMessage(tx, { id: deps.ids.next(), createdAt: now, ...letter });
}

/** From an event: asks Stripe how the refund stands, and moves it there. */
export async function lookAtRefund(deps: Deps, stripeRefundId: string): Promise<void> {
  const view = await deps.payments.retrieveRefund(stripeRefundId);
  const { paymentIntentId } = view;
  const charge = paymentIntentId && (await findChargeByIntent(deps.db.orm, paymentIntentId));
  if (charge && !isSettled(charge.state)) {
    // Events come in any order: what is given back was paid before.
    const intent = await deps.payments.retrievePaymentIntent(paymentIntentId);
    await applyPaymentIntent(deps, intent, { attempt: charge.attempt });
  }
  await applyRefund(deps, view);
}
