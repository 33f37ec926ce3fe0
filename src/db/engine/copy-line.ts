/** Headers of one connection. The next one has its own. */
const OF_A_CONNECTION = ['host', 'connection', 'transfer-encoding'];
/**
 * Which database of a server a copy is of. The thread's client takes it from the host's name that it
 * speaks to, which is that of this line.
 */
const DATABASE = 'x-namespace-bin';

/** @returns where the server is reached over this line */
export type CopyLine = { url: string; close(): void };

/**
 * A line from the thread of a copy to its server, through this process. The thread's own client knows
 * no time limit: on a silent line it would stand still for good.
 *
 * A caller's token passes with its request; the line has none of its own.
 *
 * @param limitMs how long the server may be silent
 */
export function layCopyLine(target: string, limitMs: number): CopyLine {
  const database = btoa(databaseOf(new URL(target).hostname)).replace(/=+$/, '');
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const silence = new AbortController();
      const giveUp = () => silence.abort(new Error('The database server is silent.'));
      let timer = setTimeout(giveUp, limitMs);
      const heard = () => {
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
          // A connection that was open before a silence may be dead.
          keepalive: false,
        });
        return new Response(
          passing(answer.body, heard, () => clearTimeout(timer)),
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

/** The name that libSQL reads from a host: its first part, where it has several. */
function databaseOf(host: string): string {
  const [first = '', ...others] = host.split('.');
  return others.length > 0 ? first : 'default';
}

function without(headers: Headers, names: string[]): Headers {
  const others = new Headers(headers);
  for (const name of names) others.delete(name);
  return others;
}

/** A long answer passes piece by piece. */
function passing(body: ReadableStream<Uint8Array> | null, heard: () => void, ended: () => void) {
  if (!body) {
    ended();
    return null;
  }
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        heard();
        controller.enqueue(piece);
      },
      flush: ended,
    }),
  );
}
