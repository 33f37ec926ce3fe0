import { CASH_WATCH_MS, CHARGE_RETRY_MS } from '@/domain/policy';
import type { AnyCall } from '@/server/config/call';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { findAppointment } from '../../appointments/appointments.repository';
import { noteRejection } from '../health/troubles.usecases';
import { postponeCharge } from './charge-attempts.repository';
import { applyPaymentIntent } from './charge-outcome.usecases';
import type { ChargeRow } from './charges.repository';
import { intentsOf } from './payment-intent';
import { cashToWatch, endWatch } from './watch-cash.repository';

/**
 * Cancels the PaymentIntents of charges whose card was being charged when cash was recorded. If the
 * card was charged too, staff get a review item.
 *
 * @returns the number of charges checked
 */
export async function watchCash({ deps }: AnyCall): Promise<number> {
  const watched = await cashToWatch(deps.db.orm, deps.clock.now(), 50);
  for (const charge of watched) {
    const now = deps.clock.now();
    await postponeCharge(deps.db, charge.id, now + CHARGE_RETRY_MS);
    try {
      const isClosed = await closeForCards(deps, charge);
      if (isClosed && now - (charge.settledAt ?? now) >= CASH_WATCH_MS)
        await endWatch(deps.db, charge.id);
    } catch (error) {
      await noteRejection({ deps }, error);
      deps.log.warn("the card payment of a charge paid in cash couldn't be cancelled yet", {
        charge: charge.id,
        ...errorFields(error),
      });
    }
  }
  return watched.length;
}

/** @returns true if no card can pay the charge anymore */
async function closeForCards(deps: Deps, charge: ChargeRow): Promise<boolean> {
  const appointment = await findAppointment(deps.db.orm, charge.appointmentId);
  if (!appointment?.stripeCustomerId) return true;
  const intents = await intentsOf(deps, charge, appointment.stripeCustomerId);
  const ids = new Set(intents.map(({ id }) => id));
  if (charge.paymentIntentId) ids.add(charge.paymentIntentId);
  let isClosed = true;
  for (const id of ids) {
    const intent = await deps.payments.cancelPaymentIntent(id);
    if (intent.status === 'succeeded') await applyPaymentIntent(deps, intent);
    else if (intent.status !== 'canceled') isClosed = false;
  }
  return isClosed;
}
