import type { Client, InArgs } from '@libsql/client';
import { type Engine, NOTHING_KNOWN } from './engine';
import type { Compiled } from './file-connection';
import { createServerVersion, NEWEST, versionIn } from './server-version';
import { retryWhileBusy } from './write-queue';

/** How long a write is repeated while another writer keeps it out. */
const BUSY_MS = 15_000;

/**
 * A libSQL server (Turso), which puts the writers of all processes in order itself. It has no memory
 * of its own, because knowing the version costs the round trip that a query costs.
 *
 * @param writer the client of all writes, which lets few of them go to the server at once
 */
export function createServerEngine(client: Client, writer: Client, replica: Client | null): Engine {
  const copy = replica && createServerVersion(client, replica);
  const askOf = async (source: Client, { text, values }: Compiled) =>
    (await source.execute(text, values as InArgs)).rows;
  const together = async (source: Client, statements: Compiled[], mode: 'read' | 'write') => {
    const queries = statements.map(({ text, values }) => ({ sql: text, args: values as InArgs }));
    return (await source.batch(queries, mode)).map(({ rows }) => rows);
  };
  const onceFree = <T>(job: () => Promise<T>) => retryWhileBusy(job, BUSY_MS);
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
    write: (statement) => onceFree(() => askOf(writer, statement)),
    read: (queries) => together(client, queries, 'read'),
    batch: (statements) => onceFree(() => together(writer, statements, 'write')),
    inTurn: onceFree,
    queueDepth: () => 0,
    close: () => replica?.close(),
  };
}
