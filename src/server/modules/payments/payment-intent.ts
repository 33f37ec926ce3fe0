import type { AppointmentRow } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { type PaymentIntentView, PaymentsRejected } from '@/server/ports/payments/port';
import { type ChargeRow, keepPaymentIntent } from './charges.repository';

/**
 * The one PaymentIntent of an appointment: the one we know, one that Stripe has already, or a new one.
 * Stripe is asked before every creation: books that know of no payment may be restored ones (D65).
 *
 * @throws PaymentsRejected for an appointment without a customer at Stripe
 */
export async function ensurePaymentIntent(
  deps: Deps,
  appointment: AppointmentRow,
  charge: ChargeRow,
): Promise<PaymentIntentView> {
  if (charge.paymentIntentId) return deps.payments.retrievePaymentIntent(charge.paymentIntentId);
  const customerId = appointment.stripeCustomerId;
  if (!customerId) throw new PaymentsRejected('an appointment without a customer at Stripe', null);
  // The key makes a repeated call harmless while Stripe remembers it; looking first does so for good.
  const existing = await deps.payments.findPaymentIntents({
    customerId,
    appointmentId: appointment.id,
  });
  const intent =
    existing.find(({ status }) => status === 'succeeded') ??
    existing.find(({ status }) => status !== 'canceled') ??
    (await deps.payments.createPaymentIntent({
      appointmentId: appointment.id,
      customerId,
      paymentMethodId: appointment.stripePaymentMethodId,
      amountCents: charge.amountCents,
      description: `Delivery ${appointment.publicCode}`,
    }));
  const kept = await keepPaymentIntent(deps.db, charge, intent.id);
  // Two workers may each bring one; the first that is written is the appointment's for life.
  return kept === intent.id ? intent : deps.payments.retrievePaymentIntent(kept);
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
