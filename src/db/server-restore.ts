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

/** Filled last: a program that starts asks it first, and must find nothing before all is there. */
const MIGRATIONS = '__drizzle_migrations';

/** Why a database on a server takes no backup; null where it does. */
export type Obstacle = 'holds data' | 'restore under way' | null;

/** Looks whether a database on a server is as fresh as a restore needs it. */
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

/** Removes what a restore left that did not end. Touches no database that holds anything else. */
export async function clearUnfinished(target: Address): Promise<void> {
  const client = openAddress(target);
  try {
    await untilDone(async () => {
      if (!(await isUnderRestore(client))) return;
      const { tables, searches } = await partsOf(client);
      const others = [...searches, ...tables].filter(({ name }) => name !== UNDER_RESTORE);
      // The sign goes last, in the same transaction.
      await client.migrate(
        [...others, { name: UNDER_RESTORE }].map(({ name }) => `drop table ${quoted(name)}`),
      );
    });
  } finally {
    client.close();
  }
}

/**
 * Writes a database file into a fresh database on a server. Transactions of a server end after
 * seconds, so there are many; the table `restore_under_way` keeps programs away until the last one,
 * which marks the books as restored. A server refuses writes while it makes a checkpoint; each write is
 * repeated until it is done, once. A restore that fails leaves that table and may be begun again.
 *
 * @param copy the path of a checked database file
 * @throws Error where the database is not fresh, or does not hold what the file holds in the end
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
    // Without an answer it isn't repeated: the tables could be another program's.
    await retryWhileBusy(() =>
      to.migrate([
        // Fails where another program made tables since they were looked for.
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
    const { [UNDER_RESTORE]: _, ...found } = await untilDone(() => countRows(to));
    if (!Bun.deepEquals(found, { ...counts, [MIGRATIONS]: 0 })) {
      throw new DatabaseDamagedError('The database does not hold the rows of the backup.');
    }
    await write([...last, `drop table ${UNDER_RESTORE}`]);
    return counts;
  } finally {
    moment.close();
    from.close();
    to.close();
  }
}
