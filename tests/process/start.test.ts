import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { startProduct } from '../support/product';

const root = join(import.meta.dir, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dockside-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one of our programs with nothing of this machine's settings; what it printed, and its code. */
async function run(args: string[], env: Record<string, string>, input = '') {
  const child = Bun.spawn([process.execPath, '--no-env-file', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, printed: `${out}${err}` };
}

test('in production a missing secret stops the start, with a sentence for each', async () => {
  const { code, printed } = await run(['src/server/main.ts'], {
    NODE_ENV: 'production',
    DATABASE_URL: `file:${join(folder, 'never-made.db')}`,
  });
  expect(code).toBe(1);
  expect(printed).toContain('APP_SECRET must be set in production');
  expect(printed).toContain('STRIPE_SECRET_KEY');
  expect(await Bun.file(join(folder, 'never-made.db')).exists()).toBe(false);
});

test('a first start seeds the demo, a second finds it, and both stop cleanly when asked', async () => {
  const env = { LOG_LEVEL: 'warn' };
  const first = await startProduct({ folder, env });
  expect(first.output()).toContain('customer / customer-demo');
  const signIn = (url: string) =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'customer', password: 'customer-demo' }),
    });
  const answer = await signIn(first.url);
  expect(answer.status).toBe(200);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; .*SameSite=Lax/i);
  await first.stop();
  expect(first.process.exitCode).toBe(0);

  const second = await startProduct({ folder, env });
  const mine = await fetch(`${second.url}/api/appointments`, { headers: { cookie } });
  const statuses = ((await mine.json()) as { status: string }[]).map((row) => row.status);
  expect(statuses).toEqual(
    expect.arrayContaining(['pending', 'confirmed', 'scheduled', 'en_route']),
  );
  expect(statuses).not.toContain('cancelled');
  await second.stop();
  expect(second.process.exitCode).toBe(0);
}, 60_000);

test('a database with rows that lost their parent is not served, by no later start either', async () => {
  const own = mkdtempSync(join(tmpdir(), 'dockside-orphan-'));
  const env = { DEMO: '0', LOG_LEVEL: 'warn', PORT: '0', DATABASE_URL: `file:${own}/dockside.db` };
  const once = await startProduct({ folder: own, env: { DEMO: '0' } });
  await once.stop();
  const client = createClient({ url: env.DATABASE_URL });
  await client.executeMultiple(`
    pragma foreign_keys = off;
    insert into sessions (id, user_id, token_hash, expires_at, created_at, last_seen_at)
    values ('s', 'nobody', 'x', 0, 0, 0);
  `);
  client.close();
  for (let start = 1; start <= 2; start += 1) {
    const { code, printed } = await run(['src/server/main.ts'], env);
    expect(printed).toContain('rows without their parent: 1');
    expect(code).toBe(1);
  }
  rmSync(own, { recursive: true, force: true });
}, 60_000);

test('admin:create makes an administrator once, and says so when the name is taken', async () => {
  const env = { DATABASE_URL: `file:${join(folder, 'dockside.db')}` };
  const made = await run(['scripts/admin-create.ts', 'harbor'], env, 'a-long-password\n');
  expect(made).toMatchObject({ code: 0 });
  const again = await run(['scripts/admin-create.ts', 'harbor'], env, 'another-password\n');
  expect(again.code).toBe(1);
  expect(again.printed).toContain('nothing was changed');
  const short = await run(['scripts/admin-create.ts', 'other'], env, '123\n');
  expect(short.printed).toContain('at least 6 characters');
});
