import type { Client } from '@libsql/client';
import { isOutOfOrder } from './engine/failures';

/** From this level of `PRAGMA synchronous` on (FULL, EXTRA) a commit waits for the disk. */
const WAITS_FOR_DISK = 2;

/**
 * Whether a database may forget a write that it acknowledged, when the power goes. sqld does unless
 * its `durability_mode` is set; it tells its level and takes none over this line. A service that does
 * not tell its level is taken at its word.
 *
 * @throws where the database cannot be asked now
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
