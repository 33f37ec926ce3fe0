import { createClient } from '@libsql/client';
import { shareFile } from './engine/file-lock';

/** The number of rows of each table; a copy must hold as many. */
export type Counts = Record<string, number>;

/**
 * Copies a database file into a new one, consistent as of one moment, while the product serves:
 * readers and writers go on. Throws when the target exists.
 *
 * @throws DatabaseReplacedError while a backup is restored to the source
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const lock = shareFile(source);
  const client = createClient({ url: `file:${source}`, timeout: 5_000 });
  try {
    await client.execute({ sql: 'VACUUM INTO ?', args: [target] });
  } finally {
    client.close();
    lock.release();
  }
}

/** Checks every page, index and reference of a database file; the rows of each table. */
export async function checkDatabase(path: string): Promise<Counts> {
  const client = createClient({ url: `file:${path}`, timeout: 5_000 });
  try {
    const { rows: faults } = await client.execute('PRAGMA integrity_check');
    if (faults[0]?.integrity_check !== 'ok') {
      throw new Error(`${path} is damaged: ${faults[0]?.integrity_check}`);
    }
    const { rows: orphans } = await client.execute('PRAGMA foreign_key_check');
    if (orphans.length > 0) throw new Error(`${path} has ${orphans.length} rows without a parent`);
    const { rows: tables } = await client.execute(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    );
    const counts: Counts = {};
    for (const { name } of tables) {
      const { rows } = await client.execute(`select count(*) as n from "${name}"`);
      counts[String(name)] = Number(rows[0]?.n);
    }
    return counts;
  } finally {
    client.close();
  }
}
