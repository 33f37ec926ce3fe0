import { isOutOfOrder } from '@/db/engine/failures';
import { DomainError } from '@/domain/errors';

/** What people read while the database cannot be used. */
export const OUT_OF_ORDER =
  'We cannot reach our records right now. Nothing is lost; please try again in a few seconds.';
/** When a caller should try again. */
export const TRY_AGAIN_SECONDS = 5;

/**
 * The refusal (503, with the time to try again) for a failure of the database that is no fault of the
 * call; null for any other failure.
 */
export function outOfOrder(error: unknown): DomainError | null {
  if (!isOutOfOrder(error)) return null;
  return new DomainError('unavailable', OUT_OF_ORDER, {
    details: { retryAfterSeconds: TRY_AGAIN_SECONDS },
    cause: error,
  });
}
