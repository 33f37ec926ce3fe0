/**
 * `bun run restore <backup> [--replace]` checks a backup, then restores the database, the photos, and the
 * secret to where the settings say they are.
 *
 * For a database file, --replace moves the existing file aside. The product must not be running and can't
 * be started until the restore ends. For a server, the database must be empty, and --replace restarts an
 * unfinished restore.
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
const backup = process.argv[2] ?? refuse('Usage: bun run restore <backup folder> [--replace]');
const mayReplace = process.argv.includes('--replace');
const copy = join(backup, 'dockside.db');
const aside = `.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;

const { counts, place } = env.DATABASE_URL.startsWith('file:')
  ? await restoreFile(filePath(env.DATABASE_URL))
  : await restoreServer({ url: env.DATABASE_URL, authToken: env.DATABASE_AUTH_TOKEN?.reveal() });
console.log(`Restored ${counts.appointments} appointments to ${place}.`);
console.log('Charges and refunds are paused. To resume them, run: bun run reconcile');

/** Checks the backup's copy of the database against its checksum, and returns the note. */
async function checkedNote(): Promise<BackupNote> {
  const note = (await Bun.file(join(backup, 'backup.json'))
    .json()
    .catch(() => refuse(`${backup} isn't a backup. Nothing was changed.`))) as BackupNote;
  if ((await sha256Of(copy)) !== note.sha256) {
    refuse(
      "The backup's copy of the database was changed after the backup was made. Nothing was restored. Use another backup.",
    );
  }
  return note;
}

/** Checks a copy of the database. @returns the number of rows in each table */
async function checkedCounts(path: string, note: BackupNote): Promise<Counts> {
  const counts = await checkDatabase({ url: `file:${path}` });
  if (!Bun.deepEquals(counts, note.counts)) {
    refuse("The backup is missing rows, so it wasn't restored. Use another backup.");
  }
  return counts;
}

/**
 * Returns the mark of this restore, which is needed because Stripe knows of charges and refunds
 * that this copy lacks.
 */
function restoreOf(note: BackupNote): Restore {
  return { restoredAt: Date.now(), madeAt: Date.parse(note.madeAt) };
}

async function restoreFile(database: string): Promise<{ counts: Counts; place: string }> {
  mkdirSync(dirname(database), { recursive: true });
  // Keeps other processes from opening a file that's being moved or is incomplete.
  const claim = claimFile(database);
  if (!claim)
    refuse(
      `The product is running: a process has ${database} open. Stop it first. Nothing was changed.`,
    );
  const note = await checkedNote();
  if (existsSync(database) && !mayReplace) {
    refuse(
      `${database} already exists. To move it aside and restore, add --replace. Nothing was changed.`,
    );
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
      `The database at ${place} already has data, and a restore never replaces data. Set DATABASE_URL to an empty database.`,
    );
  }
  if (obstacle === 'restore under way') {
    if (!mayReplace) {
      refuse(
        `A restore to ${place} isn't finished. If none is running, add --replace to start over.`,
      );
    }
    await clearUnfinished(address);
  }
  // Files are restored first, so that they're complete when the database can be used.
  restoreFiles();
  return { counts: await restoreToServer(copy, address, restoreOf(note)), place };
}

/** Restores the photos, and the secret if the settings don't set one. */
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
