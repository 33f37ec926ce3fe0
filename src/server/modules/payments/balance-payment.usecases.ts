import type { AppointmentRow } from '@/db/schema';
import { DomainError } from '@/domain/errors';
import { type Cents, formatDollars, toDollars } from '@/domain/money';
import { isSettled, UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import type { Call } from '@/server/config/call';
import type { Deps, Settings } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { ownOrStaffRow } from '../appointments/access';
import { findAppointment, updateIf } from '../appointments/appointments.repository';
import { readOwnAppointment } from '../appointments/own-appointments.usecases';
import type { DeliveryDetails } from '../appointments/owner.view';
import { applyPaymentIntent } from './charge-outcome.usecases';
import { type ChargeRow, findCharge } from './charges.repository';
import { ensureIntentAmount, ensurePaymentIntent } from './payment-intent';
import { settleCharge } from './settle-charge.usecases';
import { customerOf } from './stripe-customer';

export type BalancePayment = {
  clientSecret: string;
  paymentIntentId: string;
  amountCents: Cents;
  /** The card that was tried, to be confirmed with the bank instead of typing another one. */
  savedCard: { paymentMethodId: string; brand: string | null; last4: string | null } | null;
  /** Why it was not paid: a code such as no_card or authentication_required, and a sentence. */
  errorCode: string | null;
  errorMessage: string | null;
  stripe: Settings['stripe'];
};

/**
 * Opens the paying of what is left of a delivery, on the booking's one PaymentIntent (D29): the
 * browser then confirms it with `confirmCardPayment`. The amount is ours; a different one is told
 * with a `conflict` that names the right one, in dollars. Staff may open it too.
 */
export async function createBalancePayment(
  { deps, actor }: Call,
  input: { appointmentId: string; remainingCents: Cents },
): Promise<BalancePayment> {
  const row = ownOrStaffRow(actor, await findAppointment(deps.db.orm, input.appointmentId));
  const charge = await openCharge(deps, row);
  if (charge.amountCents !== input.remainingCents) {
    throw new DomainError('conflict', `${formatDollars(charge.amountCents)} is left to pay.`, {
      field: 'remainingAmount',
      details: { remainingAmount: toDollars(charge.amountCents) },
    });
  }
  const customerId = await customerOf(deps, row);
  if (row.stripeCustomerId !== customerId) {
    const changes = { stripeCustomerId: customerId, updatedAt: deps.clock.now() };
    await deps.db.write((orm) => updateIf(orm, row.id, {}, changes));
  }
  const known = await ensurePaymentIntent(
    deps,
    { ...row, stripeCustomerId: customerId },
    charge,
    false,
  );
  await refuseIfSettled(deps, row.id, known);
  const intent = await ensureIntentAmount(deps, charge, known);
  if (intent.status !== 'unconfirmed' && intent.status !== 'requires_action') {
    // Paid, on its way or given up meanwhile: our own books did not know it yet.
    await applyPaymentIntent(deps, intent, { attempt: charge.attempt });
    throw intent.status === 'canceled' ? closedForCards() : nothingLeft(intent.status);
  }
  return {
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    amountCents: charge.amountCents,
    savedCard: row.stripePaymentMethodId
      ? {
          paymentMethodId: row.stripePaymentMethodId,
          brand: row.cardBrand,
          last4: row.cardLast4,
        }
      : null,
    errorCode: charge.errorCode,
    errorMessage: charge.errorMessage,
    stripe: deps.settings.stripe,
  };
}

/**
 * After the browser confirmed the payment: asks Stripe and writes it down; the webhook does the
 * same. Repeating it is harmless. Throws `payment_failed` with the bank's sentence while unpaid.
 */
export async function confirmBalancePayment(
  { deps, actor }: Call,
  input: { appointmentId: string },
): Promise<DeliveryDetails> {
  const row = ownOrStaffRow(actor, await findAppointment(deps.db.orm, input.appointmentId));
  const view = () => readOwnAppointment({ deps, actor }, row);
  const charge = await findCharge(deps.db.orm, row.id);
  if (!charge?.paymentIntentId) {
    if (charge && isSettled(charge.state)) return view();
    throw new DomainError('conflict', 'No payment was begun for this delivery.');
  }
  if (isSettled(charge.state)) return view();
  const intent = await deps.payments.retrievePaymentIntent(charge.paymentIntentId);
  await applyPaymentIntent(deps, intent, { attempt: charge.attempt });
  if (intent.status === 'succeeded' || intent.status === 'processing') return view();
  throw new DomainError(
    'payment_failed',
    intent.refusal?.message ?? 'The payment was not completed. Please try again.',
  );
}

/** The debt of a delivery, once nothing is under way on it. */
async function openCharge(deps: Deps, row: AppointmentRow): Promise<ChargeRow> {
  const isUnfinished = (charge: ChargeRow) => UNFINISHED_CHARGE_STATES.includes(charge.state);
  let charge = await findCharge(deps.db.orm, row.id);
  if (charge && isUnfinished(charge)) {
    charge = await settleCharge({ deps }, { appointmentId: row.id });
  }
  if (!charge || isSettled(charge.state)) throw nothingLeft();
  if (isUnfinished(charge)) throw nothingLeft('processing');
  return charge;
}

/**
 * Cash may have been recorded while the payment was opened, and then it was not there to be closed.
 * It is in our books by now, so whoever records cash later closes it.
 */
async function refuseIfSettled(
  deps: Deps,
  appointmentId: string,
  intent: PaymentIntentView,
): Promise<void> {
  const charge = await findCharge(deps.db.orm, appointmentId);
  if (charge && !isSettled(charge.state)) return;
  if (charge?.state === 'cash') await deps.payments.cancelPaymentIntent(intent.id);
  throw nothingLeft();
}

function nothingLeft(status?: 'succeeded' | 'processing'): DomainError {
  const sentence =
    status === 'processing'
      ? 'The payment is being processed. Please look again in a minute.'
      : 'Nothing is left to pay for this delivery.';
  return new DomainError('conflict', sentence);
}

const closedForCards = () =>
  new DomainError('conflict', 'This payment can no longer be taken by card. Please contact us.');
