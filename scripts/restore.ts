/**
 * `bun run restore <backup> [--replace]`: puts a backup where the settings say the database, the
 * photos and the secret are, after checking it.
 *
 * A database file: with --replace the one of before is kept beside it; the product must not be
 * running, and cannot be started meanwhile. A server: its database must be fresh; with --replace a
 * restore that did not end is begun again.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkDatabase } from '@/db/backup';
import { filePath } from '@/db/client';
import { claimFile } from '@/db/engine/file-lock';
import { markRestored, type Restore } from '@/db/restore-mark';
import { clearUnfinished, obstacleTo, restoreToServer } from '@/db/server-restore';
import type { Counts } from '@/db/table-copy';
import { dataFolder } from '@/server/config/data-folder';
import { readEnv } from '@/server/config/env';
import { endAtUncaught } from '@/server/config/uncaught';
import { type BackupNote, sha256Of } from './backup-note';

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

endAtUncaught();
const env = readEnv();
const backup = process.argv[2] ?? refuse('bun run restore <folder of the backup> [--replace]');
const mayReplace = process.argv.includes('--replace');
const copy = join(backup, 'dockside.db');
const aside = `.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;

const { counts, place } = env.DATABASE_URL.startsWith('file:')
  ? await restoreFile(filePath(env.DATABASE_URL))
  : await restoreServer({ url: env.DATABASE_URL, authToken: env.DATABASE_AUTH_TOKEN?.reveal() });
console.log(`${counts.appointments} appointments are back in ${place}.`);
console.log('Charges and refunds wait. Run: bun run reconcile');

/** The note of the backup, read once its copy of the database is found whole. */
async function checkedNote(): Promise<BackupNote> {
  const note = (await Bun.file(join(backup, 'backup.json'))
    .json()
    .catch(() => refuse(`${backup} is not a backup.`))) as BackupNote;
  if ((await sha256Of(copy)) !== note.sha256) {
    refuse('The copy of the database has changed since the backup.');
  }
  return note;
}

/** Checks a copy of the database, wherever it lies now; the rows of each table. */
async function checkedCounts(path: string, note: BackupNote): Promise<Counts> {
  const counts = await checkDatabase({ url: `file:${path}` });
  if (!Bun.deepEquals(counts, note.counts)) {
    refuse('The copy does not hold the rows it was made of.');
  }
  return counts;
}

/** Stripe knows of charges and refunds that these books lack. */
function restoreOf(note: BackupNote): Restore {
  return { restoredAt: Date.now(), madeAt: Date.parse(note.madeAt) };
}

async function restoreFile(database: string): Promise<{ counts: Counts; place: string }> {
  mkdirSync(dirname(database), { recursive: true });
  // Until it is released, no other process may open a file that is put aside or only half there.
  const claim = claimFile(database);
  if (!claim) refuse(`The product is running: a process has ${database} open. Stop it first.`);
  const note = await checkedNote();
  if (existsSync(database) && !mayReplace) {
    refuse(`${database} exists. Add --replace to keep it aside and go on.`);
  }
  const draft = `${database}.restored`;
  rmSync(draft, { force: true });
  cpSync(copy, draft);
  const counts = await checkedCounts(draft, note);
  await markRestored(draft, restoreOf(note));
  for (const suffix of ['-wal', '-shm']) rmSync(`${draft}${suffix}`, { force: true });
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(database + suffix)) renameSync(database + suffix, database + aside + suffix);
  }
  renameSync(draft, database);
  restoreFiles();
  claim.release();
  return { counts, place: database };
}

async function restoreServer(address: { url: string; authToken?: string }) {
  const place = new URL(address.url).host;
  const note = await checkedNote();
  await checkedCounts(copy, note);
  const obstacle = await obstacleTo(address);
  if (obstacle === 'holds data') {
    refuse(
      `The database at ${place} holds data. Name a fresh one: nothing on a server is replaced.`,
    );
  }
  if (obstacle === 'restore under way') {
    if (!mayReplace) {
      refuse(
        `A restore to ${place} has not ended. If none is running, add --replace to begin again.`,
      );
    }
    await clearUnfinished(address);
  }
  // Before the database can be served.
  restoreFiles();
  return { counts: await restoreToServer(copy, address, restoreOf(note)), place };
}

/** Puts the photos back, and the secret where the settings hold none. */
function restoreFiles(): void {
  const { PHOTO_STORAGE: photos } = env;
  if (photos.kind === 'folder' && existsSync(join(backup, 'photos'))) {
    cpSync(join(backup, 'photos'), photos.path, { recursive: true });
  }
  if (!existsSync(join(backup, 'app-secret')) || env.APP_SECRET) return;
  const secret = join(dataFolder(env), 'app-secret');
  mkdirSync(dirname(secret), { recursive: true });
  if (existsSync(secret)) renameSync(secret, secret + aside);
  cpSync(join(backup, 'app-secret'), secret);
}
