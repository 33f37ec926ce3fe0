import type { Client } from '@libsql/client';
import { isOutOfOrder } from './engine/failures';

/** From this level of `PRAGMA synchronous` (FULL, EXTRA), a commit waits for the disk. */
const WAITS_FOR_DISK = 2;

/**
 * True if a database may lose an acknowledged write in a power failure. sqld may, unless its
 * `durability_mode` is set. Its level can be read here, but a connection can't change it. A service
 * that doesn't report a level is trusted.
 * @throws if the database can't be reached
 */
export async function mayForgetWrites(client: Pick<Client, 'execute'>): Promise<boolean> {
  try {
    const { rows } = await client.execute('PRAGMA synchronous');
    return rows[0] !== undefined && Number(rows[0].synchronous) < WAITS_FOR_DISK;
  } catch (error) {
    if (isOutOfOrder(error)) throw error;
    return false;
  }
}
