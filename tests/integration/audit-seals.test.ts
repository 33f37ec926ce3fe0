import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Db } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { createLog, type LogEntry } from '@/server/config/log';
import { erasingDetailsOf } from '@/server/modules/audit/audit.repository';
import { sealOf } from '@/server/modules/audit/hashes';
import { sealAudit } from '@/server/modules/audit/seal.usecases';
import { sealsBetween } from '@/server/modules/audit/seals.repository';
import { verifyAudit } from '@/server/modules/audit/verify.usecases';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let id: string;

/** An appointment with sealed changes by its customer and staff. */
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
  sam = await customer(app, { fullName: 'Sam Secret' });
  id = await book(sam);
  await sam.trpc.booking.modify.mutate({ ...ORDER, id, location: 'Hidden Cove Dock' });
  await staff.trpc.admin.confirm.mutate({ id });
  await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 3 });
  await sealAudit(app);
});
afterEach(() => app.close());

const run = (sql: string, ...args: (string | number)[]) =>
  app.deps.db.client.execute({ sql, args });
const entryOf = async (action: string) =>
  String((await run('select id from audit_log where action = ?', action)).rows[0]?.id);
const numberOf = async (entryId: string) =>
  Number((await run('select number from audit_seals where entry_id = ?', entryId)).rows[0]?.number);

const newestNumber = async () =>
  Number((await run('select max(number) as n from audit_seals')).rows[0]?.n);
/** Writes this many entries. */
const ENTRIES = `insert into audit_log (id, actor_kind, actor_name, action, at)
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
  select 'more ' || i, 'admin', 'Alex Harbor', 'prices.set', i from n`;

/** Changes the database like someone who has its file and removes the triggers first. */
async function tamper(...statements: string[]) {
  const { rows } = await run("select name from sqlite_master where type = 'trigger'");
  for (const { name } of rows) await run(`drop trigger ${name}`);
  for (const statement of statements) await run(statement);
}

test('every entry is sealed in the order of writing', async () => {
  const check = await verifyAudit(app);
  const { rows } = await run('select count(*) as n from audit_log');
  const entries = Number(rows[0]?.n);
  expect(entries).toBeGreaterThan(3);
  expect(check).toMatchObject({ entries, sealed: entries, waiting: 0, problems: [] });
  const order = await run(
    'select s.number from audit_log a join audit_seals s on s.entry_id = a.id order by a.at, a.id',
  );
  const numbers = order.rows.map(({ number }) => Number(number));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
});

test('new entries wait for the job, and two simultaneous jobs make one chain', async () => {
  await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 4 });
  expect(await verifyAudit(app)).toMatchObject({ waiting: 1, problems: [] });
  await Promise.all([sealAudit(app), sealAudit(app)]);
  expect(await verifyAudit(app)).toMatchObject({ waiting: 0, problems: [] });
});

test('a seal set by another process stays, nothing is built on a different one, and no line is logged', async () => {
  await run(ENTRIES, 3);
  const lines: LogEntry[] = [];
  const log = createLog('info', (entry) => lines.push(entry));
  const { db, clock } = app.deps;
  const late: Db = {
    ...db,
    async batch(queries, hasWritten) {
      await run("update audit_seals set hash = 'of another process' where number = ?", next);
      return db.batch(queries, hasWritten);
    },
  };
  const next = (await newestNumber()) - 2;
  expect(await sealAudit({ deps: { db: late, clock, log } })).toBe(0);
  expect(lines).toEqual([]);
  const { rows } = await run(
    'select hash from audit_seals where number >= ? order by number',
    next,
  );
  expect(rows.map(({ hash }) => hash)).toEqual(['of another process', null, null]);
  // The next run continues from the other process's seal.
  expect(await sealAudit({ deps: { db, clock, log } })).toBe(2);
  expect(lines.map(({ fields }) => fields)).toEqual([
    { count: 2, last: (await verifyAudit(app)).last },
  ]);
});

test.each([
  ['an entry is changed', "update audit_log set actor_name = 'Another Person' where id = ?"],
  ['its time is changed', 'update audit_log set at = at - 1 where id = ?'],
  [
    'what it left is changed',
    'update audit_log set "after" = \'{"status":"pending"}\' where id = ?',
  ],
  ['an entry is deleted', 'delete from audit_log where id = ?'],
  ['its seal is created again', "update audit_seals set hash = 'ab' where entry_id = ?"],
])('%s is refused, and is found if the refusal was removed', async (_, sql) => {
  const entry = await entryOf('appointment.confirmed');
  await expect(run(sql, entry)).rejects.toThrow('the audit log is only ever added to');
  expect((await verifyAudit(app)).problems).toEqual([]);
  await tamper(sql.replace('?', `'${entry}'`));
  expect((await verifyAudit(app)).problems[0]).toMatchObject({
    number: await numberOf(entry),
    entryId: entry,
  });
});

