import { tryWriteGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { canTransition } from '@/domain/appointment/status';
import type { AuditValues } from '@/domain/audit/values';
import { DomainError, MESSAGES } from '@/domain/errors';
import { type Cents, formatDollars, minus, toDollars } from '@/domain/money';
import { gallonsOfTotal } from '@/domain/pricing/gallons-of-total';
import type { PaymentDifference, ReviewOutcome } from '@/domain/review/review';
import type { DifferenceInput } from '@/domain/review/review.schema';
import type { UserCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { changing, findAppointment } from '../../appointments/appointments.repository';
import { audit } from '../../audit/audit';
import {
  applyPaymentIntent,
  checkPaymentIntent,
} from '../../payments/charges/charge-outcome.usecases';
import { refuseWhileRestored } from '../../payments/health/notices.usecases';
import { takeOverAmount } from '../../payments/reconcile/difference-figures.usecases';
import {
  claimGivenUp,
  type ProvableCall,
  requireProofOf,
} from '../../payments/refunds/concessions';
import { endIfOpen, findReviewItem, type ReviewRow } from '../../review/review.repository';
import { completeDelivery } from '../completion/complete-delivery.usecases';

type Found = {
  item: ReviewRow;
  appointment: AppointmentRow;
  difference: PaymentDifference;
  intent: PaymentIntentView;
  /** What of the payment is still here. */
  leftCents: Cents;
};

/**
 * Takes over what Stripe has: a delivery that the books lost is completed with the gallons that
 * its payment was for, and an amount that differs becomes Stripe's. Nothing is charged. Repeating it is
 * harmless. Throws `needs_confirmation` where Stripe has another amount than the person saw by now, and
 * `conflict` where the payment fits no delivery.
 */
export async function takeOverPayment(
  call: ProvableCall,
  input: DifferenceInput,
): Promise<{ id: string }> {
  const found = await readDifference(call.deps, input);
  if (!found) return { id: input.id };
  const { appointment, difference, intent, item } = found;
  refuseOther(intent.amountReceivedCents, input);
  if (difference.about === 'no_charge') await completeLostDelivery(call, appointment, intent);
  else if (difference.about === 'figures') await takeOverAmount(call, appointment.id, intent);
  else {
    throw new DomainError('conflict', 'This delivery is paid already. Please refund this payment.');
  }
  await end(call, item, 'taken_over', intent.amountReceivedCents);
  return { id: item.id };
}

/**
 * Gives a payment back that belongs to no debt of ours: of a delivery that was not made, or beside the
 * cash or another payment. Throws as `takeOverPayment` does. The item's id is the key at Stripe, so the
 * money goes back once. Much money asks who gives it.
 */
export async function refundDifference(
  call: ProvableCall,
  input: DifferenceInput,
): Promise<{ id: string }> {
  const { deps } = call;
  await refuseWhileRestored(deps);
  const found = await readDifference(deps, input);
  if (!found) return { id: input.id };
  const { item, appointment, difference, intent, leftCents } = found;
  if (difference.about === 'figures') {
    throw new DomainError('conflict', 'Refund this payment from the appointment instead.');
  }
  if (leftCents > 0) {
    refuseOther(leftCents, input);
    await requireProofOf(call, appointment.id, leftCents);
    const key = `difference:${item.id}`;
    await deps.payments.refund({ paymentIntentId: intent.id, amountCents: leftCents, key });
    await checkPaymentIntent(deps, intent.id);
  }
  await end(call, item, 'refunded', input.amountCents, claimGivenUp(leftCents));
  return { id: item.id };
}

/** The open item with its payment at Stripe; null where it was settled before. */
async function readDifference(deps: Deps, { id }: DifferenceInput): Promise<Found | null> {
  const item = await findReviewItem(deps.db.orm, id);
  const difference = item?.payload as PaymentDifference | null | undefined;
  if (item?.kind !== 'payment_difference' || !difference?.paymentIntentId) {
    throw new DomainError('not_found', 'We could not find that difference.');
  }
  if (item.state === 'done') return null;
  const appointment = await findAppointment(deps.db.orm, item.appointmentId ?? '');
  if (!appointment) throw new DomainError('not_found', MESSAGES.notFound);
  const intent = await deps.payments.retrievePaymentIntent(difference.paymentIntentId);
  const leftCents = minus(intent.amountReceivedCents, intent.refundedCents);
  return { item, appointment, difference, intent, leftCents };
}

function refuseOther(amountCents: Cents, input: DifferenceInput) {
  if (amountCents === input.amountCents) return;
  throw new DomainError('needs_confirmation', `Stripe has ${formatDollars(amountCents)} by now.`, {
    field: 'amount',
    details: { amountCents, amount: toDollars(amountCents) },
  });
}

/** Completes a delivery that the books lost; its payment is found at Stripe, so nothing is charged. */
async function completeLostDelivery(
  call: UserCall,
  row: AppointmentRow,
  intent: PaymentIntentView,
) {
  const paid = intent.amountReceivedCents;
  if (row.status === 'completed') return;
  if (!canTransition(row.status, 'completed', 'admin')) {
    throw new DomainError(
      'conflict',
      `This delivery is ${row.status}. Please schedule it first, or refund the payment.`,
    );
  }
  const actualGallonsTenths = gallonsOfTotal(row, paid);
  if (actualGallonsTenths === null) {
    throw new DomainError(
      'conflict',
      `${formatDollars(paid)} fits no amount of fuel with the ice that was ordered. Please complete the delivery with what was delivered: this payment counts, and nothing is charged again.`,
    );
  }
  const { customerId } = intent;
  if (customerId && customerId !== row.stripeCustomerId) {
    // The payment is looked for at its customer: with another one a second payment would be made.
    await changing(row.id, { stripeCustomerId: customerId })(call.deps.db.orm);
  }
  await completeDelivery(call, { id: row.id, actualGallonsTenths, confirmedTotalCents: paid });
  await applyPaymentIntent(call.deps, intent);
}

async function end(
  call: UserCall,
  item: ReviewRow,
  outcome: ReviewOutcome,
  amountCents: Cents,
  conceded: AuditValues = {},
) {
  const { deps, actor } = call;
  await tryWriteGuarded(deps.db, {
    guard: endIfOpen(deps.db.orm, item.id, {
      outcome,
      note: null,
      doneBy: actor.name,
      doneAt: deps.clock.now(),
    }),
    audit: audit(call, {
      appointmentId: item.appointmentId,
      action: outcome === 'refunded' ? 'payment.refunded' : 'payment.taken_over',
      after: { amountCents, ...item.payload, ...conceded },
    }),
  });
}
