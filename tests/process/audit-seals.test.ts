/** Tests processes that seal the audit log simultaneously. */
import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, type InStatement } from '@libsql/client';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { verifyAudit } from '@/server/modules/audit/verify.usecases';
import { layLine } from '../support/line';
import { sqldName, sqldPath, startSqld } from '../support/sqld';

const ENTRIES = 10_000;
/** The round-trip time of a database in another region, in ms. */
const TRIP_MS = 40;
const PROGRAM = join(import.meta.dir, '../support/sealing-process.ts');

const folder = mkdtempSync(join(tmpdir(), 'dockside-audit-seals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that seals. `stop` returns the last seal in each of its log lines. */
function startSealing(url: string) {
  const child = Bun.spawn([process.execPath, '--no-env-file', PROGRAM, url], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const printed = new Response(child.stdout).text();
  return async (): Promise<string[]> => {
    child.kill('SIGTERM');
    const lines = (await printed).trim().split('\n').filter(Boolean);
    expect(await child.exited).toBe(0);
    return lines.map((line) => (JSON.parse(line) as { last: string }).last);
  };
}

/**
 * Repeats a statement that a busy server refused or whose answer was lost. Repeating it must be
 * safe.
 */
async function patiently(client: Client, statement: InStatement) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await client.execute(statement);
    } catch (error) {
      if (tries === 100) throw error;
      await Bun.sleep(100);
    }
  }
}

/** Writes entries a few at a time, like staff at work. */
async function writeEntries(client: Client): Promise<void> {
  for (let written = 0; written < ENTRIES; ) {
    const count = Math.min(ENTRIES - written, 1 + Math.floor(Math.random() * 40));
    await patiently(client, {
      sql: `insert or ignore into audit_log (id, actor_kind, actor_name, action, at)
            with recursive n(i) as (select ? union all select i + 1 from n where i < ?)
            select 'entry ' || i, 'admin', 'Alex Harbor', 'prices.set', i from n`,
      args: [written + 1, written + count],
    });
    written += count;
    await Bun.sleep(Math.random() * 20);
  }
}

async function allSealed(client: Client): Promise<void> {
  const waiting = 'select 1 from audit_seals where hash is null limit 1';
  while ((await patiently(client, waiting)).rows.length > 0) await Bun.sleep(50);
}

async function expectOneChain(url: string): Promise<void> {
  const db = await createDb({ url });
  await migrateDb(db);
  const line = url.startsWith('http') ? await layLine(url, { tripMs: TRIP_MS }) : null;
  const client = createClient({ url, timeout: 5_000 });
  const stops = [1, 2, 3].map(() => startSealing(line?.url ?? url));
  await writeEntries(client);
  await allSealed(client);
  const logged = (await Promise.all(stops.map((stop) => stop()))).flat();
  await line?.cut();

  const check = await verifyAudit({ deps: { db } });
  expect(check).toMatchObject({
    entries: ENTRIES,
    sealed: ENTRIES,
    waiting: 0,
    found: 0,
    crossed: [],
  });
  const { rows } = await patiently(client, 'select number, hash from audit_seals');
  const stored = new Set(rows.map(({ number, hash }) => `${number}:${hash}`));
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter((seal) => !stored.has(seal))).toEqual([]);
  client.close();
  await db.close();
}

test(`three processes seal ${ENTRIES} entries in a file as one chain, and log only what they wrote`, async () => {
  await expectOneChain(`file:${join(folder, 'dockside.db')}`);
}, 300_000);

test.skipIf(!sqldPath())(
  `three processes seal ${ENTRIES} entries as one chain, and log only what they wrote: ${sqldName}, ${TRIP_MS} ms away`,
  async () => {
    const server = await startSqld(join(folder, 'server'));
    try {
      await expectOneChain(server.url);
    } finally {
      await server.stop();
    }
  },
  300_000,
);
