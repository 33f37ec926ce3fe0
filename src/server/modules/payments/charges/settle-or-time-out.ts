import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';

/** How long (ms) an answer waits for Stripe: a driver stands at the dock. */
const PATIENCE_MS = 2_500;

/** What work comes to, if that is known soon; else `otherwise`, and the work goes on without the caller. */
export async function soon<T, O>(work: Promise<T>, otherwise: O): Promise<T | O> {
  const patience = Promise.withResolvers<O>();
  const timer = setTimeout(patience.resolve, PATIENCE_MS, otherwise);
  const result = await Promise.race([work, patience.promise]);
  clearTimeout(timer);
  return result;
}

/**
 * Waits a while for work whose cause is recorded already. Where Stripe is slow the work goes on without
 * the caller, and where it fails a job takes it up again: both give null.
 */
export async function settleOrTimeOut<T>(
  deps: Deps,
  work: Promise<T>,
  appointmentId: string,
): Promise<T | null> {
  const done = work.catch((error) => {
    deps.log.error('what was recorded of a delivery was not paid yet', {
      appointment: appointmentId,
      ...errorFields(error),
    });
    return null;
  });
  return soon(done, null);
}
