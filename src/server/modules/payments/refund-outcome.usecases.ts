import type { Transaction } from '@/db/client';
import type { AppointmentRow } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import { isSettled } from '@/domain/payment/charge';
import { REFUNDED_STATES, type RefundState } from '@/domain/payment/refund';
import type { Deps } from '@/server/config/deps';
import type { RefundView } from '@/server/ports/payments/port';
import { findAppointment } from '../appointments/appointments.repository';
import { audit } from '../audit/audit';
import { message } from '../messages/message';
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

const REFUND_ACTIONS: Record<RefundState, AuditAction> = {
  due: 'refund.begun',
  pending: 'refund.pending',
  succeeded: 'refund.succeeded',
  failed: 'refund.failed',
};

/** The figures, the audit entry and the messages of a refund that moved. */
async function tell(
  deps: Deps,
  tx: Transaction,
  appointment: AppointmentRow,
  charge: ChargeRow,
  moved: RefundRow,
  before: RefundRow | null,
  now: number,
): Promise<void> {
  await audit(
    { deps, actor: STRIPE },
    {
      appointmentId: appointment.id,
      action: REFUND_ACTIONS[moved.state],
      before: before ? { state: before.state } : undefined,
      after: {
        refundId: moved.id,
        state: moved.state,
        amountCents: moved.amountCents,
        reason: moved.errorMessage,
      },
    },
  ).write(tx);
  await addUp(deps, tx, appointment, charge, moved, now);
  if (moved.state !== 'failed') return;
  deps.log.warn('a refund failed', { refund: moved.id, reason: moved.errorMessage });
  // Only who was told of it must hear that it did not arrive.
  const wasTold = before !== null && REFUNDED_STATES.includes(before.state);
  if (!wasTold) return;
  const { email: supportEmail } = await readSupport({ deps }, tx);
  const facts = { appointment, refund: moved };
  await message({ deps }, 'refund-failed', facts)?.(tx);
  await message({ deps }, 'refund-failed-staff', { ...facts, supportEmail })?.(tx);
}

/** What is given back in all, and the message that says so. */
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
  const facts = { appointment, refund, isCash: charge.state === 'cash' };
  await message({ deps }, 'refund', facts)?.(tx);
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
