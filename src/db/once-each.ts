import type { Client, InStatement } from '@libsql/client';
import { isBusy, isOutOfOrder, isWithoutAnswer } from './engine/failures';
import { retryUntil } from './engine/write-queue';

/** How long a server may refuse writes. A checkpoint of a large log takes time. */
const BUSY_MS = 120_000;
/** How long a server may be unreachable. */
const AWAY_MS = 10_000;

/** Repeats a job that is safe to repeat while a server refuses it or is briefly unreachable. */
export function untilDone<T>(job: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  return retryUntil(
    job,
    (error) => begun + (isBusy(error) ? BUSY_MS : AWAY_MS),
    (error) => isBusy(error) || isWithoutAnswer(error),
  );
}

/**
 * Writes to a server in steps. Each step is written once, completely or not at all. If a step is
 * refused, it wrote nothing. If it gets no answer, it may have been written. So each step also
 * inserts its number into a table in which numbers are unique.
 * @param table a table with the primary key `id` that no other program writes to
 */
export function writeInSteps(client: Client, table: string) {
  let step = 0;
  return async (statements: readonly InStatement[]): Promise<void> => {
    step += 1;
    const stepRow = { sql: `insert into ${table} (id) values (?)`, args: [step] };
    let mayBeDone = false;
    await untilDone(async () => {
      try {
        await client.migrate([stepRow, ...statements]);
      } catch (error) {
        if (isWithoutAnswer(error)) mayBeDone = true;
        if (isOutOfOrder(error)) throw error;
        // The step is done if the table has its number. The last step drops the table, so it's done
        // if the table is gone.
        if (!mayBeDone || !(await isNoted(client, table, step))) throw error;
      }
    });
  };
}

async function isNoted(client: Client, table: string, step: number): Promise<boolean> {
  const { rows: tables } = await client.execute({
    sql: "select 1 from sqlite_master where type = 'table' and name = ?",
    args: [table],
  });
  if (tables.length === 0) return true;
  const { rows } = await client.execute({
    sql: `select 1 from ${table} where id = ?`,
    args: [step],
  });
  return rows.length > 0;
}
