import type { Client, InArgs, Row } from '@libsql/client';
import type { Copy } from './copy';
import { type Engine, NOTHING_KNOWN } from './engine';
import { fewAtOnce } from './few-at-once';
import type { Compiled } from './file-connection';
import { retryWhileBusy } from './write-queue';

/**
 * How many writes of this process are at the server at once. The others wait here, before their time limit
 * begins, because a server writes one at a time and finishes a write even if its caller gave up. Most writes
 * to a far server are on their way, so 20 bring a crowd of 40 through in 2 trips. A near server writes 674 a
 * second with 20 at once and 711 with 4, and the slowest takes 54 ms instead of 14.
 */
const WRITES_AT_ONCE = 20;

/** The newest change. */
const NEWEST: Compiled = {
  text: 'select coalesce(max(seq), 0) as version from changes',
  values: [],
};

/**
 * A libSQL server (Turso), which puts the writers of all processes in order itself. It has no memory
 * of its own, because knowing the version costs the round trip that a query costs.
 *
 * @param copy answers public reads, where it is fresh enough
 * @param patienceMs how long a write is repeated while another writer keeps it out, and how long it waits
 *   for its turn
 */
export function createServerEngine(client: Client, copy: Copy | null, patienceMs: number): Engine {
  /** The newest version that a page has seen. The engine shows no older one after it. */
  let newestShown = NOTHING_KNOWN;
  const together = async (statements: readonly Compiled[], mode: 'read' | 'write') => {
    const queries = statements.map(({ text, values }) => ({ sql: text, args: values as InArgs }));
    const answers = await client.batch(queries, mode);
    return answers.map(({ rows }) => rows);
  };
  /** The version, and the rows of public reads. */
  async function recent(queries: readonly Compiled[]) {
    const statements = [NEWEST, ...queries];
    const copied = await copy?.read(statements);
    const isShowable = copied && versionIn(copied) >= newestShown;
    const found = isShowable ? copied : await together(statements, 'read');
    const version = versionIn(found);
    newestShown = Math.max(newestShown, version);
    return { version, rows: found.slice(1) };
  }
  const inTurn = fewAtOnce(WRITES_AT_ONCE, patienceMs);
  const writing = <T>(job: () => Promise<T>) =>
    inTurn(() => retryWhileBusy(job, patienceMs)).finally(() => copy?.written());
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

/** The answer to NEWEST, which comes first. */
function versionIn([newest]: readonly (readonly unknown[])[]): number {
  return Number((newest?.[0] as Row | undefined)?.version ?? 0);
}
