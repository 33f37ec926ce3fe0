import type { Client, InStatement } from '@libsql/client';
import { isBusy, isOutOfOrder, isWithoutAnswer } from './engine/failures';
import { retryUntil } from './engine/write-queue';

/** How long a server may refuse writes. A checkpoint of a large log needs time. */
const BUSY_MS = 120_000;
/** How long a server may be out of reach. */
const AWAY_MS = 10_000;

/** Repeats what may be done twice, for as long as a server keeps it out or is away for a moment. */
export function untilDone<T>(job: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  return retryUntil(
    job,
    (error) => begun + (isBusy(error) ? BUSY_MS : AWAY_MS),
    (error) => isBusy(error) || isWithoutAnswer(error),
  );
}

/**
 * Writes to a server in steps: each is written completely or not at all, and only once. A refused step
 * wrote nothing. A step without an answer may have been written, so each step also inserts its number
 * into a table, where the number is unique.
 *
 * @param table has a column `id`, its primary key, and no other program writes to it
 */
export function writeInSteps(client: Client, table: string) {
  let step = 0;
  return async (statements: readonly InStatement[]): Promise<void> => {
    step += 1;
    const noted = { sql: `insert into ${table} (id) values (?)`, args: [step] };
    let mayBeDone = false;
    await untilDone(async () => {
      try {
        await client.migrate([noted, ...statements]);
      } catch (error) {
        if (isWithoutAnswer(error)) mayBeDone = true;
        if (isOutOfOrder(error)) throw error;
        // The number is there, or the step was the last one, which removes the table.
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
