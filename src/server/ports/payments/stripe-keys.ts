import { isRecordedFailure, withPortErrors } from './stripe-errors';

/** Maximum number of keys that one call tries. Each recorded failure needs a new key. */
export const KEYS = 3;

/**
 * Sends a request with `key`, and with a new key if Stripe has recorded a failure. Only for
 * requests that are safe to repeat because they move no money.
 */
export async function withKeys<T>(
  key: string,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withPortErrors(() => send(attempt === 1 ? key : `${key}:again${attempt}`));
    } catch (error) {
      if (attempt === KEYS || !isRecordedFailure(error)) throw error;
    }
  }
}
