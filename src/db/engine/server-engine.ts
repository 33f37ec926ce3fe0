import type { Client, InArgs } from '@libsql/client';
import { type Engine, NOTHING_KNOWN } from './engine';
import { fewAtOnce } from './few-at-once';
import type { Compiled } from './file-connection';
import { LineLength } from './line-length';
import { createServerVersion, NEWEST, versionIn } from './server-version';
import { retryWhileBusy } from './write-queue';

/** How long a write is repeated while another writer keeps it out, and how long it waits for its turn. */
const PATIENCE_MS = 8_000;
/**
 * Writes of this process that are at a server at once; the others wait here, before their time
 * limit begins. A server writes one at a time, and goes on with a write that its caller gave up. Of
 * sqld nearby: 1,003 writes a second with 2 at once, 711 with 4, 674 with 20, and the slowest took 12,
 * 14 and 54 ms. Of those at a far server most are on their way: 20 at once keep one at 40 ms no busier
 * than four keep one nearby, and a crowd of 40 is through in two trips instead of ten.
 */
const WRITES_AT_ONCE = { near: 4, far: 20 };
/** A server is far from this length of its line on, in ms. */
const FAR_MS = 20;

/**
 * A libSQL server (Turso), which puts the writers of all processes in order itself. It has no memory
 * of its own, because knowing the version costs the round trip that a query costs.
 */
export function createServerEngine(client: Client, replica: Client | null): Engine {
  const copy = replica && createServerVersion(client, replica);
  const askOf = async (source: Client, { text, values }: Compiled) =>
    (await source.execute(text, values as InArgs)).rows;
  const together = async (source: Client, statements: Compiled[], mode: 'read' | 'write') => {
    const queries = statements.map(({ text, values }) => ({ sql: text, args: values as InArgs }));
    const begun = performance.now();
    const answers = await source.batch(queries, mode);
    line.note(performance.now() - begun);
    return answers.map(({ rows }) => rows);
  };
  const line = new LineLength();
  const writesAtOnce = () => WRITES_AT_ONCE[line.ms() < FAR_MS ? 'near' : 'far'];
  const inTurn = fewAtOnce(writesAtOnce, PATIENCE_MS);
  const onceFree = <T>(job: () => Promise<T>) => inTurn(() => retryWhileBusy(job, PATIENCE_MS));
  return {
    ask: (query) => askOf(client, query),
    async whenChanged(known, queriesFor) {
      if (copy) {
        const version = await copy.read();
        if (version === known) return { version, rows: null };
        const queries = queriesFor(NOTHING_KNOWN).map((query) => askOf(copy.source(), query));
        return { version, rows: await Promise.all(queries) };
      }
      const [newest = [], ...rows] = await together(client, [NEWEST, ...queriesFor(known)], 'read');
      const version = versionIn(newest);
      return { version, rows: version === known ? null : rows };
    },
    remember: (ask) => ask,
    read: (queries) => together(client, queries, 'read'),
    batch: (statements) => onceFree(() => together(client, statements, 'write')),
    inTurn: onceFree,
    queueDepth: () => 0,
    close: () => replica?.close(),
  };
}
