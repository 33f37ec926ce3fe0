import { afterEach, beforeEach, expect, test } from 'bun:test';
import { migrateDb } from '@/db/migrate';
import { erasingDetailsOf } from '@/server/modules/audit/audit.repository';
import { sealAudit, verifyAudit } from '@/server/modules/audit/seal.usecases';
import { admin, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let id: string;

/** An appointment that its customer and staff changed, all of it sealed. */
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

/** As a stranger with the database file: takes the triggers away first. */
async function tamper(...statements: string[]) {
  const { rows } = await run("select name from sqlite_master where type = 'trigger'");
  for (const { name } of rows) await run(`drop trigger ${name}`);
  for (const statement of statements) await run(statement);
}

test('every entry is sealed, in the order in which they were written', async () => {
  const check = await verifyAudit(app);
  const { rows } = await run('select count(*) as n from audit_log');
  const entries = Number(rows[0]?.n);
  expect(entries).toBeGreaterThan(3);
  expect(check).toMatchObject({ entries, sealed: entries, waiting: 0, problem: null });
  const order = await run(
    'select s.number from audit_log a join audit_seals s on s.entry_id = a.id order by a.at, a.id',
  );
  const numbers = order.rows.map(({ number }) => Number(number));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
});

test('new entries wait for the job, and two jobs at once make one chain', async () => {
  await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 4 });
  expect(await verifyAudit(app)).toMatchObject({ waiting: 1, problem: null });
  await Promise.all([sealAudit(app), sealAudit(app)]);
  expect(await verifyAudit(app)).toMatchObject({ waiting: 0, problem: null });
});

test.each([
  ['an entry is changed', "update audit_log set actor_name = 'Another Person' where id = ?"],
  ['its time is changed', 'update audit_log set at = at - 1 where id = ?'],
  [
    'what it left is changed',
    'update audit_log set "after" = \'{"status":"pending"}\' where id = ?',
  ],
  ['an entry is deleted', 'delete from audit_log where id = ?'],
  ['its seal is made anew', "update audit_seals set hash = 'ab' where entry_id = ?"],
])('%s: refused, and found where the refusal was taken away', async (_, sql) => {
  const entry = await entryOf('appointment.confirmed');
  await expect(run(sql, entry)).rejects.toThrow('the audit log is only ever added to');
  expect((await verifyAudit(app)).problem).toBeNull();
  await tamper(sql.replace('?', `'${entry}'`));
  expect((await verifyAudit(app)).problem).toMatchObject({
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
  expect((await verifyAudit(app)).problem?.number).toBe(next);
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
  expect((await verifyAudit(app)).problem).toMatchObject({ number: one, entryId: second });
});

test('an entry that was slipped in is found', async () => {
  await tamper(
    "insert into audit_log (id, actor_kind, actor_name, action, at) values ('made-up', 'admin', 'Alex Harbor', 'charge.forgiven', 5)",
  );
  expect((await verifyAudit(app)).problem).toMatchObject({ number: null, entryId: 'made-up' });
});

test('a seal that was noted elsewhere shows that the end was cut off', async () => {
  const { last } = await verifyAudit(app);
  expect((await verifyAudit(app, last ?? '')).problem).toBeNull();
  const [number] = (last ?? '').split(':');
  await tamper(
    `delete from audit_log where id = (select entry_id from audit_seals where number = ${number})`,
    `delete from audit_seals where number = ${number}`,
  );
  expect((await verifyAudit(app)).problem).toBeNull();
  expect((await verifyAudit(app, last ?? '')).problem?.says).toContain('is not in the audit log');
});

test('personal values stand in the details alone, and the history shows them in their places', async () => {
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
  expect(check.problem).toBeNull();
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

test('details cannot be changed, and changed ones are found', async () => {
  const sql = 'update audit_details set "values" = \'{}\'';
  await expect(run(sql)).rejects.toThrow('the audit log is only ever added to');
  await tamper(sql);
  expect((await verifyAudit(app)).problem?.says).toContain('personal details');
});

test('entries of before the seals are numbered with the triggers, the oldest first', async () => {
  await tamper(
    'delete from audit_seals',
    "insert into audit_log (id, actor_kind, actor_name, action, at) values ('old', 'admin', 'Alex Harbor', 'prices.set', 5)",
  );
  await migrateDb(app.deps.db);
  expect(await numberOf('old')).toBeLessThan(
    await numberOf(await entryOf('appointment.confirmed')),
  );
  await sealAudit(app);
  expect(await verifyAudit(app)).toMatchObject({ waiting: 0, problem: null });
});