test('an entry deleted together with its seal is found at the entry after it', async () => {
  const entry = await entryOf('appointment.confirmed');
  const next = (await numberOf(entry)) + 1;
  await expect(run('delete from audit_seals where entry_id = ?', entry)).rejects.toThrow(
    'only ever added',
  );
  await tamper(
    `delete from audit_seals where entry_id = '${entry}'`,
    `delete from audit_log where id = '${entry}'`,
  );
  expect((await verifyAudit(app)).problems[0]?.number).toBe(next);
});

test('two entries that changed places are found', async () => {
  const [first, second] = [
    await entryOf('appointment.modified'),
    await entryOf('appointment.confirmed'),
  ];
  const [one, two] = [await numberOf(first), await numberOf(second)];
  await tamper(
    `update audit_seals set entry_id = 'between' where number = ${one}`,
    `update audit_seals set entry_id = '${first}' where number = ${two}`,
    `update audit_seals set entry_id = '${second}' where number = ${one}`,
  );
  expect((await verifyAudit(app)).problems[0]).toMatchObject({ number: one, entryId: second });
});

test('an inserted entry is found', async () => {
  await tamper(
    "insert into audit_log (id, actor_kind, actor_name, action, at) values ('made-up', 'admin', 'Alex Harbor', 'charge.forgiven', 5)",
  );
  expect((await verifyAudit(app)).problems[0]).toMatchObject({ number: null, entryId: 'made-up' });
});

test('a seal recorded elsewhere shows that the end was cut off', async () => {
  const { last } = await verifyAudit(app);
  expect((await verifyAudit(app, last ?? '')).problems).toEqual([]);
  const [number] = (last ?? '').split(':');
  await tamper(
    `delete from audit_log where id = (select entry_id from audit_seals where number = ${number})`,
    `delete from audit_seals where number = ${number}`,
  );
  expect((await verifyAudit(app)).problems).toEqual([]);
  expect((await verifyAudit(app, last ?? '')).problems[0]?.says).toContain(
    "isn't in the audit log",
  );
});

test('personal values are stored only in the details, and the history shows them in place', async () => {
  const kept = JSON.stringify((await run('select * from audit_log')).rows);
  for (const personal of ['Hidden Cove', 'Sam Secret', 'Maple Island']) {
    expect(kept).not.toContain(personal);
  }
  const { history } = await staff.trpc.admin.appointment.query({ id });
  expect(history.find(({ action }) => action === 'appointment.modified')).toMatchObject({
    actorName: 'Sam Secret',
    before: { location: 'Maple Island Marina' },
    after: { location: 'Hidden Cove Dock' },
    isErased: false,
  });
});

test('erasing a person deletes their details and breaks no seal', async () => {
  const me = await sam.trpc.auth.me.query();
  const other = await book(await customer(app, { fullName: 'Kim Kept' }), {
    time: '2:00 PM - 4:00 PM',
  });
  await app.deps.db.batch((orm) => [erasingDetailsOf(me?.id ?? '')(orm)]);
  await sealAudit(app);
  const check = await verifyAudit(app);
  expect(check.problems).toEqual([]);
  expect(check.erased).toBeGreaterThan(0);
  const { history } = await staff.trpc.admin.appointment.query({ id });
  expect(history.find(({ action }) => action === 'appointment.modified')).toMatchObject({
    actorName: 'Customer',
    isErased: true,
  });
  expect(JSON.stringify(history)).not.toContain('Hidden Cove');
  const theirs = await staff.trpc.admin.appointment.query({ id: other });
  expect(theirs.history[0]).toMatchObject({ actorName: 'Kim Kept', isErased: false });
});

test("details can't be changed, and changed ones are found", async () => {
  const sql = 'update audit_details set "values" = \'{}\'';
  await expect(run(sql)).rejects.toThrow('the audit log is only ever added to');
  await tamper(sql);
  expect((await verifyAudit(app)).problems[0]?.says).toContain('personal details');
});

test('entries from before the seals are numbered with the triggers, oldest first', async () => {
  await tamper(
    'delete from audit_seals',
    "insert into audit_log (id, actor_kind, actor_name, action, at) values ('old', 'admin', 'Alex Harbor', 'prices.set', 5)",
  );
  await migrateDb(app.deps.db);
  expect(await numberOf('old')).toBeLessThan(
    await numberOf(await entryOf('appointment.confirmed')),
  );
  await sealAudit(app);
  expect(await verifyAudit(app)).toMatchObject({ waiting: 0, problems: [] });
});

