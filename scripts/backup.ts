/**
 * `bun run backup [folder]`: a copy of the database, the photos and the signing secret, consistent
 * and checked, while the product serves. Prints where it is. Default folder: ./data/backups.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkDatabase, copyDatabase } from '@/db/backup';
import { filePath } from '@/db/client';
import { readEnv } from '@/server/config/env';

const env = readEnv();
if (!env.DATABASE_URL.startsWith('file:')) {
  console.error(
    'The database is on a server, which makes its own copies (docs/operations.md, Backups).',
  );
  process.exit(1);
}
const database = filePath(env.DATABASE_URL);
const folder = process.argv[2] ?? join(dirname(database), 'backups');
const name = new Date().toISOString().replace(/[:.]/g, '-');
const draft = join(folder, `${name}.part`);
mkdirSync(draft, { recursive: true, mode: 0o700 });
try {
  const copy = join(draft, 'dockside.db');
  await copyDatabase(database, copy);
  const counts = await checkDatabase(copy);
  // After the database: a photo is stored before the row that names it, so none is missing.
  const { PHOTO_STORAGE: photos } = env;
  if (photos.kind === 'folder' && existsSync(photos.path)) {
    cpSync(photos.path, join(draft, 'photos'), { recursive: true });
  }
  const secret = join(dirname(database), 'app-secret');
  if (existsSync(secret)) cpSync(secret, join(draft, 'app-secret'));
  const sha256 = new Bun.CryptoHasher('sha256').update(await Bun.file(copy).bytes()).digest('hex');
  await Bun.write(
    join(draft, 'backup.json'),
    `${JSON.stringify({ madeAt: new Date().toISOString(), sha256, counts }, null, 2)}\n`,
  );
  renameSync(draft, join(folder, name));
} catch (error) {
  rmSync(draft, { recursive: true, force: true });
  throw error;
}
console.log(join(folder, name));
