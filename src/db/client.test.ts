import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { createDb, type Db, filePath } from './client';
import { asQuery, compile } from './engine/compile';
import { isUniqueViolation } from './engine/failures';

let folder: string;
let db: Db;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-db-'));
  db = await createDb({ url: `file:${join(folder, 'below', 'test.db')}` });
  await db.client.execute('create table marks (id integer primary key, who text unique)');
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const count = async () =>
  Number((await db.client.execute('select count(*) as n from marks')).rows[0]?.n);

test('a file is opened in its folder with a write-ahead log, foreign keys and full durability', async () => {
  const pragma = async (name: string) =>
    Object.values((await db.client.execute(`pragma ${name}`)).rows[0] ?? {})[0];
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('foreign_keys')).toBe(1);
  expect(await pragma('synchronous')).toBe(2);
});

test('hundreds of concurrent writes all succeed, both statements and batches', async () => {
  const before = await count();
  await Promise.all(
    Array.from({ length: 300 }, (_, index) => {
      const insert = sql`insert into marks (who) values (${`mixed ${index}`})`;
      return index % 2 === 0
        ? db.write((orm) => orm.run(insert))
        : db.batch((orm) => [orm.run(sql`select count(*) from marks`), orm.run(insert)]);
    }),
  );
  expect(await count()).toBe(before + 300);
  expect(db.queueDepth()).toBe(0);
});

test('a failed batch writes nothing, throws, and doesn’t delay other writes', async () => {
  await db.write((orm) => orm.run(sql`insert into marks (who) values ('once')`));
  const before = await count();
  const failing = db.batch((orm) => [
    orm.run(sql`insert into marks (who) values ('rolled back')`),
    orm.run(sql`insert into marks (who) values ('once')`),
  ]);
  const after = db.write((orm) => orm.run(sql`insert into marks (who) values ('after')`));
  const error = await failing.catch((reason: unknown) => reason);
  expect(isUniqueViolation(error)).toBe(true);
  await after;
  expect(await count()).toBe(before + 1);
});

/** The rows of the test above, as read by another process that holds the write lock. */
const SEEN_OUTSIDE = (path: string) => `
  import { Database } from 'bun:sqlite';
  const other = new Database(${JSON.stringify(path)});
  other.run('begin immediate');
  const rows = other.query("select who from marks where who in ('other process', 'waited', 'waited together') order by who");
  process.stdout.write(rows.values().flat().join(', '));
`;

test('a write waits for another process, and acknowledged writes are kept', async () => {
  const path = join(folder, 'below', 'test.db');
  const script = `
    import { Database } from 'bun:sqlite';
    const other = new Database(${JSON.stringify(path)});
    other.run('begin immediate');
    other.run("insert into marks (who) values ('other process')");
    console.log('locked');
    for await (const _ of console) break;
    other.run('commit');
  `;
  const other = Bun.spawn([process.execPath, '-e', script], {
    stdin: 'pipe',
    stdout: 'pipe',
  });
  await other.stdout.getReader().read();
  // Each attempt blocks this thread for 150 ms, so the lock is held for several attempts of both
  // writes.
  const written = Promise.all([
    db.write((orm) => orm.run(sql`insert into marks (who) values ('waited')`)),
    together(sql`insert into marks (who) values ('waited together') returning who`),
  ]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  other.stdin.write('commit\n');
  other.stdin.end();
  await Promise.all([written, other.exited]);
  // Acknowledged writes must be on disk, so another process sees them and can write too. This
  // garbage collection removes the statements that libsql keeps after refused attempts.
  Bun.gc(true);
  const seen = Bun.spawnSync([process.execPath, '-e', SEEN_OUTSIDE(path)]).stdout.toString();
  expect(seen).toBe('other process, waited, waited together');
});

/** Runs one compiled statement as a batch and returns its rows. */
async function together(statement: SQL): Promise<unknown> {
  const [rows] = await db.batch(() => [asQuery(compile(statement)({}))]);
  return rows;
}

test('concurrent writes are committed together, each with its own outcome', async () => {
  await db.write((orm) => orm.run(sql`insert into marks (who) values ('taken')`));
  const before = await count();
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 250 }, (_, index) =>
      together(sql`insert into marks (who) values (${`group ${index}`}) returning who`),
    ),
    together(sql`insert into marks (who) values ('taken') returning who`),
    together(sql`insert into marks (who) select 'no place' where false returning who`),
    together(sql`insert into nowhere (who) values ('lost')`),
    together(sql`insert into marks (who) values (${{} as string})`),
    together(sql`insert into marks (who) values ('last') returning who`),
  ]);
  expect(outcomes.slice(0, 250).every(({ status }) => status === 'fulfilled')).toBe(true);
  const [taken, noPlace, nowhere, notAValue, last] = outcomes.slice(250);
  expect(isUniqueViolation((taken as PromiseRejectedResult).reason)).toBe(true);
  expect(noPlace).toEqual({ status: 'fulfilled', value: [] });
  expect(nowhere?.status).toBe('rejected');
  expect(notAValue?.status).toBe('rejected');
  expect(last).toEqual({ status: 'fulfilled', value: [['last']] });
  expect(await count()).toBe(before + 251);
  expect(db.queueDepth()).toBe(0);
});

test('file addresses are parsed in all their forms', () => {
  expect(filePath('file:./data/dockside.db')).toBe('./data/dockside.db');
  expect(filePath('file:/data/dockside.db?mode=rw')).toBe('/data/dockside.db');
  expect(filePath('file:///data/dockside.db')).toBe('/data/dockside.db');
});

test('a remembered query returns the latest write of any process', async () => {
  const url = `file:${join(folder, 'shared.db')}`;
  const [here, elsewhere] = [await createDb({ url }), await createDb({ url })];
  await here.client.executeMultiple(`
    create table changes (seq integer primary key, topic text);
    create table prices (cents integer);
    create trigger price_set after insert on prices
      begin insert into changes (topic) values ('prices'); end;
    insert into prices values (399);
  `);
  const ask = here.remembered<{ cents: number }>(
    sql`select cents from prices order by rowid desc limit 1`,
  );
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  expect(ask()).toEqual([{ cents: 399 }]);
  await nextTurn();
  const kept = await ask();
  expect(kept).toBe(await ask());

  for (const [db, cents] of [
    [elsewhere, 405],
    [here, 411],
    [elsewhere, 420],
  ] as const) {
    await db.write((orm) => orm.run(sql`insert into prices values (${cents})`));
    await nextTurn();
    expect(await ask()).toEqual([{ cents }]);
  }
  await here.close();
  await elsewhere.close();
});
