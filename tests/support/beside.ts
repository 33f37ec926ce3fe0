/** The database file of a product that runs, read and written beside it. */
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';

/**
 * Opens `dockside.db` in the folder of a running product. It waits five seconds for a write of the
 * product, because one may be under way at any time; without that it would answer SQLITE_BUSY.
 */
export function openBeside(folder: string): Client {
  return createClient({ url: `file:${join(folder, 'dockside.db')}`, timeout: 5_000 });
}
