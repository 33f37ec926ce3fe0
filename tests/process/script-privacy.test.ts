/** The operator's programs don't print personal data in any failure. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client/sqlite3';
import { sha256Of } from '../../scripts/backup-note';
import { PERSON, toldIn } from '../support/person';
import { runProgram, settingsOf } from '../support/programs';

let folder: string;
let database: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-scripts-'));
  database = join(folder, 'dockside.db');
  expect((await run('migrate')).code).toBe(0);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, args: string[] = [], input = '') =>
  runProgram([`scripts/${program}.ts`, ...args], settingsOf(folder), input);

/** Replaces a table with a view of a missing one. The error contains its name. */
async function breakTable(path: string, table: string) {
  const client = createClient({ url: `file:${path}` });
  await client.executeMultiple(`pragma foreign_keys = off; pragma legacy_alter_table = on;
    drop table ${table};
    create view ${table} as select * from "${PERSON.name}, ${PERSON.email}";`);
  client.close();
}

/** The program failed with an error message that doesn't mention the person. */
function expectTold({ code, out, err }: Awaited<ReturnType<typeof run>>) {
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err.trim()).not.toBe('');
  expect(toldIn(err)).toEqual([]);
}

/** Each program, with its input and the table that its failing statement uses. */
const PROGRAMS: Record<string, { table: string; args?: string[]; input?: string }> = {
  'admin-create': { table: 'users', args: ['boss'], input: PERSON.password },
  'admin-reset-factor': { table: 'users', args: [PERSON.username] },
  'audit-verify': { table: 'audit_log' },
  reconcile: { table: 'charges' },
  migrate: { table: '__drizzle_migrations' },
};

for (const [program, { table, args, input }] of Object.entries(PROGRAMS)) {
  test(`${program} hides a failing statement`, async () => {
    await breakTable(database, table);
    expectTold(await run(program, args, input));
  }, 120_000);
}

test("a backup hides the name of a folder that can't be created", async () => {
  expectTold(await run('backup', [join(database, PERSON.name)]));
}, 120_000);

test('a restore hides a failing statement in the copy', async () => {
  const { out } = await run('backup', [join(folder, 'kept')]);
  const copy = join(out, 'dockside.db');
  await breakTable(copy, 'stripe_events');
  const note = await Bun.file(join(out, 'backup.json')).json();
  delete note.counts.stripe_events;
  note.sha256 = await sha256Of(copy);
  await Bun.write(join(out, 'backup.json'), JSON.stringify(note));
  expectTold(await run('restore', [out, '--replace']));
}, 120_000);

test('db:durability hides the address of an unreachable server', async () => {
  expectTold(await run('server-durability', [`http://127.0.0.1:1/${PERSON.username}`]));
}, 120_000);

test('every program that opens the database passes its failures through the filter', async () => {
  const scripts = join(import.meta.dir, '../../scripts');
  const unfiltered: string[] = [];
  for (const name of readdirSync(scripts).filter((name) => name.endsWith('.ts'))) {
    const source = await Bun.file(join(scripts, name)).text();
    const opens = /from '@\/(db\/client|db\/backup|db\/server-restore|server\/compose)'/.test(
      source,
    );
    if (opens && !source.includes('endAtUncaught()')) unfiltered.push(name);
  }
  expect(unfiltered).toEqual([]);
});
