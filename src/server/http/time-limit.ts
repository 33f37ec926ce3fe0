/** People, browsers and proxies give up after about ten seconds. */
const ANSWER_WITHIN_MS = 9_500;

/** No answer was there in time. What the call began goes on, and may still be done. */
export class LateError extends Error {
  override name = 'LateError';
}

/**
 * The answer of a call, or a LateError: each trip to a far database has a limit, but a call may make
 * several, and wait for its turn.
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