test('the check continues after each problem and finds all of them', async () => {
  await run(ENTRIES, 30);
  await sealAudit(app);
  const last = await newestNumber();
  const [changed, unsealed, deleted] = [last - 20, last - 10, last - 5];
  await tamper(
    `update audit_log set actor_name = 'X' where id = (select entry_id from audit_seals where number = ${changed})`,
    `update audit_seals set hash = null where number = ${unsealed}`,
    `delete from audit_log where id = (select entry_id from audit_seals where number = ${deleted})`,
  );
  // A later run of the sealing job doesn't hide any of these changes.
  await run(
    "insert into audit_log (id, actor_kind, actor_name, action, at) values ('later', 'admin', 'A', 'prices.set', 5)",
  );
  await migrateDb(app.deps.db);
  await sealAudit(app);
  const check = await verifyAudit(app);
  expect(check.found).toBe(3);
  expect(check.problems.map(({ number, says }) => [number, says.slice(0, 21)])).toEqual([
    [changed, "its seal doesn't matc"],
    [unsealed, 'its seal was removed'],
    [deleted, 'the entry is missing'],
  ]);
});

test('the first of many problems are described, and all are counted with their numbers', async () => {
  await run(ENTRIES, 300);
  await sealAudit(app);
  const last = await newestNumber();
  await tamper(`update audit_log set actor_name = 'X' where id like 'more %'`);
  const { found, problems, others } = await verifyAudit(app);
  expect(found).toBe(300);
  expect(problems).toHaveLength(20);
  expect(others).toEqual(Array.from({ length: 280 }, (_, index) => last - 279 + index));
}, 120_000);

test("a check during the sealing job doesn't report a seal as removed", async () => {
  const { db } = app.deps;
  await run(ENTRIES, 450);
  let reads = 0;
  // The job runs between two pages of the check.
  const orm = new Proxy(db.orm, {
    get(target, name, receiver) {
      if (name === 'select') reads += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const slow = { ...db, orm };
  const checking = verifyAudit({ deps: { db: slow } });
  while (reads < 3) await new Promise((resolve) => setImmediate(resolve));
  await sealAudit(app);
  expect(await checking).toMatchObject({ found: 0, waiting: 450 });
});

describe('seals of two simultaneous processes, which older programs could make,', () => {
  /** The number of the first entry that waited for sealing. */
  let first: number;
  /** A seal that a process logged but didn't store. */
  let lost: string;

  /**
   * Sets up two processes that have both read that ten entries are waiting. The second one reads
   * the last seal after the first has sealed eight.
   */
  beforeEach(async () => {
    first = (await newestNumber()) + 1;
    await run(ENTRIES, 10);
    const rows = await sealsBetween(app.deps.db.orm, first - 1, first + 9, 20);
    const entries = rows.slice(1);
    const chain = (hash: string) =>
      entries.map((row) => {
        hash = sealOf(hash, row);
        return { number: row.number, hash };
      });
    const set = async (seals: { number: number; hash: string }[]) => {
      for (const { number, hash } of seals) {
        await run(
          'update audit_seals set hash = ? where number = ? and hash is null',
          hash,
          number,
        );
      }
    };
    const right = chain(rows[0]?.hash ?? '');
    await set(right.slice(0, 8));
    const wrong = chain(right[7]?.hash ?? '');
    await set(wrong);
    lost = `${wrong[4]?.number}:${wrong[4]?.hash}`;
    await run(
      "insert into audit_log (id, actor_kind, actor_name, action, at) values ('last', 'admin', 'A', 'prices.set', 5)",
    );
    await sealAudit(app);
  });

  test('are distinguished from tampering, and a recorded one is recognized', async () => {
    expect(await verifyAudit(app)).toMatchObject({ found: 0, crossed: [first + 8] });
    expect(await verifyAudit(app, lost)).toMatchObject({ found: 0, isKnownCrossed: true });
    const other = `${lost.split(':')[0]}:${'0'.repeat(64)}`;
    expect(await verifyAudit(app, other)).toMatchObject({ found: 1, isKnownCrossed: false });
  });

  test.each([0, 4, 7, 8, 9])('prove the %d entries that they cover', async (index) => {
    await tamper(
      `update audit_log set actor_name = 'X' where id = (select entry_id from audit_seals where number = ${first + index})`,
    );
    const { problems } = await verifyAudit(app);
    expect(problems.map(({ number }) => number)).toContain(first + index);
  });

  test("don't hide an entry that was changed together with its own seal", async () => {
    const number = first + 6;
    await tamper(
      `update audit_log set actor_name = 'X' where id = (select entry_id from audit_seals where number = ${number})`,
    );
    // An attacker recalculates the seals up to the one that both processes wrote.
    const rows = await sealsBetween(app.deps.db.orm, number - 1, first + 7, 20);
    let hash = rows[0]?.hash ?? '';
    for (const row of rows.slice(1)) {
      hash = sealOf(hash, row);
      await run('update audit_seals set hash = ? where number = ?', hash, row.number);
    }
    const { problems, crossed } = await verifyAudit(app);
    expect(crossed).toEqual([]);
    expect(problems.map((one) => one.number)).toEqual([first + 8]);
  });
});
