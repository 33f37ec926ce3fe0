import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';

/** How long (ms) an answer waits for Stripe: a driver stands at the dock. */
const PATIENCE_MS = 2_500;

/**
 * Waits a while for work whose cause is recorded already. Where Stripe is slow the work goes on without
 * the caller, and where it fails a job takes it up again.
 */
export async function waitAWhile(
  deps: Deps,
  work: Promise<unknown>,
  appointmentId: string,
): Promise<void> {
  const done = work.catch((error) => {
    deps.log.error('what was recorded of a delivery was not paid yet', {
      appointment: appointmentId,
      ...errorFields(error),
    });
  });
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, PATIENCE_MS);
  await Promise.race([done, patience.promise]);
  clearTimeout(timer);
}
