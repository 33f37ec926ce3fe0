import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { type Line, layLine } from '../../../tests/support/line';
import { type Sqld, sqldName, sqldPath, startSqld } from '../../../tests/support/sqld';
import { CHANGED } from '../changed';
import { createDb, type Db } from '../client';
import { openCopy } from './copy';
import { NOTHING_KNOWN } from './engine';

const THREAD = join(import.meta.dir, '../../server/copy-thread.ts');
/** Time after which a copied read is too old, plus a margin because timers may be early. */
const PAST_ALL_AGE_MS = 1_020;
/** If a silent server's round trips blocked the event loop, it would stand still for seconds. */
const STANDS_STILL_MS = 2_000;

describe.skipIf(!sqldPath())(sqldName, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-copy-'));
  let server: Sqld;
  let line: Line;
  /** Forwards everything, and counts the product's own queries. */
  let counter: Bun.Server<undefined>;
  let questions = 0;
  /** Acts as another process that writes to the server. */
  let elsewhere: Client;
  let db: Db;
  let read: ReturnType<Db['whenChanged']>;

  beforeAll(async () => {
    server = await startSqld(join(folder, 'server'));
    line = await layLine(server.url);
    counter = Bun.serve({
      port: 0,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (pathname.endsWith('/pipeline')) questions += 1;
        const { method, headers } = request;
        const body = await request.arrayBuffer();
        const address = `${line.url}${pathname}`;
        const answer = await fetch(address, { method, headers, body, decompress: false });
        return new Response(await answer.arrayBuffer(), answer);
      },
    });
    elsewhere = createClient({ url: server.url });
    await elsewhere.executeMultiple(`
      create table changes (seq integer primary key autoincrement, topic text);
      create table marks (id integer primary key);
      create trigger marked after insert on marks
        begin insert into changes (topic) values ('marks'); end;
      insert into marks values (1);
    `);
    db = await createDb({
      url: `http://127.0.0.1:${counter.port}`,
      copy: { path: join(folder, 'copy.db'), thread: THREAD },
    });
    read = db.whenChanged([sql`select count(*) as n from ${CHANGED} cross join marks`]);
  });
  afterAll(async () => {
    await db.close();
    elsewhere.close();
    await counter.stop(true);
    await line.cut();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Reads the version and the number of marks, as a public read. */
  async function seen(): Promise<{ version: number; marks: number }> {
    const { version, rows } = await read(NOTHING_KNOWN, {});
    const [row] = (rows?.[0] ?? []) as { n: number }[];
    return { version, marks: Number(row?.n) };
  }
  const marks = async () => (await seen()).marks;
  /** Reads until an answer needed no round trip to the server. */
  async function copyAnswers<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      const before = questions;
      const answer = await ask();
      if (questions === before) return answer;
      await Bun.sleep(20);
    }
  }
  const mark = () => elsewhere.execute('insert into marks default values');

  test('public reads come from the copy, at most a second old and without a round trip', async () => {
    await copyAnswers(marks);
    const before = await marks();
    await mark();
    await Bun.sleep(PAST_ALL_AGE_MS);
    expect(await marks()).toBe(before + 1);
    const count = () => db.recent((orm) => [orm.all(sql`select count(*) as n from marks`)]);
    const [[row]] = (await copyAnswers(count)) as [[{ n: number }]];
    expect(row.n).toBe(before + 1);
  });

  test('the next read includes this process’s own writes', async () => {
    for (let count = 0; count < 10; count += 1) {
      await copyAnswers(marks);
      const before = await marks();
      await db.write((orm) => orm.run(sql`insert into marks default values`));
      expect(await marks()).toBe(before + 1);
    }
  });

  test('reads never go back in time while others write', async () => {
    await copyAnswers(marks);
    let newest = 0;
    let isWriting = true;
    const writing = (async () => {
      for (let count = 0; count < 100; count += 1) await mark();
      isWriting = false;
    })();
    while (isWriting) {
      // Some reads are answered by the server, and the next one may be answered by the copy.
      if (Math.random() < 0.2) await db.write((orm) => orm.run(sql`select 1`));
      const { version, marks } = await seen();
      expect(version).toBeGreaterThanOrEqual(newest);
      // Each mark is one change, so the rows must match the version.
      expect(marks).toBe(version);
      newest = version;
    }
    await writing;
  });

  test('reads for decisions never use the copy', async () => {
    await copyAnswers(marks);
    const before = questions;
    await db.read((orm) => [orm.all(sql`select count(*) from marks`)]);
    await db.orm.all(sql`select count(*) from marks`);
    expect(questions).toBe(before + 2);
  });

  test('the process continues while the server is silent, and the copy recovers later', async () => {
    await copyAnswers(marks);
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 5);
    line.silence();
    const silentUntil = performance.now() + 5_000;
    while (performance.now() < silentUntil) {
      await Promise.race([marks().catch(() => {}), Bun.sleep(50)]);
    }
    clearInterval(beat);
    await line.mend();
    expect(longest).toBeLessThan(STANDS_STILL_MS);
    await mark();
    await copyAnswers(marks);
    const { rows } = await elsewhere.execute('select count(*) as n from marks');
    expect(await marks()).toBe(Number(rows[0]?.n));
  }, 120_000);

  test('the copy is of the database that the address names', async () => {
    const many = await startSqld(join(folder, 'many'), undefined, ['--enable-namespaces']);
    const { port } = new URL(many.url);
    await fetch(`${many.adminUrl}/v1/namespaces/lake/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    for (const host of ['lake.localhost', 'localhost']) {
      const url = `http://${host}:${port}`;
      const client = createClient({ url });
      await client.batch([
        'create table hosts (name text)',
        `insert into hosts values ('${host}')`,
      ]);
      client.close();
      const copy = openCopy(
        { path: join(folder, `${host}.db`), thread: THREAD },
        { url, authToken: undefined },
      );
      const query = { text: 'select name from hosts', values: [] };
      let rows = await copy.read([query]);
      for (; rows === null; rows = await copy.read([query])) await Bun.sleep(20);
      expect(rows).toMatchObject([[{ name: host }]]);
      await copy.close();
    }
    await many.stop();
  }, 120_000);
});

/**
 * A program that opens a copy of a server that always fails, and closes the copy during its first
 * request.
 */
const CLOSES_EARLY = `
  import { openCopy } from ${JSON.stringify(join(import.meta.dir, 'copy.ts'))};
  const firstRequest = Promise.withResolvers();
  const server = Bun.serve({
    port: 0,
    fetch: () => (firstRequest.resolve(), new Response(null, { status: 503 })),
  });
  const copy = openCopy(
    { path: process.argv[1], thread: ${JSON.stringify(THREAD)} },
    { url: 'http://127.0.0.1:' + server.port },
  );
  await copy.read([{ text: 'select 1', values: [] }]);
  await firstRequest.promise;
  await copy.close();
  await Bun.sleep(2000);
  await server.stop(true);
`;

test('closing a copy while its server fails doesn’t crash the process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-closed-copy-'));
  const program = Bun.spawn([process.execPath, '-e', CLOSES_EARLY, join(folder, 'copy.db')], {
    stdout: 'ignore',
    stderr: 'ignore',
  });
  expect(await program.exited).toBe(0);
  rmSync(folder, { recursive: true, force: true });
}, 120_000);
