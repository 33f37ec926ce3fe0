/**
 * Tests the jobs: idle while nothing happens, and running right after a write, even if another
 * process has the lease.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createDb, type Db } from '@/db/client';
import { auditLog, outbox } from '@/db/schema';
import type { Deps } from '@/server/config/deps';
import { startJobs } from '@/server/jobs/schedule';
import { startTestApp, type TestApp } from '../support/app';
import { noting } from '../support/query-log';

/** The jobs use the machine's clock, like the product. */
const clock = { now: Date.now };
/** The checks are so rare that a test only sees the effects of a write. */
const RARE = {
  ...{ beatMs: 3_600_000, afterWriteMs: 10, leaseMs: 3_600_000, renewWithinMs: 1_000 },
  stopWithinMs: 60_000,
};

let app: TestApp;
let log: ReturnType<typeof noting>;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  app = await startTestApp({
    db(real) {
      log = noting(real);
      return log.db;
    },
  });
  ends.push(() => app.close());
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

function start(rhythm: Parameters<typeof startJobs>[1], db: Db = app.deps.db): Deps {
  const deps: Deps = { ...app.deps, db, clock };
  const { wake, stop } = startJobs(deps, rhythm);
  ends.push(stop);
  return { ...deps, wake };
}

/**
 * Opens the same database as another process would. The jobs under test only find its writes at
 * their next check.
 */
async function another(): Promise<Db> {
  const { rows } = await app.deps.db.client.execute('pragma database_list');
  const db = await createDb({ url: `file:${rows[0]?.file}` });
  ends.push(() => db.close());
  return db;
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

const message = (id: string, nextAttemptAt: number): typeof outbox.$inferInsert => ({
  ...{ id, dedupeKey: id, nextAttemptAt, createdAt: 0 },
  ...{ recipient: 'sam@lake.example', subject: id, body: 'Hello' },
});
const ENTRY: typeof auditLog.$inferInsert = {
  ...{ id: 'one', actorKind: 'admin', actorName: 'Alex Harbor', action: 'prices.set', at: 0 },
};
const queue = (db: Db, id: string, nextAttemptAt = 0) =>
  db.write((orm) => orm.insert(outbox).values(message(id, nextAttemptAt)));
const isSent = (id: string) => () => app.mails.some(({ subject }) => subject === id);

const holder = async () => {
  const { rows } = await app.deps.db.client.execute('select owner from leases');
  return rows[0]?.owner ?? null;
};

/**
 * Returns 30 consecutive statements of the checks, once the jobs at the start no longer overlap
 * with them.
 */
async function quietBeats(): Promise<string[]> {
  const isBeat = (text: string) => /^(select|insert into) .*leases/s.test(text);
  let statements: string[] = [];
  await until(() => {
    const texts = log.take().map(({ text }) => text);
    statements = texts.every(isBeat) ? [...statements, ...texts] : [];
    return statements.length >= 30;
  });
  return statements;
}
const verbs = (texts: string[]) => new Set(texts.map((text) => text.split(' ', 1)[0]));

test('an idle beat is one query', async () => {
  const deps = start({ ...RARE, beatMs: 5 });
  await queue(deps.db, 'the last write');
  await until(isSent('the last write'));
  expect(verbs(await quietBeats())).toEqual(new Set(['select']));
}, 120_000);

test('a lease renewal is part of a beat, without an extra one', async () => {
  start({ ...RARE, beatMs: 5, renewWithinMs: RARE.leaseMs });
  const statements = await quietBeats();
  const renewals = statements.filter((text) => text.startsWith('insert'));
  // The first beat only checks, and the last one may be incomplete.
  expect(Math.abs(statements.length - 2 * renewals.length)).toBeLessThanOrEqual(2);
}, 120_000);

test('a message is sent right after it was written, without a beat', async () => {
  const deps = start(RARE);
  await until(async () => (await holder()) !== null);
  await queue(deps.db, 'at once');
  await until(isSent('at once'));
});

test('due work is done in time, without a beat', async () => {
  const deps = start(RARE);
  await until(async () => (await holder()) !== null);
  await queue(deps.db, 'later', Date.now() + 300);
  await until(isSent('later'));
});

test('a process without the lease handles what it wrote itself', async () => {
  start(RARE);
  await until(async () => (await holder()) !== null);
  const first = await holder();
  const deps = start(RARE, await another());
  await queue(deps.db, 'of the other');
  await until(isSent('of the other'));
  expect(await holder()).toBe(first);
});

test("only the process with the lease seals the audit log, including other processes' entries", async () => {
  const sealed = async () => {
    const { rows } = await app.deps.db.client.execute(
      'select 1 from audit_seals where hash is not null',
    );
    return rows.length;
  };
  await app.deps.db.write((orm) => orm.insert(auditLog).values({ ...ENTRY, id: 'before' }));
  const holding = start(RARE);
  // The first run has ended. On a slow machine, it starts late.
  await until(async () => (await sealed()) === 1);
  const deps = start(RARE, await another());
  await deps.db.write((orm) => orm.insert(auditLog).values(ENTRY));
  // The other process sent its own message, but didn't seal the next entry.
  await queue(deps.db, 'of the other');
  await until(isSent('of the other'));
  expect(await sealed()).toBe(1);
  // Waits until the job's pause after the start is over. Jobs that a wake starts also write, and a
  // check after these writes may seal before the next wake does.
  await until(async () => {
    await holding.wake();
    return (await sealed()) > 1;
  });
  expect(await sealed()).toBe(2);
}, 120_000);

test("a stopped process's lease is free at another one's next beat", async () => {
  const { stop } = startJobs({ ...app.deps, clock }, RARE);
  await until(async () => (await holder()) !== null);
  const first = await holder();
  start({ ...RARE, beatMs: 20 });
  await stop();
  await until(async () => ![null, first].includes((await holder()) as string));
  // The new holder of the lease also does the waiting work.
  await queue(await another(), 'from outside');
  await until(isSent('from outside'));
});

test('a wake does all due work and reports it', async () => {
  const deps = start(RARE);
  await until(async () => (await holder()) !== null);
  // The jobs ran at the start, and are pausing now.
  await until(async () => (await deps.wake()).done.length === 0);
  await queue(await another(), 'from outside');
  expect(await deps.wake()).toEqual({ done: ['send outbox'], failed: [], underWay: [] });
  expect(isSent('from outside')()).toBe(true);
});

test('a wake also does due work if another process has the lease', async () => {
  start(RARE);
  await until(async () => (await holder()) !== null);
  const deps = start(RARE, await another());
  await queue(await another(), 'from outside');
  expect((await deps.wake()).done).toContain('send outbox');
});

test('a starting process does all due work immediately, even if another one has the lease', async () => {
  start(RARE);
  await until(async () => (await holder()) !== null);
  const first = await holder();
  await queue(await another(), 'while none was there');
  start(RARE, await another());
  await until(isSent('while none was there'));
  expect(await holder()).toBe(first);
});
