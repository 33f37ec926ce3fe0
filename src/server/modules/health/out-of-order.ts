import { isOutOfOrder } from '@/db/engine/failures';
import { DomainError } from '@/domain/errors';

/** The message shown while the database is unavailable. */
export const OUT_OF_ORDER =
  'We can’t reach our records right now. Nothing is lost. Try again in a few seconds.';
/** Seconds until a caller should try again. */
export const TRY_AGAIN_SECONDS = 5;

/**
 * Returns the 503 error, with the seconds to wait, if the database failed through no fault of the
 * call. Null for any other failure.
 */
export function outOfOrder(error: unknown): DomainError | null {
  if (!isOutOfOrder(error)) return null;
  return new DomainError('unavailable', OUT_OF_ORDER, {
    details: { retryAfterSeconds: TRY_AGAIN_SECONDS },
    cause: error,
  });
}
