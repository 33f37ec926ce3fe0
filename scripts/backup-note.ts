/** The content of a backup's `backup.json`. */
import type { Counts } from '@/db/table-copy';

/** When the backup started, the checksum of `dockside.db`, and the number of rows in each table. */
export type BackupNote = { madeAt: string; sha256: string; counts: Counts };

/** The checksum of a file. It's read in parts, because it may not fit in memory. */
export async function sha256Of(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return hasher.digest('hex');
}
