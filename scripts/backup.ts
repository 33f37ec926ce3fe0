/**
 * `bun run backup [folder]`: a copy of the database (a file or a server), the photos and the signing
 * secret, consistent and checked, while the product serves. Prints where it is. Default folder:
 * `backups` beside the database file, or ./data/backups.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase, copyDatabase } from '@/db/backup';
import { noteBackup } from '@/db/backup-mark';
import { dataFolder } from '@/server/config/data-folder';
import { readEnv } from '@/server/config/env';
import { errorInWords } from '@/server/config/log';
import { endAtUncaught } from '@/server/config/uncaught';
import { type BackupNote, sha256Of } from './backup-note';

endAtUncaught();
const env = readEnv();
const folder = process.argv[2] ?? join(dataFolder(env), 'backups');
const address = { url: env.DATABASE_URL, authToken: env.DATABASE_AUTH_TOKEN?.reveal() };
const madeAt = new Date().toISOString();
const name = madeAt.replace(/[:.]/g, '-');
const draft = join(folder, `${name}.part`);
mkdirSync(draft, { recursive: true, mode: 0o700 });
try {
  const copy = join(draft, 'dockside.db');
  await copyDatabase(address, copy);
  const counts = await checkDatabase({ url: `file:${copy}` });
  // After the database: a photo is stored before the row that names it, so none is missing.
  const { PHOTO_STORAGE: photos } = env;
  if (photos.kind === 'folder' && existsSync(photos.path)) {
    cpSync(photos.path, join(draft, 'photos'), { recursive: true });
  }
  const secret = join(dataFolder(env), 'app-secret');
  if (existsSync(secret)) cpSync(secret, join(draft, 'app-secret'));
  const note: BackupNote = { madeAt, sha256: await sha256Of(copy), counts };
  await Bun.write(join(draft, 'backup.json'), `${JSON.stringify(note, null, 2)}\n`);
  renameSync(draft, join(folder, name));
} catch (error) {
  rmSync(draft, { recursive: true, force: true });
  throw error;
}
// With a token that only reads, the backup is as good.
await noteBackup(address, Date.parse(madeAt)).catch((error) =>
  console.error(`The database does not know of this backup: ${errorInWords(error)}`),
);
console.log(join(folder, name));
