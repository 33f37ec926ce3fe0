import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { asQuery, compile } from '@/db/engine/compile';
import { readiness } from '../support/database-health';
import { book, rowsOf } from '../support/drill';
import { startProduct } from '../support/product';
import { runProgram } from '../support/programs';
import { openOnServer, sqldName, sqldPath, startSqld } from '../support/sqld';

/**
 * With checkpoints between the writes, sqld accepted from 50 to 1,700 of them, and then no more.
 */
const WRITES = 2_400;
/** As many writers wait at the server as with three processes (WRITES_AT_ONCE in the engine). */
const WRITERS = 12;
/**
 * Inserts one row, and then copies of the first rows. This fills five pages of the write-ahead log.
 */
const LONG_WRITE = [
  sql`insert into notes (text, is_copy) values (hex(randomblob(200)), 0)`,
  sql`insert into notes (text, is_copy) select text, 1 from notes limit 50`,
].map((statement) => asQuery(compile(statement)({})));

/** Makes the writes as three processes would. Rejects if the server doesn't answer one. */
async function writeAtOnce(server: { url: string }): Promise<void> {
  const dbs = await Promise.all([1, 2, 3].map(() => openOnServer(server)));
  let next = 0;
  const writer = async (db: Db) => {
    while (next++ < WRITES) await db.batch(() => LONG_WRITE);
  };
  try {
    const writers = Array.from({ length: WRITERS }, (_, index) => dbs[index % dbs.length] as Db);
    await Promise.all(writers.map(writer));
  } finally {
    for (const db of dbs) db.client.close();
  }
}

const root = join(import.meta.dir, '../..');
const folder = mkdtempSync(join(tmpdir(), 'dockside-durability-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Service = {
  command?: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
};
const { services } = Bun.YAML.parse(await Bun.file(join(root, 'compose.yaml')).text()) as {
  services: Record<'database' | 'durability' | 'app', Service>;
};

/**
 * Returns the warnings in the log of a product that starts on this server, once everything is
 * loaded.
 */
async function warningsOf(url: string, doing?: (product: string) => Promise<void>) {
  const product = await startProduct({
    folder: join(folder, 'product'),
    env: {
      DATABASE_URL: url,
      APP_SECRET: 'one secret for all processes of this test',
      DEMO: '0',
      LOG_LEVEL: 'warn',
    },
  });
  await readiness(product.url);
  await doing?.(product.url);
  await product.stop();
  return product
    .output()
    .split('\n')
    .filter((line) => line.includes('power failure'));
}

describe.skipIf(!sqldPath())(sqldName, () => {
  const [program, ...flags] = services.database.command?.split(' ') ?? [];

  test.each([
    ['compose.yaml', flags],
    ['the tests', []],
  ])('a crowd of writers gets every write answered by the server of %s', async (name, ofServer) => {
    const server = await startSqld(join(folder, name), undefined, ofServer);
    const url = server.url.replace('127.0.0.1', 'localhost');
    try {
      await rowsOf(url, 'create table notes (id integer primary key, text text, is_copy int)');
      await writeAtOnce({ url });
      const written = 'select count(*) as n from notes where not is_copy';
      expect(await rowsOf(url, written)).toEqual([{ n: WRITES }]);
    } finally {
      await server.stop();
    }
  });

  test('a start warns once if the server may lose writes, and the command in compose.yaml ends that for good', async () => {
    expect(program).toBe('/bin/sqld');
    const start = async () => {
      const { url, ...server } = await startSqld(join(folder, 'server'), undefined, flags);
      // As in compose.yaml, the name has no dot, because sqld would take the part before it for a
      // namespace.
      return { ...server, url: url.replace('127.0.0.1', 'localhost') };
    };
    const first = await start();
    expect(await warningsOf(first.url)).toEqual([expect.stringContaining('durability_mode')]);

    const { SQLD_ADMIN_LISTEN_ADDR: admin } = services.database.environment ?? {};
    const port = admin?.split(':')[1];
    const [bun, ...args] = services.durability.command?.split(' ') ?? [];
    expect(bun).toBe('bun');
    expect(args).toContain(`http://database:${port}`);
    const set = () =>
      runProgram(
        args.map((word) => word.replace(`http://database:${port}`, first.adminUrl)),
        {},
      );
    expect(await set()).toMatchObject({ code: 0 });
    expect(await set()).toMatchObject({ code: 0 });
    let status = 0;
    const booking = async (url: string) => {
      status = (await book(url, 0)).status;
    };
    expect(await warningsOf(first.url, booking)).toEqual([]);
    expect(status).toBe(201);

    // The server is killed and restarted on the same files. The setting and the appointment are
    // still there.
    await first.stop();
    const second = await start();
    expect(await rowsOf(second.url, 'PRAGMA synchronous')).toEqual([{ synchronous: 3 }]);
    expect(await rowsOf(second.url, 'select count(*) as n from appointments')).toEqual([{ n: 1 }]);
    expect(await warningsOf(second.url)).toEqual([]);
    await second.stop();
  }, 120_000);

  test('compose.yaml: the database is healthy only when it answers, and the app waits for both', async () => {
    expect(services.app.depends_on).toEqual({
      database: { condition: 'service_healthy' },
      durability: { condition: 'service_completed_successfully' },
    });
    const [kind, ...words] = services.database.healthcheck?.test ?? [];
    expect(kind).toBe('CMD');
    const check = async (port: string) => {
      const own = words.map((word) => word.replace('8080', port));
      return Bun.spawn(own, { stdout: 'ignore', stderr: 'ignore' }).exited;
    };
    const server = await startSqld(join(folder, 'healthy'));
    const { port } = new URL(server.url);
    expect(await check(port)).toBe(0);
    await server.stop();
    expect(await check(port)).not.toBe(0);
  }, 120_000);
});
