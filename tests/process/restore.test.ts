import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { claimFile } from '@/db/engine/file-lock';
import { fetchApi } from '../support/api-document';
import { book, compared, complete, DUE, PAID, rowsOf, staffCookie } from '../support/drill';
import { startProduct } from '../support/product';
import { runProgram, settingsOf } from '../support/programs';

const folder = mkdtempSync(join(tmpdir(), 'dockside-restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, args: string[], where: string) =>
  runProgram([`scripts/${script}.ts`, ...args], settingsOf(where));

const restoreOver = (backup: string, where: string) => run('restore', [backup, '--replace'], where);

const isRefusedAsRunning = { code: 1, err: expect.stringContaining('The product is running') };

/** A backup of an empty product, made once for several tests. */
let emptyBackup: Promise<string> | null = null;
function anEmptyBackup(): Promise<string> {
  emptyBackup ??= (async () => {
    const where = join(folder, 'empty');
    const migrated = await run('migrate', [], where);
    expect(migrated).toMatchObject({ code: 0 });
    const made = await run('backup', [join(folder, 'empty-backups')], where);
    expect(made).toMatchObject({ code: 0 });
    return made.out;
  })();
  return emptyBackup;
}

test('a backup made during bookings has all acknowledged ones, and restores elsewhere', async () => {
  const here = join(folder, 'here');
  const settings = { DEMO: '1', LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '100' };
  const product = await startProduct({ folder: here, env: settings });
  const before: string[] = [];
  for (const index of [0, 1, 2]) {
    const answer = await book(product.url, index);
    if (answer.status === 201) before.push(((await answer.json()) as { id: string }).id);
  }
  expect(before.length).toBeGreaterThan(0);
  // Bookings continue while the copy is made.
  const during = [3, 4, 5, 6].map((index) => book(product.url, index));
  const made = await run('backup', [join(folder, 'backups')], here);
  expect(made).toMatchObject({ code: 0 });
  await Promise.all(during);
  expect(readdirSync(made.out).sort()).toEqual(
    expect.arrayContaining(['app-secret', 'backup.json', 'dockside.db']),
  );

  expect(await restoreOver(made.out, here)).toMatchObject(isRefusedAsRunning);
  await product.stop();
  const careful = await run('restore', [made.out], here);
  expect(careful).toMatchObject({ code: 1, err: expect.stringContaining('--replace') });

  const there = join(folder, 'there');
  const restored = await run('restore', [made.out], there);
  expect(restored).toMatchObject({ code: 0 });
  const again = await startProduct({ folder: there, env: settings });
  const signIn = await fetchApi(`${again.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'customer', password: 'customer-demo' }),
  });
  expect(signIn.status).toBe(200);
  for (const index of before.keys()) {
    expect((await book(again.url, index)).status).toBe(409);
  }
  await again.stop();

  // A damaged copy is refused, and the database doesn't change.
  const file = Bun.file(join(made.out, 'dockside.db'));
  const bytes = await file.bytes();
  bytes.fill(0, bytes.length - 2_000);
  await Bun.write(file, bytes);
  const refused = await restoreOver(made.out, there);
  expect(refused).toMatchObject({ code: 1 });
  expect(existsSync(join(there, 'dockside.db'))).toBe(true);
}, 120_000);

test('deliveries completed after the backup are completed again after the restore, and charged once', async () => {
  const here = join(folder, 'drill');
  const env = { DEMO: '1', LOG_LEVEL: 'warn' };
  const [database, sandbox] = [join(here, 'dockside.db'), join(here, 'stripe-sandbox.db')];
  const first = await startProduct({ folder: here, env });
  const backup = await run('backup', [join(folder, 'drill-backups')], here);
  const ids = (await rowsOf(database, DUE)).map(({ id }) => String(id));
  expect(ids.length).toBe(2);
  for (const id of ids) expect(await complete(first.url, id)).toMatchObject({ balancePaid: true });
  await first.stop();
  const payments = await rowsOf(sandbox, PAID);
  expect(payments.length).toBeGreaterThan(ids.length);
  // Stripe forgets its keys after a day.
  await rowsOf(sandbox, 'delete from idempotency');

  const restored = await restoreOver(backup.out, here);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('bun run reconcile') });
  const restartedAt = Date.now();
  const second = await startProduct({ folder: here, env });
  await compared(database, restartedAt);
  for (const id of ids)
    expect(await complete(second.url, id)).toMatchObject({ balancePaid: false });
  const notices = await fetch(`${second.url}/api/trpc/admin.notices`, {
    headers: { cookie: await staffCookie(second.url) },
  });
  expect(await notices.json()).toMatchObject({
    result: { data: { json: { restore: { restoredAt: expect.any(Number) } } } },
  });
  await second.stop();

  const reconciled = await runProgram(['scripts/reconcile.ts'], {
    ...settingsOf(here),
    STRIPE_SANDBOX_DB: sandbox,
  });
  expect(reconciled).toMatchObject({
    code: 0,
    out: expect.stringContaining('The restore is reconciled'),
  });
  const settled = `select id from appointments where balance_paid and id in ('${ids.join("','")}')`;
  expect(await rowsOf(database, settled)).toHaveLength(ids.length);
  expect(await rowsOf(sandbox, PAID)).toEqual(payments);
}, 120_000);

test('a restore is refused while a server migrates, and while it listens', async () => {
  const backup = await anEmptyBackup();
  const where = join(folder, 'starting');
  const database = join(where, 'dockside.db');
  mkdirSync(where);
  // A migration has to wait for this writer.
  const client = createClient({ url: `file:${database}` });
  const writer = await client.transaction('write');
  const starting = startProduct({ folder: where, env: { DEMO: '0', LOG_LEVEL: 'warn' } });
  for (let claim = claimFile(database); claim !== null; claim = claimFile(database)) {
    claim.release();
    await Bun.sleep(10);
  }
  expect(await restoreOver(backup, where)).toMatchObject(isRefusedAsRunning);
  await writer.rollback();
  client.close();

  const product = await starting;
  expect(await restoreOver(backup, where)).toMatchObject(isRefusedAsRunning);
  expect((await book(product.url, 0)).status).toBe(201);
  await product.stop();
  expect(readdirSync(where).filter((name) => name.includes('before'))).toEqual([]);
}, 120_000);

test('a restore is refused while one of two servers runs, and works once the last one is killed', async () => {
  const backup = await anEmptyBackup();
  const where = join(folder, 'two');
  const env = { DEMO: '0', LOG_LEVEL: 'warn' };
  const first = await startProduct({ folder: where, env });
  const second = await startProduct({ folder: where, env });
  await first.stop();
  expect(await restoreOver(backup, where)).toMatchObject(isRefusedAsRunning);
  second.process.kill('SIGKILL');
  await second.stop();
  expect(await restoreOver(backup, where)).toMatchObject({ code: 0 });
}, 120_000);

test('a server that starts during a restore stops with an error message', async () => {
  const backup = join(folder, 'slow-backup');
  const complete = await anEmptyBackup();
  mkdirSync(backup);
  Bun.spawnSync(['cp', join(complete, 'dockside.db'), backup]);
  // The restore waits for the note until something is written to the pipe.
  const note = join(backup, 'backup.json');
  expect(Bun.spawnSync(['mkfifo', note]).exitCode).toBe(0);
  const where = join(folder, 'restoring');
  const restoring = run('restore', [backup], where);
  const pipe = await open(note, 'w');

  const refused = await runProgram(['src/server/main.ts'], { ...settingsOf(where), PORT: '0' });
  expect(refused.code).toBe(1);
  expect(refused.err).toMatch(/^Dockside can't start:\n- A backup is being restored to .*\.\n$/);
  const unmade = await run('migrate', [], where);
  expect(unmade).toMatchObject({ code: 1, err: expect.stringContaining('is being restored') });

  await pipe.write(readFileSync(join(complete, 'backup.json')));
  await pipe.close();
  expect(await restoring).toMatchObject({ code: 0 });
  const product = await startProduct({ folder: where, env: { DEMO: '0', LOG_LEVEL: 'warn' } });
  expect((await book(product.url, 0)).status).toBe(201);
  await product.stop();
}, 120_000);
