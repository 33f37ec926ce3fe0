import { tryWriteGuarded } from '@/db/guarded-batch';
import type { AppointmentRow } from '@/db/schema';
import { canTransition, statusInText } from '@/domain/appointment/status';
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

type OpenDifference = {
  item: ReviewRow;
  appointment: AppointmentRow;
  difference: PaymentDifference;
  intent: PaymentIntentView;
  /** The part of the payment that isn't refunded. */
  leftCents: Cents;
};

/**
 * Applies a payment found at Stripe. A delivery missing from the books is completed with the
 * gallons the payment covers, and a different amount is replaced with Stripe's. Nothing is charged.
 * Repeating the call changes nothing.
 *
 * @throws `needs_confirmation` if Stripe's amount has changed since the person saw it; `conflict`
 *   if the payment fits no delivery
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
    throw new DomainError('conflict', 'This delivery is already paid. Refund this payment.');
  }
  await end(call, item, 'taken_over', intent.amountReceivedCents);
  return { id: item.id };
}

/**
 * Refunds a payment that belongs to no debt of ours, such as a second one or one on top of cash.
 * The item's ID is the idempotency key at Stripe, so the money is refunded once. A large amount
 * requires the person to confirm their identity. Throws as `takeOverPayment` does.
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

/** @returns the open item with its payment at Stripe, or null if it was settled earlier */
async function readDifference(deps: Deps, { id }: DifferenceInput): Promise<OpenDifference | null> {
  const item = await findReviewItem(deps.db.orm, id);
  const difference = item?.payload as PaymentDifference | null | undefined;
  if (item?.kind !== 'payment_difference' || !difference?.paymentIntentId) {
    throw new DomainError('not_found', 'We couldn’t find that payment difference.');
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
  throw new DomainError(
    'needs_confirmation',
    `This payment is now ${formatDollars(amountCents)} in Stripe.`,
    {
      field: 'amount',
      details: { amountCents, amount: toDollars(amountCents) },
    },
  );
}

/**
 * Completes a delivery that the books lost. The charge finds the existing payment at Stripe, so
 * nothing is charged again.
 */
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
      `This delivery is ${statusInText(row.status)}. Schedule it first, or refund the payment.`,
    );
  }
  const actualGallonsTenths = gallonsOfTotal(row, paid);
  if (actualGallonsTenths === null) {
    throw new DomainError(
      'conflict',
      `We couldn’t match ${formatDollars(paid)} to an amount of fuel plus the ordered ice. Complete the delivery with the actual figures. We’ll apply this payment and won’t charge the card again.`,
    );
  }
  const { customerId } = intent;
  if (customerId && customerId !== row.stripeCustomerId) {
    // Payments are found by their Stripe customer, so the wrong customer would lead to a second
    // payment.
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
