import type Stripe from 'stripe';
import { type Call, type Context, find, idOf, newId } from './context';
import { badParameter, refused } from './errors';
import { listPage, PAGE } from './lists';
import { mergeMetadata, readParams } from './params';

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Finds the charge to refund by its own ID or its PaymentIntent's. */
function chargeToRefund(
  context: Context,
  chargeId: string | undefined,
  intentId: string | undefined,
): Stripe.Charge {
  if (chargeId) return find(context, 'charge', chargeId, 'charge');
  if (!intentId)
    throw badParameter(
      'One of the following params should be provided for this request: payment_intent or charge.',
      'payment_intent',
      'parameter_missing',
    );
  const intent = find(context, 'payment_intent', intentId, 'payment_intent');
  if (intent.status !== 'succeeded')
    throw refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    );
  return find(context, 'charge', idOf(intent.latest_charge) ?? '', 'payment_intent');
}

function saveCharge(context: Context, charge: Stripe.Charge, refunded: number): Stripe.Charge {
  const changed: Stripe.Charge = {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  };
  context.store.update('charge', changed);
  return changed;
}

/** Whether a charge can be refunded. A charge with an inquiry can, but a charged-back one can't. */
function isRefundable(context: Context, charge: Stripe.Charge): boolean {
  const parent = idOf(charge.payment_intent) ?? undefined;
  const disputes = context.store.list('dispute', { parent, limit: 100 }).data;
  return disputes.every((dispute) => dispute.is_charge_refundable);
}

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

/** `POST /v1/refunds`, in full or in part. @throws 400 for more than the rest of the charge */
export function createRefund({ context, form }: Call): Stripe.Refund {
  const input = readParams(form, {
    payment_intent: 'string',
    charge: 'string',
    amount: 'integer',
    reason: 'string',
    metadata: 'metadata',
  });
  if (input.reason && !REASONS.includes(input.reason))
    throw badParameter(`Invalid reason: must be one of ${REASONS.join(', ')}`, 'reason');
  const charge = chargeToRefund(context, input.charge, input.payment_intent);
  if (charge.status !== 'succeeded' || !charge.captured)
    throw refused(`Charge ${charge.id} is not in a state that can be refunded.`, {
      param: 'charge',
    });
  if (charge.disputed && !isRefundable(context, charge))
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
      param: 'charge',
    });
  const left = charge.amount_captured - charge.amount_refunded;
  if (left === 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
      param: 'charge',
    });
  const amount = input.amount ?? left;
  if (amount < 1)
    throw badParameter('Invalid positive integer', 'amount', 'parameter_invalid_integer');
  if (amount > left)
    throw refused(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    );
  const { behavior } = context.store.secret(charge.payment_method ?? '');
  const refund: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: context.now,
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      type: 'card',
      card: {
        type: 'refund',
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
      },
    },
    metadata: mergeMetadata(null, input.metadata),
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: behavior.refund === 'pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  context.store.insert('refund', refund, {
    customer: idOf(refund.customer),
    parent: idOf(refund.payment_intent),
  });
  context.emit('refund.created', refund);
  context.emit('charge.refunded', saveCharge(context, charge, charge.amount_refunded + amount));
  if (behavior.refund !== 'ok') {
    context.store.db
      .query('INSERT INTO tasks (kind, object, due) VALUES (?, ?, ?)')
      .run(
        behavior.refund === 'fails' ? 'refund_fails' : 'refund_succeeds',
        refund.id,
        context.nowMs + context.refundDelayMs,
      );
  }
  return refund;
}

/**
 * Applies a refund's late outcome. If the bank returns the refund, the charge is no longer
 * refunded.
 */
function settleRefund(context: Context, id: string, fails: boolean): void {
  const before = context.store.get('refund', id);
  if (!before || before.status === 'failed' || before.status === 'canceled') return;
  const refund: Stripe.Refund = fails
    ? { ...before, status: 'failed', failure_reason: 'expired_or_canceled_card' }
    : { ...before, status: 'succeeded' };
  context.store.update('refund', refund);
  context.emit('refund.updated', refund);
  if (fails) {
    const charge = find(context, 'charge', idOf(refund.charge) ?? '');
    saveCharge(context, charge, charge.amount_refunded - refund.amount);
    context.emit('refund.failed', refund);
  }
  context.emit('charge.refund.updated', refund);
}

/** Runs the late outcomes that are due, in order. The caller opens the write. */
export function runDueTasks(context: Context): void {
  const due = context.store.db
    .query<{ id: number; kind: string; object: string }, [number]>(
      'SELECT id, kind, object FROM tasks WHERE due <= ? ORDER BY due, id',
    )
    .all(context.nowMs);
  for (const task of due) {
    settleRefund(context, task.object, task.kind === 'refund_fails');
    context.store.db.query('DELETE FROM tasks WHERE id = ?').run(task.id);
  }
}

/** `GET /v1/refunds/:id`. */
export function retrieveRefund({ context, path, form }: Call): Stripe.Refund {
  readParams(form, {});
  return find(context, 'refund', path.id ?? '');
}

/** `GET /v1/refunds`, newest first. */
export function listRefunds({ context, form }: Call) {
  const input = readParams(form, {
    ...PAGE,
    payment_intent: 'string',
    charge: 'string',
    created: 'range',
  });
  const parent =
    input.payment_intent ??
    (input.charge
      ? (idOf(find(context, 'charge', input.charge, 'charge').payment_intent) ?? undefined)
      : undefined);
  return listPage(context, 'refund', '/v1/refunds', input, { parent, created: input.created });
}
