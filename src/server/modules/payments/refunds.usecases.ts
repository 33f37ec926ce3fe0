import type { Transaction } from '@/db/client';
import type { AppointmentRow } from '@/db/schema';
import { DomainError, MESSAGES } from '@/domain/errors';
import { type Cents, formatDollars, NO_CENTS } from '@/domain/money';
import type { RefundInput } from '@/domain/payment/refund';
import type { Actor } from '@/domain/roles';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { PaymentsRejected, PaymentsUnreachable } from '@/server/ports/payments/port';
import { findAppointment } from '../appointments/appointments.repository';
import { audit } from '../audit/audit';
import { type ChargeRow, findCharge, findChargeById } from './charges.repository';
import { addUp, applyRefund, failRefund, lookAtRefund } from './refund-outcome.usecases';
import {
  claimRefund,
  findRefund,
  insertRefundIfLeft,
  type RefundRow,
  refundableCents,
  refundsOf,
  unfinishedRefunds,
} from './refunds.repository';

/** How long a refund may be without an answer before it is sent again. */
const RETRY_MS = 30_000;
/** A bank takes days; its answer also comes as an event, so asking is only for events that got lost. */
const PENDING_RETRY_MS = 3_600_000;

/** The refunds of a booking, newest first, and how much can still be given back. Cents. */
export async function readRefunds(
  { deps }: AnyCall,
  input: { id: string },
): Promise<{ refunds: RefundRow[]; refundableCents: Cents }> {
  const charge = await findCharge(deps.db.orm, input.id);
  if (!charge) return { refunds: [], refundableCents: NO_CENTS };
  const [refunds, left] = await Promise.all([
    refundsOf(deps.db.orm, charge.id),
    refundableCents(deps.db.orm, charge.id),
  ]);
  return { refunds, refundableCents: left };
}

/**
 * Gives money back, all that is left or a part (D32). First the refund is recorded, within what was
 * paid; then Stripe is asked under the refund's own key; then its answer is written down. Without an
 * answer it stays `due` and is sent later by itself. Cash is given back by hand, so it is recorded
 * and done. The same `requestId` again is the same refund.
 */
export async function refundDelivery(
  { deps, actor }: Call,
  input: RefundInput,
): Promise<RefundRow> {
  const begun = await deps.db.transaction((tx) => record(deps, actor, tx, input));
  if (begun.state !== 'due') return begun;
  return sendRefund(deps, begun);
}

/** Step one: the refund as it stands in the books, new or from the first time it was asked for. */
async function record(
  deps: Deps,
  actor: Actor,
  tx: Transaction,
  input: RefundInput,
): Promise<RefundRow> {
  const now = deps.clock.now();
  const appointment = await findAppointment(tx, input.id);
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const charge = await paidCharge(tx, appointment);
  const id = input.requestId;
  const before = await findRefund(tx, id);
  if (before) {
    if (before.chargeId !== charge.id) {
      throw new DomainError('conflict', 'This request id belongs to another refund.');
    }
    if (input.amountCents !== null && input.amountCents !== before.amountCents) {
      throw askedBefore(before.amountCents);
    }
    return before;
  }
  const left = await refundableCents(tx, charge.id);
  const amountCents = input.amountCents ?? left;
  const row = {
    id,
    chargeId: charge.id,
    amountCents,
    state: charge.state === 'cash' ? ('succeeded' as const) : ('due' as const),
    reason: input.reason || null,
    createdAt: now,
    updatedAt: now,
  };
  if (amountCents === 0 || !(await insertRefundIfLeft(tx, row))) throw tooMuch(left);
  await audit(
    { deps, actor },
    {
      appointmentId: appointment.id,
      action: charge.state === 'cash' ? 'refund.cash' : 'refund.begun',
      after: { refundId: id, amountCents, reason: row.reason },
    },
  ).write(tx);
  if (row.state === 'succeeded') await addUp(deps, tx, appointment, charge, row, now);
  const stored = await findRefund(tx, id);
  if (!stored) throw new Error('the refund just written is not there');
  return stored;
}

async function paidCharge(tx: Transaction, appointment: AppointmentRow): Promise<ChargeRow> {
  const charge = await findCharge(tx, appointment.id);
  if (charge?.state === 'succeeded' || charge?.state === 'cash') return charge;
  throw new DomainError(
    'conflict',
    'Nothing was paid for this delivery, so nothing can be refunded.',
  );
}

/** Its answer was lost, and it was asked for again with another amount: both would be too much. */
const askedBefore = (amountCents: Cents) =>
  new DomainError(
    'conflict',
    `A refund of ${formatDollars(amountCents)} was recorded already. Look at it before asking for another.`,
    { field: 'amount' },
  );

function tooMuch(leftCents: Cents): DomainError {
  const sentence =
    leftCents > 0
      ? `At most ${formatDollars(leftCents)} can be refunded.`
      : 'Everything that was paid is refunded already.';
  return new DomainError('conflict', sentence, { field: 'amount', details: { leftCents } });
}

/** Refunds on their way in this process: a second click waits for the answer to the first. */
const sending = new Map<string, Promise<RefundRow>>();

/** Steps two and three. Safe to repeat at any time: the key is the refund's own, for good. */
function sendRefund(deps: Deps, row: RefundRow): Promise<RefundRow> {
  const running = sending.get(row.id);
  if (running) return running;
  const sent = sendOnce(deps, row).finally(() => sending.delete(row.id));
  sending.set(row.id, sent);
  return sent;
}

async function sendOnce(deps: Deps, row: RefundRow): Promise<RefundRow> {
  const charge = await findChargeById(deps.db.orm, row.chargeId);
  if (!charge?.paymentIntentId) throw new Error('a refund of a charge without its payment');
  const { paymentIntentId } = charge;
  try {
    const { amountCents, id: key } = row;
    const view = await deps.payments.refund({ paymentIntentId, amountCents, key });
    await applyRefund(deps, { ...view, key });
  } catch (error) {
    if (error instanceof PaymentsRejected) {
      await failRefund(deps, row.id, error.message);
      throw new DomainError('conflict', 'The payment service refused this refund.', {
        details: { reason: error.message },
        cause: error,
      });
    }
    // Recorded and on its way: the sweeper sends it again under the same key.
    if (!(error instanceof PaymentsUnreachable)) throw error;
  }
  return (await findRefund(deps.db.orm, row.id)) ?? row;
}

/** Sends what was never sent and looks at what is undecided. Returns how many were looked after. */
export async function sweepRefunds({ deps }: AnyCall): Promise<number> {
  const now = deps.clock.now();
  const before = { due: now - RETRY_MS, pending: now - PENDING_RETRY_MS };
  const open = await unfinishedRefunds(deps.db.orm, before, 50);
  for (const row of open) {
    if (!(await claimRefund(deps.db, row, deps.clock.now()))) continue;
    try {
      if (row.state === 'due' || row.stripeRefundId === null) await sendRefund(deps, row);
      else await lookAtRefund(deps, row.stripeRefundId);
    } catch (error) {
      deps.log.error('the sweeper could not bring a refund further', {
        refund: row.id,
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
  return open.length;
}
