/** Runs `bun run audit:verify` like an operator. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { runProgram, settingsOf } from '../support/programs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes to the database that the program will check. */
async function prepare(...statements: string[]) {
  const db = await createDb({ url: settingsOf(folder).DATABASE_URL });
  await migrateDb(db);
  for (const statement of statements) await db.client.execute(statement);
  await db.close();
}
const verify = (...args: string[]) =>
  runProgram(['scripts/audit-verify.ts', ...args], settingsOf(folder));

const ENTRY = `insert into audit_log (id, actor_kind, actor_name, action, at)
  values ('one', 'admin', 'Alex Harbor', 'prices.set', 5)`;

test('the check says how many entries there are, and exits with 0 if everything fits', async () => {
  await prepare(ENTRY);
  const { code, out } = await verify();
  expect(out).toContain('Checked 1 entries: 0 sealed, 1 not sealed yet.');
  expect(out).toContain('Everything matches.');
  expect(code).toBe(0);
});

test("the check names the first entry that doesn't fit, and exits with 1", async () => {
  await prepare(ENTRY, "update audit_seals set hash = 'ab'");
  const { code, out } = await verify();
  expect(out).toContain("MISMATCH: number 1, entry one: its seal doesn't match");
  expect(code).toBe(1);
});

test('the check continues after the first problem, and names many numbers in few lines', async () => {
  await prepare(
    `insert into audit_log (id, actor_kind, actor_name, action, at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
     select 'entry ' || i, 'admin', 'Alex Harbor', 'prices.set', i from n`,
    'drop trigger audit_seals_changed',
    "update audit_seals set hash = 'ab' || number",
  );
  const { code, out } = await verify();
  expect(code).toBe(1);
  const lines = out.split('\n');
  expect(lines.filter((line) => line.startsWith('MISMATCH: '))).toHaveLength(20);
  expect(lines).toContain('MORE MISMATCHES: numbers 21–3000.');
  expect(lines.at(-1)).toBe('Mismatches: 3000.');
  expect(lines).toHaveLength(24);
}, 120_000);

test('the check exits with 1 if a recorded seal is missing', async () => {
  await prepare(ENTRY);
  const { code, out } = await verify('7:abc');
  expect(out).toContain("the seal 7:abc isn't in the audit log");
  expect(code).toBe(1);
});
