import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import * as schema from './schema';

const meta = join(import.meta.dir, '../../drizzle/meta');

/** If this fails, it shows the statements that `bun run db:generate` would write. */
test('the migrations make exactly the tables and indexes of the schema', async () => {
  const { entries } = await Bun.file(join(meta, '_journal.json')).json();
  const number = String(entries.at(-1).idx).padStart(4, '0');
  const migrated = await Bun.file(join(meta, `${number}_snapshot.json`)).json();
  const wanted = await generateSQLiteDrizzleJson(schema);
  expect(await generateSQLiteMigration(migrated, wanted)).toEqual([]);
});
