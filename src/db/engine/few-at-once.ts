import { DatabaseUnreachableError } from './failures';

/**
 * Runs jobs in the order of their calls, at most `most` of them at once. One that has waited for its turn for
 * `patienceMs` is not run any more: no caller waits for its answer by then, and it would be done behind
 * the back of its caller.
 *
 * @throws DatabaseUnreachableError (from the returned function) for a job that was not run
 */
export function fewAtOnce(most: number, patienceMs: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(new DatabaseUnreachableError('Too many writes wait for the database server.'));
      }, patienceMs);
      waiting.push(begin);
    });
  }

  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (waiting.length === 0 && running < most) running += 1;
    else await turn();
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
