/**
 * `bun run restore <backup> [--replace]`: puts a backup where the settings say the database, the
 * photos and the secret are, after checking it. With --replace the files of before are kept beside it.
 * The product must not be running, and cannot be started meanwhile.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Counts, checkDatabase } from '@/db/backup';
import { filePath } from '@/db/client';
import { claimFile } from '@/db/engine/file-lock';
import { markRestored } from '@/db/restore-mark';
import { readEnv } from '@/server/config/env';

type Backup = { madeAt: string; sha256: string; counts: Counts };

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

const env = readEnv();
const backup = process.argv[2];
const mayReplace = process.argv.includes('--replace');
if (!backup) refuse('bun run restore <folder of the backup> [--replace]');
if (!env.DATABASE_URL.startsWith('file:')) refuse('Only a database file can be put back.');

const database = filePath(env.DATABASE_URL);
mkdirSync(dirname(database), { recursive: true });
// Until this process ends, no other may open a file that is put aside or only half there.
const claim = claimFile(database);
if (!claim) refuse(`The product is running: a process has ${database} open. Stop it first.`);

const copy = join(backup, 'dockside.db');
const note = (await Bun.file(join(backup, 'backup.json'))
  .json()
  .catch(() => refuse(`${backup} is not a backup.`))) as Backup;
const sha256 = new Bun.CryptoHasher('sha256').update(await Bun.file(copy).bytes()).digest('hex');
if (sha256 !== note.sha256) refuse('The copy of the database has changed since the backup.');
if (existsSync(database) && !mayReplace) {
  refuse(`${database} exists. Add --replace to keep it aside and go on.`);
}

const draft = `${database}.restored`;
rmSync(draft, { force: true });
cpSync(copy, draft);
const counts = await checkDatabase(draft);
if (!Bun.deepEquals(counts, note.counts)) refuse('The copy does not hold the rows it was made of.');
// Stripe knows of charges and refunds that these books lack.
await markRestored(draft, { restoredAt: Date.now(), madeAt: Date.parse(note.madeAt) });
for (const suffix of ['-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true });

const aside = `.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
for (const suffix of ['', '-wal', '-shm']) {
  if (existsSync(database + suffix)) renameSync(database + suffix, database + aside + suffix);
}
renameSync(draft, database);
const { PHOTO_STORAGE: photos } = env;
if (photos.kind === 'folder' && existsSync(join(backup, 'photos'))) {
  cpSync(join(backup, 'photos'), photos.path, { recursive: true });
}
const secret = join(dirname(database), 'app-secret');
if (existsSync(join(backup, 'app-secret')) && !env.APP_SECRET) {
  if (existsSync(secret)) renameSync(secret, secret + aside);
  cpSync(join(backup, 'app-secret'), secret);
}
claim.release();
console.log(`${counts.appointments} appointments are back in ${database}.`);
console.log('Charges and refunds wait. Run: bun run reconcile');
