/** A separate, migrated database file for every test file, copied from a template. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Glob } from 'bun';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { TRIGGERS } from '@/db/triggers';

const root = join(import.meta.dir, '../..');

let template: Promise<string> | null = null;

/** The template's name depends on its migrations and triggers, so it's never outdated. */
async function findTemplate(): Promise<string> {
  const files = [...new Glob('**/*.{sql,json}').scanSync(join(root, 'drizzle'))].sort();
  if (files.length === 0) throw new Error('the migrations were not found');
  const texts = await Promise.all(
    files.map((file) => Bun.file(join(root, 'drizzle', file)).text()),
  );
  const folder = join(tmpdir(), 'dockside-test-databases');
  const path = join(folder, `${Bun.hash(texts.join() + JSON.stringify(TRIGGERS)).toString(36)}.db`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const draft = mkdtempSync(join(folder, 'draft-'));
  const file = join(draft, 'template.db');
  const db = await createDb({ url: `file:${file}` });
  await migrateDb(db);
  // A file without its log can be copied. The copies turn the log on again when they're opened.
  await db.client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  await db.close();
  renameSync(file, path);
  rmSync(draft, { recursive: true, force: true });
  return path;
}

/** Creates a folder with a migrated, empty database. */
export async function freshDatabase(): Promise<{ folder: string; url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-test-'));
  const file = join(folder, 'dockside.db');
  // Reading the migrations takes 12 ms, so a process reads them once for all its tests.
  template ??= findTemplate();
  await copyFile(await template, file);
  return { folder, url: `file:${file}` };
}
