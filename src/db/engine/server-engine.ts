import type { Client, InArgs, Row } from '@libsql/client';
import type { Copy } from './copy';
import { type Engine, NOTHING_KNOWN } from './engine';
import { fewAtOnce } from './few-at-once';
import type { Compiled } from './file-connection';
import { retryWhileBusy } from './write-queue';

/**
 * Maximum number of concurrent writes to the server. The others wait here before their time limit starts,
 * because a server writes one at a time, and finishes a write even after its caller gave up. With a distant
 * server, most writes are in transit at any moment, so with 20, 40 writes finish in 2 round trips. With 20, a
 * nearby server handles 674 writes a second, and the slowest takes 54 ms. With 4, it's 711 a second and 14
 * ms.
 */
const WRITES_AT_ONCE = 20;

/** Reads the version, which is the number of the newest change. */
const NEWEST: Compiled = {
  text: 'select coalesce(max(seq), 0) as version from changes',
  values: [],
};

/**
 * Runs statements on a libSQL server (Turso), which orders the writes of all processes itself.
 * Nothing is cached, because checking the version takes as long as running the query.
 *
 * @param copy answers public reads if it's recent enough
 * @param maxWaitMs how long a write is retried while another writer blocks it, and how long it
 * waits in line
 */
export function createServerEngine(client: Client, copy: Copy | null, maxWaitMs: number): Engine {
  /** The newest version that a page has received. From then on, no older version is returned. */
  let newestShown = NOTHING_KNOWN;
  const together = async (statements: readonly Compiled[], mode: 'read' | 'write') => {
    const queries = statements.map(({ text, values }) => ({ sql: text, args: values as InArgs }));
    const results = await client.batch(queries, mode);
    return results.map(({ rows }) => rows);
  };
  /** Returns the version and the rows of public reads. */
  async function recent(queries: readonly Compiled[]) {
    const statements = [NEWEST, ...queries];
    const copied = await copy?.read(statements);
    const isShowable = copied && versionIn(copied) >= newestShown;
    const answers = isShowable ? copied : await together(statements, 'read');
    const version = versionIn(answers);
    newestShown = Math.max(newestShown, version);
    return { version, rows: answers.slice(1) };
  }
  const inTurn = fewAtOnce(WRITES_AT_ONCE, maxWaitMs);
  const writing = <T>(job: () => Promise<T>) =>
    inTurn(() => retryWhileBusy(job, maxWaitMs)).finally(() => copy?.written());
  return {
    ask: async ({ text, values }) => (await client.execute(text, values as InArgs)).rows,
    async whenChanged(known, queriesFor) {
      const { version, rows } = await recent(queriesFor(known));
      return { version, rows: version === known ? null : rows };
    },
    remember: (ask) => ask,
    read: (queries) => together(queries, 'read'),
    recent: async (queries) => (await recent(queries)).rows,
    batch: (statements) => writing(() => together(statements, 'write')),
    queueDepth: () => 0,
    close: () => copy?.close(),
  };
}

/** Reads the version from the answer to NEWEST, which comes first. */
function versionIn([newest]: readonly (readonly unknown[])[]): number {
  return Number((newest?.[0] as Row | undefined)?.version ?? 0);
}
