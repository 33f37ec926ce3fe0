/** A proxy in front of a libSQL server. It counts the rows that the server reads, as Turso bills them. */

export type CountingLine = {
  /** The server's address through this proxy. */
  url: string;
  /** Returns the rows read since the last call, and the size of the largest answer in bytes. */
  take(): { rows: number; largest: number };
  close(): Promise<void>;
};

/** Creates a proxy to a database over HTTP (`target`) that counts the rows read and the largest answer. */
export function layCountingLine(target: string): CountingLine {
  let rows = 0;
  let largest = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { method, url, headers } = request;
      const body = method === 'GET' ? null : await request.arrayBuffer();
      const answer = await fetch(`${target}${new URL(url).pathname}`, { method, headers, body });
      const text = await answer.text();
      rows += sumOf(text, 'rows_read');
      largest = Math.max(largest, text.length);
      return new Response(text, { status: answer.status, headers: typeOf(answer) });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    take() {
      const taken = { rows, largest };
      rows = 0;
      largest = 0;
      return taken;
    },
    async close() {
      await server.stop(true);
    },
  };
}

/** The header that a proxy forwards with an answer. */
export const typeOf = ({ headers }: Response) => ({
  'content-type': headers.get('content-type') ?? '',
});

/**
 * The client and sqld exchange JSON in version 2 of their protocol. Each result says how many rows
 * it has.
 */
export function sumOf(answer: string, field: 'rows_read' | 'rows_written'): number {
  const found = answer.matchAll(new RegExp(`"${field}":(\\d+)`, 'g'));
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Returns the length of the longest list in an answer. Null if it has none. */
export function rowsShown(answer: unknown): number | null {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return null;
  const lengths = Object.values(answer)
    .filter(Array.isArray)
    .map(({ length }) => length);
  return lengths.length > 0 ? Math.max(...lengths) : null;
}
