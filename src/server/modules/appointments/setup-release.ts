import type { AppointmentRow } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';

/**
 * Cancels a SetupIntent that won't be used. A failure is harmless, because the intent just stays
 * unused.
 */
export async function releaseSetup(deps: Deps, row: AppointmentRow) {
  if (!row.setupIntentId || row.paymentMethodStored) return;
  try {
    await deps.payments.cancelSetupIntent(row.setupIntentId);
  } catch (error) {
    deps.log.warn("couldn't cancel a SetupIntent", {
      appointment: row.id,
      ...errorFields(error),
    });
  }
}
