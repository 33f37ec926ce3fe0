import { type Client, createClient } from '@libsql/client';
import { BACKUP_MARK } from './backup-mark';
import { filePath } from './client';
import { DatabaseDamagedError, DatabaseReplacedError } from './engine/failures';
import { shareFile } from './engine/file-lock';
import { createServerFetch } from './engine/server-fetch';
import { NoDatabaseError, refuseMissingFile } from './first-start';
import { untilDone } from './once-each';
import { UNDER_RESTORE } from './restore-mark';
import {
  type Counts,
  copyRows,
  countRows,
  partsOf,
  searchStatements,
  sequenceStatements,
} from './table-copy';

/** A database file or server, as named in the settings. */
export type Address = { url: string; authToken?: string };

/**
 * Time limit for one answer of a server. It's long because an integrity check reads the whole
 * database.
 */
const SERVER_LIMIT_MS = 600_000;

/** Opens a client that returns integers exactly, as bigint, and allows a server long answers. */
export function openAddress({ url, authToken }: Address): Client {
  return createClient({
    url: url.replace(/^ws(?=s?:)/, 'http'),
    authToken,
    timeout: 5_000,
    intMode: 'bigint',
    fetch: createServerFetch(SERVER_LIMIT_MS),
  });
}

/**
 * Copies a database into a new file, consistent as of one moment. The product can read and write
 * during the copy.
 *
 * @param target path of the new file, which must not exist
 * @throws DatabaseReplacedError if a backup is being restored to the source
 * @throws NoDatabaseError if the source doesn't exist, because opening a file would create it
 */
export async function copyDatabase(source: Address, target: string): Promise<void> {
  refuseMissingFile(source.url);
  if (source.url.startsWith('file:')) await copyFile(filePath(source.url), target);
  else await copyServer(source, target);
}

async function copyFile(source: string, target: string): Promise<void> {
  const lock = shareFile(source);
  const client = openAddress({ url: `file:${source}` });
  try {
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] });
  } finally {
    client.close();
    lock.release();
  }
}

/** A server has no VACUUM INTO, so everything is copied page by page, in one read transaction. */
async function copyServer(source: Address, target: string): Promise<void> {
  const from = openAddress(source);
  const to = openAddress({ url: `file:${target}` });
  const moment = await from.transaction('read');
  try {
    const { tables, indexes, searches, triggers } = await partsOf(moment);
    if (tables.length === 0) throw new NoDatabaseError();
    // A half-restored database would create a backup with missing rows.
    if (tables.some(({ name }) => name === UNDER_RESTORE)) {
      throw new DatabaseReplacedError('the database server');
    }
    await to.migrate(tables.map(({ sql }) => sql));
    for (const { name } of tables) {
      await copyRows(moment, (statements) => to.migrate(statements), name);
    }
    await to.migrate(await sequenceStatements(moment));
    // Triggers are created last, so that none runs for a copied row.
    await to.migrate([
      ...indexes.map(({ sql }) => sql),
      ...searches.flatMap(searchStatements),
      ...triggers.map(({ sql }) => sql),
    ]);
    if (!Bun.deepEquals(await countRows(moment), await countRows(to))) {
      throw new DatabaseDamagedError('The copy is missing rows that the server has.');
    }
  } finally {
    moment.close();
    from.close();
    to.close();
  }
}

/**
 * Checks every page, index, and reference of a database.
 *
 * @returns the number of rows in each table
 */
export async function checkDatabase(address: Address): Promise<Counts> {
  const client = openAddress(address);
  try {
    await refuseDamaged(client);
    return await countRows(client);
  } finally {
    client.close();
  }
}

/** @throws DatabaseDamagedError if a page, an index, or a reference is damaged */
export async function refuseDamaged(client: Client): Promise<void> {
  const { rows: faults } = await client.execute('PRAGMA integrity_check');
  if (faults[0]?.integrity_check !== 'ok') {
    throw new DatabaseDamagedError(`The database is damaged: ${faults[0]?.integrity_check}`);
  }
  const { rows: orphans } = await client.execute('PRAGMA foreign_key_check');
  if (orphans.length > 0)
    throw new DatabaseDamagedError(
      `The database is damaged: ${orphans.length} rows refer to missing rows.`,
    );
}

/** Records the time of a backup (ms) in the database, for the operator's metrics. */
export async function noteBackup(address: Address, at: number): Promise<void> {
  const client = openAddress(address);
  try {
    await untilDone(() =>
      client.execute({
        sql: `insert into stripe_events (id, type, created_at, received_at) values (?, ?, ?, ?)
              on conflict (id) do update set created_at = excluded.created_at, received_at = excluded.received_at`,
        args: [BACKUP_MARK, BACKUP_MARK, at, at],
      }),
    );
  } finally {
    client.close();
  }
}
