/** People, browsers, and proxies give up after about 10 seconds. */
const ANSWER_WITHIN_MS = 9_500;

/** Thrown if there was no answer in time. The call's work continues and may still succeed. */
export class LateError extends Error {
  override name = 'LateError';
}

/**
 * Limits a call's total time. Each round trip to a remote database has its own limit, but a call
 * may make several and also wait for its turn.
 *
 * @throws LateError if the time is over
 */
export async function withTimeLimit<T>(
  answer: T | Promise<T>,
  withinMs = ANSWER_WITHIN_MS,
): Promise<T> {
  if (!(answer instanceof Promise)) return answer;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new LateError('The call took too long.'));
  }, withinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
