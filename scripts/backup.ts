/**
 * `bun run backup [folder]` copies the database (a file or a server), the photos, and the signing secret
 * while the product is running. It checks that the copy is consistent and prints its folder. Default:
 * `backups` next to the database file, or ./data/backups.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase, copyDatabase, noteBackup } from '@/db/backup';
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
  // Photos are copied after the database. Since a photo is stored before its row, every row in the
  // copy has its photo.
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
// The backup is complete even if its time can't be recorded because the token is read-only.
await noteBackup(address, Date.parse(madeAt)).catch((error) =>
  console.error(
    `The backup is complete, but the database couldn't record it, so backup alerts don't count it: ${errorInWords(error)}`,
  ),
);
console.log(join(folder, name));
