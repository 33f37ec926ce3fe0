/** Headers that belong to one connection, so they aren't forwarded. */
const OF_A_CONNECTION = ['host', 'connection', 'transfer-encoding'];
/**
 * The header that names the database on the server. The thread's client derives the name from the
 * host it connects to, which is this proxy.
 */
const DATABASE = 'x-namespace-bin';

/** A local proxy, with the URL to reach the server through it. */
export type CopyLine = { url: string; close(): void };

/**
 * Starts a proxy between the copy's thread and its server. The thread's own client has no time
 * limit, so without this a silent connection would block it forever. Each request carries its own
 * token, and the proxy has none.
 *
 * @param limitMs how long the server may be silent
 */
export function startCopyProxy(target: string, limitMs: number): CopyLine {
  const database = btoa(databaseOf(new URL(target).hostname)).replace(/=+$/, '');
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const silence = new AbortController();
      const giveUp = () => silence.abort(new Error('The database server isn’t responding.'));
      let timer = setTimeout(giveUp, limitMs);
      const resetTimer = () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, limitMs);
      };
      const headers = without(request.headers, OF_A_CONNECTION);
      if (headers.has(DATABASE)) headers.set(DATABASE, database);
      try {
        const answer = await fetch(`${target}${pathname}${search}`, {
          method: request.method,
          headers,
          body: request.body && (await request.arrayBuffer()),
          signal: silence.signal,
          decompress: false,
          // An existing connection may have died while the server was silent.
          keepalive: false,
        });
        return new Response(
          passing(answer.body, resetTimer, () => clearTimeout(timer)),
          {
            status: answer.status,
            headers: without(answer.headers, OF_A_CONNECTION),
          },
        );
      } catch {
        clearTimeout(timer);
        return new Response(null, { status: 503 });
      }
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, close: () => void server.stop(true) };
}

/** Returns the database name that libSQL derives from a host: its first part if it has several. */
function databaseOf(host: string): string {
  const [first = '', ...others] = host.split('.');
  return others.length > 0 ? first : 'default';
}

function without(headers: Headers, names: string[]): Headers {
  const others = new Headers(headers);
  for (const name of names) others.delete(name);
  return others;
}

/** Streams a long answer piece by piece. */
function passing(
  body: ReadableStream<Uint8Array> | null,
  resetTimer: () => void,
  ended: () => void,
) {
  if (!body) {
    ended();
    return null;
  }
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        resetTimer();
        controller.enqueue(piece);
      },
      flush: ended,
    }),
  );
}
