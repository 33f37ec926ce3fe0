import type { AppointmentRow } from '@/db/schema';
import type { CardTry } from '@/domain/payment/card-tries';
import { worksIn } from '@/domain/staff/areas';
import type { AnyCall, Call } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import type { PaymentIntentView } from '@/server/ports/payments/port';
import { findAppointment } from '../../appointments/appointments.repository';
import { addingReviewItem } from '../../review/review.repository';
import { insertTry } from '../cards/card-tries.repository';
import { readTries, refusalOf, tooManyCardTries, triedBy } from '../cards/card-tries.usecases';
import { applyPaymentIntent } from '../charges/charge-outcome.usecases';

/**
 * Throws `rate_limited` if no more cards may be tried for this appointment, so that its payment
 * isn't opened. Staff may always open it, because they're with the customer.
 */
export function refuseTriedOut(
  { deps, actor }: Call,
  appointment: AppointmentRow,
  tries: CardTry[],
): void {
  if (worksIn('deliveries', actor)) return;
  const refusal = refusalOf(deps, tries, triedBy(deps, appointment, null), true);
  if (refusal) throw tooManyCardTries(deps, appointment.id, refusal);
}

/**
 * Counts a card that was declined for a balance like one that was declined while being saved. A
 * PaymentIntent's secret accepts any number of cards, so the payment is cancelled and staff are
 * notified once too many were tried. The saved card doesn't count, and may be tried again.
 *
 * @param event.id Stripe's event ID. Each event counts once
 */
export async function countBalanceDecline(
  { deps }: AnyCall,
  event: { id: string; intent: PaymentIntentView },
): Promise<void> {
  const { id, intent } = event;
  const appointment =
    intent.appointmentId && (await findAppointment(deps.db.orm, intent.appointmentId));
  if (!appointment || intent.paymentMethodId === appointment.stripePaymentMethodId) return;
  const { tries: before } = await readTries(deps, appointment);
  const own = before.find((one) => one.appointment === appointment.id);
  const by = triedBy(deps, appointment, own?.address ?? null);
  const { appointment: appointmentId, ...others } = by;
  const now = deps.clock.now();
  const row = { id, appointmentId, ...others, at: now, declinedAt: now, declineEvent: id };
  await deps.db.write((orm) => insertTry(orm, row));
  const { tries } = await readTries(deps, appointment);
  const refusal = refusalOf(deps, tries, by, true);
  if (refusal?.waitMs === null) await closePayment(deps, appointment, intent);
}

async function closePayment(deps: Deps, { id }: AppointmentRow, intent: PaymentIntentView) {
  const closed = await deps.payments.cancelPaymentIntent(intent.id);
  await applyPaymentIntent(deps, closed);
  if (closed.status !== 'canceled') return;
  deps.log.warn('a payment was closed because too many cards were tried', { appointment: id });
  await addingReviewItem({
    id: deps.ids.next(),
    kind: 'cards_tried',
    appointmentId: id,
    reason:
      'Too many cards were tried for this balance, so the customer can’t pay it by card. Call them. Then take cash, or retry the saved card.',
    dedupeKey: `cards_tried:${id}`,
    createdAt: deps.clock.now(),
  })(deps.db.orm);
}
