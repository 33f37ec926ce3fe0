import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { fetchApi } from '../support/api-document';
import { openBeside } from '../support/beside';
import { freePort } from '../support/free-port';
import { startProduct } from '../support/product';
import { runProgram } from '../support/programs';

const folder = mkdtempSync(join(tmpdir(), 'dockside-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const port = async () => String(await freePort());

/**
 * Runs one of our programs until it ends.
 * @returns its output and exit code
 */
async function run(args: string[], env: Record<string, string>, input = '') {
  const { code, out, err } = await runProgram(args, env, input);
  return { code, printed: `${out}\n${err}` };
}

test('in production each missing secret stops the start with an error message', async () => {
  const { code, printed } = await run(['src/server/main.ts'], {
    NODE_ENV: 'production',
    DATABASE_URL: `file:${join(folder, 'never-made.db')}`,
  });
  expect(code).toBe(1);
  expect(printed).toContain('APP_SECRET must be set in production');
  expect(printed).toContain('STRIPE_SECRET_KEY');
  expect(await Bun.file(join(folder, 'never-made.db')).exists()).toBe(false);
});

test('in production a database without tables stops the start, unless the settings declare it new', async () => {
  const database = join(folder, 'mistyped', 'dockside.db');
  const env = {
    NODE_ENV: 'production',
    PORT: '0',
    APP_URL: 'http://localhost:1',
    APP_SECRET: 'thirty-two characters and a few more',
    STRIPE_SANDBOX: '1',
    STRIPE_SANDBOX_DB: join(folder, 'sandbox-in-production.db'),
    DATABASE_URL: `file:${database}`,
  };
  const mistyped = await run(['src/server/main.ts'], env);
  expect(mistyped.code).toBe(1);
  expect(mistyped.printed).toContain('The database at DATABASE_URL doesn’t exist');
  expect(await Bun.file(database).exists()).toBe(false);

  // A file without tables is refused too.
  const client = createClient({ url: `file:${join(folder, 'no-tables.db')}` });
  await client.execute('pragma user_version = 1');
  client.close();
  const other = await run(['src/server/main.ts'], {
    ...env,
    DATABASE_URL: `file:${join(folder, 'no-tables.db')}`,
  });
  expect(other).toMatchObject({ code: 1 });
  expect(other.printed).toContain('or has no tables');

  // Other programs don't create a database at a mistyped address either.
  for (const program of [
    ['admin-create', 'harbor'],
    ['reconcile'],
    ['backup', join(folder, 'no-backups')],
  ]) {
    const [name, ...args] = program;
    const refused = await run([`scripts/${name}.ts`, ...args], env, 'a-long-password\n');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.printed).toContain('The database at DATABASE_URL doesn’t exist');
    expect(await Bun.file(database).exists()).toBe(false);
  }

  const said = await startProduct({
    folder,
    env: { ...env, PORT: await port(), FIRST_START: '1' },
  });
  await said.stop();
  const later = await startProduct({ folder, env: { ...env, PORT: await port() } });
  await later.stop();
  // The product has no email server, and warns about that once.
  expect(later.output().split('no email server is set')).toHaveLength(2);
}, 120_000);

test('a first start fills the demo, a second start finds it, and both stop cleanly on SIGTERM', async () => {
  const env = { LOG_LEVEL: 'warn' };
  const first = await startProduct({ folder, env });
  expect(first.output()).toContain('customer / customer-demo');
  const signIn = (url: string) =>
    fetchApi(`${url}/api/auth/login`, {
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
  const mine = await fetchApi(`${second.url}/api/appointments`, { headers: { cookie } });
  const statuses = ((await mine.json()) as { status: string }[]).map((row) => row.status);
  expect(statuses).toEqual(
    expect.arrayContaining(['pending', 'confirmed', 'scheduled', 'en_route']),
  );
  expect(statuses).not.toContain('cancelled');
  await second.stop();
  expect(second.process.exitCode).toBe(0);

  // OWASP's smallest recommended settings, which no test in the same process uses.
  const client = createClient({ url: `file:${join(folder, 'dockside.db')}` });
  const { rows } = await client.execute('select password from users');
  client.close();
  expect(rows.length).toBeGreaterThan(2);
  for (const { password } of rows) expect(password).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
}, 120_000);

test('no start serves a database whose rows have lost their parent rows', async () => {
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
    expect(printed).toContain('1 rows refer to missing rows');
    expect(code).toBe(1);
  }
  rmSync(own, { recursive: true, force: true });
}, 120_000);

test('admin:create creates an owner once, and refuses a taken name', async () => {
  const env = { DATABASE_URL: `file:${join(folder, 'dockside.db')}` };
  const made = await run(['scripts/admin-create.ts', 'harbor'], env, 'a-long-password\n');
  expect(made).toMatchObject({ code: 0 });
  const again = await run(['scripts/admin-create.ts', 'harbor'], env, 'another-password\n');
  expect(again.code).toBe(1);
  expect(again.printed).toContain('Nothing was changed');
  const short = await run(['scripts/admin-create.ts', 'other'], env, '123\n');
  expect(short.printed).toContain('at least 6 characters');
});

test('admin:create refuses a short password in production, like ADMIN_PASSWORD', async () => {
  const env = {
    NODE_ENV: 'production',
    APP_URL: 'http://localhost:1',
    APP_SECRET: 'thirty-two characters and a few more',
    STRIPE_SANDBOX: '1',
    FIRST_START: '1',
    DATABASE_URL: `file:${join(folder, 'short-password.db')}`,
  };
  const short = await run(['scripts/admin-create.ts', 'harbor'], env, 'eleven-char\n');
  expect(short).toMatchObject({ code: 1 });
  expect(short.printed).toContain('at least 12 characters');
  const made = await run(['scripts/admin-create.ts', 'harbor'], env, 'twelve-chars\n');
  expect(made).toMatchObject({ code: 0 });
});

test('the sandbox listens on STRIPE_SANDBOX_PORT, a flag overrides it, and empty means the default', async () => {
  const program = 'packages/stripe-sandbox/server/main.ts';
  const env = { STRIPE_SANDBOX_DB: join(folder, 'sandbox-alone.db') };
  const [own, other] = [await freePort(), await freePort()];
  const listensOn = async (args: string[], settings: Record<string, string>) => {
    const child = Bun.spawn([process.execPath, '--no-env-file', program, ...args], {
      env: { PATH: process.env.PATH, ...env, ...settings },
      stdout: 'pipe',
    });
    const { value } = await child.stdout.getReader().read();
    child.kill();
    await child.exited;
    return new TextDecoder().decode(value);
  };
  expect(await listensOn([], { STRIPE_SANDBOX_PORT: String(own) })).toContain(`:${own} `);
  expect(
    await listensOn(['--port', String(other)], { STRIPE_SANDBOX_PORT: String(own) }),
  ).toContain(`:${other} `);

  // If it's empty, the default port is used, which is taken here.
  const holder = await Promise.try(() =>
    Bun.serve({ port: 12_111, hostname: '127.0.0.1', fetch: () => new Response() }),
  ).catch(() => null);
  const refused = await run([program], { ...env, STRIPE_SANDBOX_PORT: '' });
  expect(refused.printed).toContain("couldn't listen on port 12111");
  await holder?.stop(true);
});

test("the demo is complete before anyone is answered, so an early visitor can't take its windows", async () => {
  const where = join(folder, 'early');
  const env = { DEMO: '1', PORT: await port() };
  mkdirSync(where);
  const starting = startProduct({ folder: where, env });
  const isAnswered = () =>
    fetch(`http://localhost:${env.PORT}/healthz`).then(
      () => true,
      () => false,
    );
  while (!(await isAnswered())) await Bun.sleep(5);
  const database = openBeside(where);
  const count = async () =>
    Number((await database.execute('select count(*) as n from appointments')).rows[0]?.n);
  const atFirst = await count();
  const product = await starting;
  expect(atFirst).toBeGreaterThan(0);
  expect(await count()).toBe(atFirst);
  database.close();
  await product.stop();
}, 120_000);
