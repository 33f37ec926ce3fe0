import type { InStatement } from '@libsql/client';
import { type Address, openAddress, refuseDamaged } from './backup';
import { DatabaseDamagedError } from './engine/failures';
import { retryWhileBusy } from './engine/write-queue';
import { untilDone, writeInSteps } from './once-each';
import { isUnderRestore, markStatement, type Restore, UNDER_RESTORE } from './restore-mark';
import {
  ANY_TABLE,
  type Counts,
  copyRows,
  countRows,
  insertsOf,
  partsOf,
  quoted,
  searchStatements,
  sequenceStatements,
} from './table-copy';

/**
 * This table is filled last. A starting program checks it first, and must see nothing until all
 * data is there.
 */
const MIGRATIONS = '__drizzle_migrations';

/** Why a database on a server can't receive a backup, or null if it can. */
export type Obstacle = 'holds data' | 'restore under way' | null;

/** Checks that a database on a server is empty, as a restore requires. */
export async function obstacleTo(target: Address): Promise<Obstacle> {
  const client = openAddress(target);
  try {
    return await untilDone(async () => {
      if (await isUnderRestore(client)) return 'restore under way';
      return (await client.execute(ANY_TABLE)).rows.length > 0 ? 'holds data' : null;
    });
  } finally {
    client.close();
  }
}

/** Removes the remains of an unfinished restore. A database with other content isn't touched. */
export async function clearUnfinished(target: Address): Promise<void> {
  const client = openAddress(target);
  try {
    await untilDone(async () => {
      if (!(await isUnderRestore(client))) return;
      const { tables, searches } = await partsOf(client);
      const others = [...searches, ...tables].filter(({ name }) => name !== UNDER_RESTORE);
      // The mark is dropped last, in the same transaction.
      await client.migrate(
        [...others, { name: UNDER_RESTORE }].map(({ name }) => `drop table ${quoted(name)}`),
      );
    });
  } finally {
    client.close();
  }
}

/**
 * Restores a database file to an empty database on a server. The server limits transactions to
 * seconds, so the restore takes many. Until it ends, the table `restore_under_way` keeps programs away.
 * The last transaction drops it and marks the books as restored. While the server runs a
 * checkpoint, it refuses writes, so each write is repeated until it's done once. After a failed
 * restore, the table remains and the restore can be started again.
 * @param copy path of a checked database file
 * @throws Error if the database isn't empty, or doesn't match the file at the end
 */
export async function restoreToServer(
  copy: string,
  target: Address,
  restore: Restore,
): Promise<Counts> {
  const from = openAddress({ url: `file:${copy}` });
  const to = openAddress(target);
  const moment = await from.transaction('read');
  try {
    const { tables, indexes, searches, triggers } = await partsOf(moment);
    // This isn't repeated if there was no answer, because tables found afterward could be another
    // program's.
    await retryWhileBusy(() =>
      to.migrate([
        // Fails if another program created tables in the meantime.
        `select case when exists (${ANY_TABLE}) then json('not empty') end`,
        `create table ${UNDER_RESTORE} (id integer primary key)`,
        ...tables.map(({ sql }) => sql),
      ]),
    );
    const write = writeInSteps(to, UNDER_RESTORE);
    for (const { name } of tables) if (name !== MIGRATIONS) await copyRows(moment, write, name);
    for (const { sql } of indexes) await write([sql]);
    for (const sql of searches.flatMap(searchStatements)) await write([sql]);
    const last: InStatement[] = [markStatement(restore)];
    for await (const statement of insertsOf(moment, MIGRATIONS)) last.push(statement);
    last.push(...(await sequenceStatements(moment)), ...triggers.map(({ sql }) => sql));

    await untilDone(() => refuseDamaged(to));
    const counts = await countRows(moment);
    const { [UNDER_RESTORE]: _, ...restored } = await untilDone(() => countRows(to));
    if (!Bun.deepEquals(restored, { ...counts, [MIGRATIONS]: 0 })) {
      throw new DatabaseDamagedError('The database is missing rows that the backup has.');
    }
    await write([...last, `drop table ${UNDER_RESTORE}`]);
    return counts;
  } finally {
    moment.close();
    from.close();
    to.close();
  }
}
