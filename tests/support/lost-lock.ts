/**
 * A program whose write fails at a libSQL server that took its write lock away. It prints the
 * code that the caller receives, and then "still running".
 */
import { createClient } from '@libsql/client';
import { endAtUncaught } from '@/server/config/uncaught';

endAtUncaught();

const done = { cols: [], rows: [], affected_row_count: 0, last_insert_rowid: null };
const lost = { message: 'Transaction timed out', code: 'TRANSACTION_TIMEOUT' };
/** A real server's answer to a batch of one statement: begin, the statement, commit, rollback. */
const result = { step_results: [done, null, null, null], step_errors: [null, lost, lost, lost] };

const server = Bun.serve({
  port: 0,
  async fetch(request) {
    if (request.method === 'GET') return new Response('{}');
    const { requests } = (await request.json()) as { requests: { type: string }[] };
    const results = requests.map(({ type }) => ({
      type: 'ok',
      response: type === 'batch' ? { type, result } : { type },
    }));
    return Response.json({ baton: null, base_url: null, results });
  },
});
const client = createClient({ url: `http://127.0.0.1:${server.port}` });
await client.batch(['delete from visits'], 'write').catch(({ code }) => console.log(code));
// By then, the runtime has reported any rejection without a handler.
await new Promise((resolve) => setImmediate(resolve));
console.log('still running');
await server.stop(true);
client.close();
