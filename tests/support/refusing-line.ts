/** A proxy in front of a libSQL server. It refuses batches, or executes them without an answer. */

/** The possible faults of a batch of statements. */
export type BatchFault = 'refused as busy' | 'answer lost';

/** A request of the client, which contains a batch. */
type Sent = { requests?: { type: string; batch?: { steps: unknown[] } }[] };

/**
 * Forwards requests to `target`, and counts the server's own responses that refuse a write because
 * the database is busy.
 *
 * @param faultOf returns the fault for a batch's text, or null for none
 */
export function layRefusingLine(
  target: string,
  faultOf: (text: string) => BatchFault | null = () => null,
) {
  let busy = 0;
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const body = await request.text();
      const sent = body ? (JSON.parse(body) as Sent) : {};
      const batch = sent.requests?.find(({ type }) => type === 'batch')?.batch;
      const fault = batch ? faultOf(body) : null;
      if (batch && fault === 'refused as busy') return Response.json(busyAnswer(sent, batch.steps));
      const { pathname } = new URL(request.url);
      const { method } = request;
      const answer = await fetch(target + pathname, { method, body: body || undefined });
      const passed = await answer.text();
      if (passed.includes('"SQLITE_BUSY"')) busy += 1;
      if (fault === 'answer lost') return new Response('', { status: 503 });
      return new Response(passed, { status: answer.status });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    busy: () => busy,
    close: () => server.stop(true),
  };
}

/** sqld's answer while a checkpoint blocks writes: the transaction can't start. */
function busyAnswer({ requests = [] }: Sent, steps: unknown[]) {
  const error = { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' };
  const result = {
    step_results: steps.map(() => null),
    // The second step fails. The first one is the pragma that turns off foreign keys.
    step_errors: steps.map((_, index) => (index === 1 ? error : null)),
  };
  const results = requests.map(({ type }) => ({
    type: 'ok',
    response: type === 'batch' ? { type, result } : { type },
  }));
  return { baton: null, base_url: null, results };
}
