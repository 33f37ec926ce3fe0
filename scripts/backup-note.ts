/** What a backup says about itself, in its `backup.json`. */
import type { Counts } from '@/db/table-copy';

/** When it was begun, the checksum of `dockside.db`, and the rows of its tables. */
export type BackupNote = { madeAt: string; sha256: string; counts: Counts };

/** The checksum of a file, which may be larger than the memory. */
export async function sha256Of(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return hasher.digest('hex');
}
