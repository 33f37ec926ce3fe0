/**
 * Creates the load in a separate process. Each connection sends a request, waits for the answer, and sends
 * the next. It writes HTTP/1.1 to plain sockets, because Bun's fetch is slower than the servers it would
 * measure. Plans arrive and results leave through the channel between the processes.
 */
import { AnswerReader } from './answer-reader';

/** A request. `########` in its body is replaced with a number that's unique in the run. */
export type Step = {
  kind: string;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
};

/** The steps to send in turn, repeated until the time or the count is reached. */
export type LoadPlan = {
  port: number;
  connections: number;
  steps: Step[];
  seconds: number;
  /** Stops the load after this many requests. */
  requests?: number;
};

export type KindResult = { answered: number; refused: number; p50Ms: number; p99Ms: number };
export type LoadResult = {
  seconds: number;
  kinds: Record<string, KindResult>;
  /** Connections that broke before an answer arrived. */
  broken: number;
  /** Share of the time this process was busy. Near 1, the load itself is the bottleneck. */
  busy: number;
};

type Prepared = { kind: string; before: string; after: string | null };
type Tally = { times: number[]; answered: number; refused: number };

const NUMBER = '########';
let nextNumber = 1;

function prepare(step: Step): Prepared {
  const head = [
    `${step.method} ${step.path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(step.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(step.body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(step.body)}`]),
  ];
  const whole = `${head.join('\r\n')}\r\n\r\n${step.body ?? ''}`;
  const at = whole.indexOf(NUMBER);
  return at < 0
    ? { kind: step.kind, before: whole, after: null }
    : { kind: step.kind, before: whole.slice(0, at), after: whole.slice(at + NUMBER.length) };
}

function textOf({ before, after }: Prepared): string {
  if (after === null) return before;
  return before + String(nextNumber++).padStart(NUMBER.length, '0') + after;
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  const prepared = plan.steps.map(prepare);
  const tallies = new Map<string, Tally>();
  for (const { kind } of prepared) tallies.set(kind, { times: [], answered: 0, refused: 0 });
  const most = plan.requests ?? Number.POSITIVE_INFINITY;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const endAt = begun + plan.seconds * 1_000;
  let sent = 0;
  let broken = 0;

  const connection = () =>
    new Promise<void>((resolve) => {
      const reader = new AnswerReader();
      let current: Prepared | null = null;
      let sentAt = 0;
      let isFirst = true;
      const next = (socket: { write(text: string): number; end(): void }) => {
        if (sent >= most || performance.now() >= endAt) {
          current = null;
          socket.end();
          return;
        }
        current = prepared[sent % prepared.length] as Prepared;
        sent += 1;
        const text = textOf(current);
        sentAt = performance.now();
        socket.write(text);
      };
      const over = () => {
        if (current) broken += 1;
        current = null;
        resolve();
      };
      Bun.connect({
        hostname: '127.0.0.1',
        port: plan.port,
        socket: {
          open: next,
          data(socket, chunk) {
            const status = reader.read(chunk);
            if (status === null || !current) return;
            const tally = tallies.get(current.kind) as Tally;
            tally.answered += 1;
            // All connections open at the same moment, which doesn't happen with real visitors. So
            // the first answer on each connection isn't counted.
            if (!isFirst) tally.times.push(performance.now() - sentAt);
            isFirst = false;
            if (status < 200 || status > 299) tally.refused += 1;
            next(socket);
          },
          close: over,
          error: over,
          connectError: over,
        },
      }).catch(over);
    });
  await Promise.all(Array.from({ length: plan.connections }, connection));

  const elapsed = performance.now() - begun;
  const used = process.cpuUsage(cpu);
  return {
    seconds: elapsed / 1_000,
    kinds: Object.fromEntries([...tallies].map(([kind, tally]) => [kind, resultOf(tally)])),
    broken,
    busy: (used.user + used.system) / 1_000 / elapsed,
  };
}

function resultOf({ times, answered, refused }: Tally): KindResult {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, (sorted.length * share) | 0)];
  return { answered, refused, p50Ms: at(0.5) ?? 0, p99Ms: at(0.99) ?? 0 };
}

if (import.meta.main) {
  process.on('message', async (plan: LoadPlan) => process.send?.(await run(plan)));
}
