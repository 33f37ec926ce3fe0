import { isPayable, isSettled, sequenceOf } from '@/domain/payment/charge';
import type { Deps } from '@/server/config/deps';
import { type PaymentIntentView, PaymentsRejected } from '@/server/ports/payments/port';
import { type Debt, keepPaymentIntent } from './charge-attempts.repository';
import type { ChargeRow } from './charges.repository';

/** What of a debt its PaymentIntent is made of. */
type Payable = Pick<Debt, 'appointment' | 'charge'>;

/**
 * The PaymentIntent of a charge, for a person who asks to pay it now. A charge keeps its PaymentIntent
 * until Stripe says that it was cancelled; then another one takes its place.
 *
 * @throws PaymentsRejected for an appointment without a customer at Stripe
 */
export async function ensurePaymentIntent(deps: Deps, debt: Payable): Promise<PaymentIntentView> {
  const intent = await broughtIntent(deps, debt, { replacesCancelled: true });
  if (debt.charge.paymentIntentId === intent.id) return intent;
  const { debt: after } = await keepPaymentIntent(deps.db, debt, {
    paymentIntentId: intent.id,
    beginsAt: null,
  });
  // Two workers may each bring one; the charge keeps the first that is written.
  const kept = after.charge.paymentIntentId;
  return kept && kept !== intent.id ? deps.payments.retrievePaymentIntent(kept) : intent;
}

/**
 * A PaymentIntent for a charge: the one we know, one that Stripe has already, or a new one. Stripe is
 * asked before every creation: books that know of no payment may be restored ones.
 *
 * A cancelled PaymentIntent can never be paid, so another one in its place still makes one payment at
 * most. Without `replacesCancelled` the cancelled one is returned: no program takes up again by itself
 * what somebody closed.
 *
 * @throws PaymentsRejected for an appointment without a customer at Stripe
 */
export async function broughtIntent(
  deps: Deps,
  { appointment, charge }: Payable,
  { replacesCancelled }: { replacesCancelled: boolean },
): Promise<PaymentIntentView> {
  const replaces = replacesCancelled && !isSettled(charge.state);
  const { paymentIntentId } = charge;
  const customerId = appointment.stripeCustomerId;
  let own = paymentIntentId ? await deps.payments.retrievePaymentIntent(paymentIntentId) : null;
  // Stripe deleted the customer that it was for, and the appointment has another one.
  const isOfAnother = own !== null && own.customerId !== customerId;
  if (own && isOfAnother && replaces) own = await deps.payments.cancelPaymentIntent(own.id);
  if (own && (own.status !== 'canceled' || !replaces)) return own;
  if (!customerId) throw new PaymentsRejected('an appointment without a customer at Stripe', null);
  // The key makes a repeated call harmless while Stripe remembers it; looking first does so for good.
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
    paymentMethodId: appointment.stripePaymentMethodId,
    amountCents: charge.amountCents,
    description: `Delivery ${appointment.publicCode}`,
  });
}

/** The PaymentIntents that Stripe has for a charge. */
export async function intentsOf(
  deps: Deps,
  { appointmentId, sequence }: Pick<ChargeRow, 'appointmentId' | 'sequence'>,
  customerId: string,
): Promise<PaymentIntentView[]> {
  const found = await deps.payments.findPaymentIntents({ customerId, appointmentId });
  return found.filter(({ chargeId }) => sequenceOf(appointmentId, chargeId) === sequence);
}

/** Gives an unconfirmed PaymentIntent the amount of its charge, which may differ at Stripe. */
export async function ensureIntentAmount(
  deps: Deps,
  { amountCents }: ChargeRow,
  intent: PaymentIntentView,
): Promise<PaymentIntentView> {
  if (intent.status !== 'unconfirmed' || intent.amountCents === amountCents) return intent;
  return deps.payments.updatePaymentIntentAmount({ paymentIntentId: intent.id, amountCents });
}

/**
 * Brings the PaymentIntent of a corrected charge to its amount, or closes it where nothing is to be paid
 * any more. A customer may have its payment open in a browser.
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
