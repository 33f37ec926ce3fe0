import { DatabaseUnreachableError } from './failures';

/**
 * True for an answer from an overloaded server (429), a broken one, or a proxy that can't reach it. A server
 * reports a statement's error with status 200.
 */
const isAway = (status: number) => status === 429 || status >= 500;
/** After this many consecutive timeouts, further calls fail without waiting. */
const SILENT_IN_A_ROW = 3;
/** How long further calls fail without waiting. After that, one call tries again. */
const PAUSE_MS = 500;
/**
 * After a timeout, existing connections may be dead, and each could delay a call by the whole limit before
 * that's noticed. Bun closes a connection that is idle for 5 minutes.
 */
const DISTRUST_MS = 6 * 60_000;

/**
 * Creates a `fetch` for @libsql/client, which has no time limit of its own. The limit covers the
 * whole answer. If the server stays silent, waiting calls fail immediately, so no request waits for
 * several limits.
 *
 * @param limitMs time limit for one call
 * @throws DatabaseUnreachableError (from the returned function) if there's no answer
 */
export function createServerFetch(limitMs: number): (request: Request) => Promise<Response> {
  let silent = 0;
  let pausedUntil = 0;
  let distrustedUntil = 0;
  return async (request) => {
    if (performance.now() < pausedUntil) {
      throw new DatabaseUnreachableError('The database server didn’t respond a moment ago.');
    }
    try {
      const answer = await fetch(request, {
        signal: AbortSignal.timeout(limitMs),
        keepalive: performance.now() >= distrustedUntil,
      });
      const body = await answer.arrayBuffer();
      silent = 0;
      if (!isAway(answer.status)) return new Response(body, answer);
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'TimeoutError') {
        silent += 1;
        distrustedUntil = performance.now() + DISTRUST_MS;
      }
      if (silent >= SILENT_IN_A_ROW) pausedUntil = performance.now() + PAUSE_MS;
      throw new DatabaseUnreachableError("The database server didn't answer.", { cause });
    }
    throw new DatabaseUnreachableError('We can’t reach the database server.');
  };
}
