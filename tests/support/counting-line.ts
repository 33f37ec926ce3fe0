/** A line to a libSQL server that counts the rows which the server reads, as Turso bills them. */

export type CountingLine = {
  /** Where the server is reached over this line. */
  url: string;
  /** The rows read since the last look, and the bytes of the largest answer. */
  take(): { rows: number; largest: number };
  close(): Promise<void>;
};

/** Lays a line to a database over HTTP (`target`) that counts the rows read and the largest answer. */
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

/** The header that a line passes on with an answer. */
export const typeOf = ({ headers }: Response) => ({
  'content-type': headers.get('content-type') ?? '',
});

/** The client and sqld speak version 2 of their protocol, in JSON: each result tells its rows. */
export function sumOf(answer: string, field: 'rows_read' | 'rows_written'): number {
  const found = answer.matchAll(new RegExp(`"${field}":(\\d+)`, 'g'));
  return [...found].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** The rows of an answer, where it is a list or has one: the longest. */
export function rowsShown(answer: unknown): number | null {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return null;
  const lengths = Object.values(answer)
    .filter(Array.isArray)
    .map(({ length }) => length);
  return lengths.length > 0 ? Math.max(...lengths) : null;
}
