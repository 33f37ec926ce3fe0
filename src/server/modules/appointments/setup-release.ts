import type { AppointmentRow } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';

/** Tells Stripe that no card will be saved; a failure costs nothing, the intent just stays unused. */
export async function releaseSetup(deps: Deps, row: AppointmentRow) {
  if (!row.setupIntentId || row.paymentMethodStored) return;
  try {
    await deps.payments.cancelSetupIntent(row.setupIntentId);
  } catch (error) {
    deps.log.warn('a setup intent was not cancelled', {
      appointment: row.id,
      ...errorFields(error),
    });
  }
}
