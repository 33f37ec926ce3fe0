/** Reads and writes a running product's database file from outside. */
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';

/**
 * Opens `dockside.db` in a running product's folder. It waits up to 5 seconds for the product's
 * writes, because it would get SQLITE_BUSY otherwise.
 */
export function openBeside(folder: string): Client {
  return createClient({ url: `file:${join(folder, 'dockside.db')}`, timeout: 5_000 });
}
