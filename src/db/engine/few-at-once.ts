import { DatabaseUnreachableError } from './failures';

/**
 * Runs jobs in order, at most `most` at a time. A job that waited longer than `maxWaitMs` isn't
 * run, because its caller has given up and wouldn't know that it was done.
 *
 * @throws DatabaseUnreachableError (from the returned function) if the job wasn't run
 */
export function fewAtOnce(most: number, maxWaitMs: number) {
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
        reject(
          new DatabaseUnreachableError('Too many writes are waiting for the database server.'),
        );
      }, maxWaitMs);
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
