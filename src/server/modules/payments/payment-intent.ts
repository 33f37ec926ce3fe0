import { isPayable, sequenceOf } from '@/domain/payment/charge';
import type { Deps } from '@/server/config/deps';
import { type PaymentIntentView, PaymentsRejected } from '@/server/ports/payments/port';
import { type Debt, keepPaymentIntent } from './charge-attempts.repository';
import type { ChargeRow } from './charges.repository';

/** What of a debt its PaymentIntent is made of. */
type Payable = Pick<Debt, 'appointment' | 'charge'>;

/**
 * The one PaymentIntent of a charge, which the charge keeps for life.
 *
 * @throws PaymentsRejected for an appointment without a customer at Stripe
 */
export async function ensurePaymentIntent(deps: Deps, debt: Payable): Promise<PaymentIntentView> {
  const intent = await broughtIntent(deps, debt);
  if (debt.charge.paymentIntentId) return intent;
  const { debt: after } = await keepPaymentIntent(deps.db, debt, {
    paymentIntentId: intent.id,
    beginsAt: null,
  });
  // Two workers may each bring one; the first that is written is the charge's for life.
  const kept = after.charge.paymentIntentId;
  return kept && kept !== intent.id ? deps.payments.retrievePaymentIntent(kept) : intent;
}

/**
 * A PaymentIntent for a charge: the one we know, one that Stripe has already, or a new one. Stripe is
 * asked before every creation: books that know of no payment may be restored ones (D65).
 *
 * @throws PaymentsRejected for an appointment without a customer at Stripe
 */
export async function broughtIntent(
  deps: Deps,
  { appointment, charge }: Payable,
): Promise<PaymentIntentView> {
  if (charge.paymentIntentId) return deps.payments.retrievePaymentIntent(charge.paymentIntentId);
  const customerId = appointment.stripeCustomerId;
  if (!customerId) throw new PaymentsRejected('an appointment without a customer at Stripe', null);
  // The key makes a repeated call harmless while Stripe remembers it; looking first does so for good.
  const existing = await intentsOf(deps, charge, customerId);
  return (
    existing.find(({ status }) => status === 'succeeded') ??
    existing.find(({ status }) => status !== 'canceled') ??
    (await deps.payments.createPaymentIntent({
      appointmentId: appointment.id,
      chargeId: charge.id,
      customerId,
      paymentMethodId: appointment.stripePaymentMethodId,
      amountCents: charge.amountCents,
      description: `Delivery ${appointment.publicCode}`,
    }))
  );
}

/** The PaymentIntents that Stripe has for a charge (D89). */
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
