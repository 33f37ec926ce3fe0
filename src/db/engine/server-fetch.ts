import { DatabaseUnreachableError } from './failures';

/** Answers of a proxy whose database server is away, or of a server that takes no more. */
const AWAY = new Set([502, 503, 504]);
/** After this many silent calls in a row the next ones do not wait as well. */
const SILENT_IN_A_ROW = 3;
/** How long they do not; then one call tries again. */
const PAUSE_MS = 500;
/**
 * After a silent call, connections that were open may be dead and not know it: each would keep a call
 * waiting for the whole limit. Bun keeps one that is not used for five minutes.
 */
const DISTRUST_MS = 6 * 60_000;

/**
 * A `fetch` for @libsql/client, which has no time limit of its own. The limit covers the whole
 * answer. Where the server stays silent, calls that waited for their turn fail at once, so that no
 * request waits for several limits.
 *
 * @param limitMs how long one call may take
 * @throws DatabaseUnreachableError (from the returned function) without an answer
 */
export function createServerFetch(limitMs: number): (request: Request) => Promise<Response> {
  let silent = 0;
  let pausedUntil = 0;
  let distrustedUntil = 0;
  return async (request) => {
    if (performance.now() < pausedUntil) {
      throw new DatabaseUnreachableError('The database server was silent a moment ago.');
    }
    try {
      const answer = await fetch(request, {
        signal: AbortSignal.timeout(limitMs),
        keepalive: performance.now() >= distrustedUntil,
      });
      const body = await answer.arrayBuffer();
      silent = 0;
      if (!AWAY.has(answer.status)) return new Response(body, answer);
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'TimeoutError') {
        silent += 1;
        distrustedUntil = performance.now() + DISTRUST_MS;
      }
      if (silent >= SILENT_IN_A_ROW) pausedUntil = performance.now() + PAUSE_MS;
      throw new DatabaseUnreachableError('The database server did not answer.', { cause });
    }
    throw new DatabaseUnreachableError('The database server is not there.');
  };
}
