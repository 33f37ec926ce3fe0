import { isRecordedFailure, withPortErrors } from './stripe-errors';

/** The most keys that one call uses up on recorded failures before it gives up for now. */
export const KEYS = 3;

/**
 * Sends a request under `key`, and after a recorded failure again under a fresh key. Only for
 * requests whose repetition moves no money.
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
