import { chargeableCard } from '@/domain/payment/card';
import { isPayable, isSettled, sequenceOf } from '@/domain/payment/charge';
import type { Deps } from '@/server/config/deps';
import { type PaymentIntentView, PaymentsRejected } from '@/server/ports/payments/port';
import { type Debt, keepPaymentIntent } from './charge-attempts.repository';
import type { ChargeRow } from './charges.repository';

/** The part of a debt that its PaymentIntent is created from. */
type Payable = Pick<Debt, 'appointment' | 'charge'>;

/**
 * Returns a charge's PaymentIntent for a person who wants to pay now. A charge keeps its
 * PaymentIntent until Stripe cancels it, and then gets another one.
 *
 * @throws `PaymentsRejected` if the appointment has no customer at Stripe
 */
export async function ensurePaymentIntent(deps: Deps, debt: Payable): Promise<PaymentIntentView> {
  const intent = await findOrCreateIntent(deps, debt, { replacesCancelled: true });
  if (debt.charge.paymentIntentId === intent.id) return intent;
  const { debt: after } = await keepPaymentIntent(deps.db, debt, {
    paymentIntentId: intent.id,
    beginsAt: null,
  });
  // Two workers may each create one. The charge keeps the first that is written.
  const kept = after.charge.paymentIntentId;
  return kept && kept !== intent.id ? deps.payments.retrievePaymentIntent(kept) : intent;
}

/**
 * Finds or creates a charge's PaymentIntent: the one in our books, one that Stripe already has, or
 * a new one. Restored books may not know of a payment, so Stripe is always checked before a new one
 * is created.
 *
 * A cancelled PaymentIntent can never be paid, so replacing it can't lead to a second payment.
 * Without `replacesCancelled` the cancelled one is returned, because automatic work must not reopen
 * a payment that someone closed.
 *
 * @throws `PaymentsRejected` if the appointment has no customer at Stripe
 */
export async function findOrCreateIntent(
  deps: Deps,
  { appointment, charge }: Payable,
  { replacesCancelled }: { replacesCancelled: boolean },
): Promise<PaymentIntentView> {
  const replaces = replacesCancelled && !isSettled(charge.state);
  const { paymentIntentId } = charge;
  const customerId = appointment.stripeCustomerId;
  let own = paymentIntentId ? await deps.payments.retrievePaymentIntent(paymentIntentId) : null;
  // If Stripe deleted its customer, the appointment has another customer now.
  const isOfAnother = own !== null && own.customerId !== customerId;
  if (own && isOfAnother && replaces) own = await deps.payments.cancelPaymentIntent(own.id);
  if (own && (own.status !== 'canceled' || !replaces)) return own;
  if (!customerId) throw new PaymentsRejected('the appointment has no customer at Stripe', null);
  // Stripe forgets idempotency keys after a while. So to prevent a second payment, existing ones
  // are looked up first.
  const existing = await intentsOf(deps, charge, customerId);
  const usable =
    existing.find(({ status }) => status === 'succeeded') ??
    existing.find(({ status }) => status !== 'canceled');
  if (usable) return usable;
  // Stripe lists the latest first.
  const cancelled = existing[0] ?? own;
  if (cancelled && !replaces) return cancelled;
  return deps.payments.createPaymentIntent({
    appointmentId: appointment.id,
    chargeId: charge.id,
    replaces: cancelled?.id ?? null,
    customerId,
    paymentMethodId: chargeableCard(appointment),
    amountCents: charge.amountCents,
    description: `Delivery ${appointment.publicCode}`,
  });
}

/** Lists Stripe's PaymentIntents for a charge. */
export async function intentsOf(
  deps: Deps,
  { appointmentId, sequence }: Pick<ChargeRow, 'appointmentId' | 'sequence'>,
  customerId: string,
): Promise<PaymentIntentView[]> {
  const found = await deps.payments.findPaymentIntents({ customerId, appointmentId });
  return found.filter(({ chargeId }) => sequenceOf(appointmentId, chargeId) === sequence);
}

/** Updates an unconfirmed PaymentIntent to its charge's amount. */
export async function ensureIntentAmount(
  deps: Deps,
  { amountCents }: ChargeRow,
  intent: PaymentIntentView,
): Promise<PaymentIntentView> {
  if (intent.status !== 'unconfirmed' || intent.amountCents === amountCents) return intent;
  return deps.payments.updatePaymentIntentAmount({ paymentIntentId: intent.id, amountCents });
}

/**
 * Updates a corrected charge's PaymentIntent to the new amount, or cancels it if nothing is owed
 * anymore. A customer may have the payment open in a browser.
 */
export async function bringIntentToAmount(
  deps: Deps,
  { paymentIntentId, amountCents, state }: ChargeRow,
): Promise<void> {
  if (!paymentIntentId) return;
  if (isPayable(state)) {
    await deps.payments.updatePaymentIntentAmount({ paymentIntentId, amountCents });
  } else if (state === 'succeeded') {
    await deps.payments.cancelPaymentIntent(paymentIntentId);
  }
}
