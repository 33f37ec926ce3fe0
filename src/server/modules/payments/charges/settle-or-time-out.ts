import { DRIVER_WAITS_FOR_STRIPE_MS } from '@/domain/policy';
import type { Deps } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';

/**
 * Returns the result if it's ready soon, otherwise `otherwise`. The work continues in the
 * background.
 */
export async function soon<T, O>(work: Promise<T>, otherwise: O): Promise<T | O> {
  const timeUp = Promise.withResolvers<O>();
  const timer = setTimeout(timeUp.resolve, DRIVER_WAITS_FOR_STRIPE_MS, otherwise);
  const result = await Promise.race([work, timeUp.promise]);
  clearTimeout(timer);
  return result;
}

/**
 * Waits a short time for work that is already recorded. Slow work continues in the background, and
 * a job repeats failed work.
 *
 * @returns the result, or null if the work is slow or failed
 */
export async function settleOrTimeOut<T>(
  deps: Deps,
  work: Promise<T>,
  appointmentId: string,
): Promise<T | null> {
  const done = work.catch((error) => {
    deps.log.error("couldn't charge a recorded delivery yet", {
      appointment: appointmentId,
      ...errorFields(error),
    });
    return null;
  });
  return soon(done, null);
}
