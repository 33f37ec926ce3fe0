/** Tests the notes about customers that their drivers see, and the tags by which staff filter customers. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { DRIVER_NOTES, TAGS } from '@/domain/account/customers';
import { admin, book, customer, driver, office, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let id: string;
let dana: Awaited<ReturnType<typeof driver>>;
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
  dana = await driver(app);
  sam = await customer(app, { username: 'sam', email: 'sam@lake.example' });
  id = (await sam.trpc.auth.me.query())?.id ?? '';
});
afterEach(() => app.close());

const addNote = (text: string, forDriver = true) =>
  staff.trpc.admin.addCustomerNote.mutate({ id, text, forDriver });
const notesOn = async (appointment: string, who = dana.visitor) =>
  (await who.trpc.driver.day.query({})).deliveries.find((one) => one.id === appointment)
    ?.customerNotes;
const late = { time: '2:00 PM - 4:00 PM' };

describe('a note for the driver', () => {
  test("is on every stop of the customer for that day's driver, and nowhere else", async () => {
    const today = await book(sam, { date: TODAY, ...late });
    const other = await customer(app, { username: 'kim', email: 'kim@lake.example' });
    const others = await book(other, { date: TODAY, time: '12:00 PM - 2:00 PM' });
    const later = await book(sam, { date: TOMORROW });
    for (const one of [today, others, later]) await readyToDeliver(staff, one, dana.driverId);
    await addNote('Tie up at the north side. N7-4711');
    await addNote('Pays late', false);
    expect(await notesOn(today)).toEqual(['Tie up at the north side. N7-4711']);
    expect(await notesOn(others)).toEqual([]);
    // No other driver, customer, guest link, or message gets it, and not a day ahead either.
    const eve = await driver(app);
    const link = (await staff.trpc.admin.showLink.mutate({ id: today })).link;
    const token = link.split('/d/')[1] ?? '';
    const answers = [
      await eve.visitor.trpc.driver.day.query({}),
      (await dana.visitor.rest('GET', `/api/appointments/date/${TOMORROW}`)).body,
      await sam.trpc.booking.list.query(),
      await sam.trpc.booking.get.query({ id: today }),
      await sam.trpc.account.ownData.query(),
      await app.visitor().trpc.booking.manage.mutate({ token }),
    ];
    expect(JSON.stringify(answers)).not.toContain('N7-4711');
    const { rows } = await app.deps.db.client.execute(
      "select 1 from outbox where body like '%N7-4711%'",
    );
    expect(rows).toEqual([]);
    await staff.trpc.admin.complete.mutate({ id: today, actualGallons: 20 });
    expect(JSON.stringify(await dana.visitor.trpc.driver.day.query({}))).not.toContain('N7-4711');
  });

  test('leaves the card once it is removed', async () => {
    const today = await book(sam, { date: TODAY, ...late });
    await readyToDeliver(staff, today, dana.driverId);
    const [note] = await addNote('Mind the dog');
    expect(await notesOn(today)).toEqual(['Mind the dog']);
    await staff.trpc.admin.removeCustomerNote.mutate({ id: note?.id ?? '' });
    expect(await notesOn(today)).toEqual([]);
  });

  test('is short, and there are few of them', async () => {
    const long = 'x'.repeat(DRIVER_NOTES.length + 1);
    expect((await refusal(addNote(long))).status).toBe(400);
    await addNote(long, false);
    for (let count = 0; count < DRIVER_NOTES.count; count += 1) await addNote(`Note ${count}`);
    expect(await refusal(addNote('One more'))).toMatchObject({ status: 409, field: 'text' });
    await addNote('One more', false);
    const unknown = staff.trpc.admin.addCustomerNote.mutate({
      id: 'nobody',
      text: 'x',
      forDriver: true,
    });
    expect((await refusal(unknown)).status).toBe(404);
  });

  test('is added once if its form is sent twice', async () => {
    const note = { id, text: 'Mind the dog', forDriver: true, requestId: 'same-request' };
    await staff.trpc.admin.addCustomerNote.mutate(note);
    expect(await staff.trpc.admin.addCustomerNote.mutate(note)).toHaveLength(1);
  });
});

describe('tags', () => {
  const add = (tag: string, of = id) => staff.trpc.admin.addCustomerTag.mutate({ id: of, tag });
  const tagged = async (tag: string) =>
    (await staff.trpc.admin.customers.query({ tag })).customers.map(({ username }) => username);

  test('filter the list, the count, and the file, however they are spelled', async () => {
    const kim = await customer(app, { username: 'kim', email: 'kim@lake.example' });
    const kimsId = (await kim.trpc.auth.me.query())?.id ?? '';
    expect(await add('Marina')).toEqual(['Marina']);
    expect(await add(' marína ')).toEqual(['Marina']);
    await add('VIP');
    await add('marina', kimsId);
    expect((await tagged('MARINA')).sort()).toEqual(['kim', 'sam']);
    expect(await tagged('VIP')).toEqual(['sam']);
    expect(await tagged('nobody has it')).toEqual([]);
    const both = await staff.trpc.admin.customers.query({ tag: 'marina', search: 'kim' });
    expect(both.customers.map(({ tags }) => tags)).toEqual([['marina']]);
    expect(both.total).toBe(1);
    expect(await staff.trpc.admin.customerTags.query()).toEqual([
      { tag: 'Marina', customers: 2 },
      { tag: 'VIP', customers: 1 },
    ]);
    const file = await (await staff.fetch('/api/admin/export/customers.csv?tag=VIP')).text();
    expect(file).toContain('sam@lake.example');
    expect(file).not.toContain('kim@lake.example');
  });

  test('are removed, also in another spelling, and removing one twice is harmless', async () => {
    await add('Marina');
    await add('VIP');
    const remove = () => staff.trpc.admin.removeCustomerTag.mutate({ id, tag: 'MARINA' });
    expect(await remove()).toEqual(['VIP']);
    expect(await remove()).toEqual(['VIP']);
    const { customer: read } = await staff.trpc.admin.customer.query({ id });
    expect(read.tags).toEqual(['VIP']);
  });

  test('are bounded, and belong to customers only', async () => {
    for (let count = 0; count < TAGS.count; count += 1) await add(`tag ${count}`);
    expect(await refusal(add('one more'))).toMatchObject({ status: 409, field: 'tag' });
    expect(await add('TAG 1')).toHaveLength(TAGS.count);
    for (const tag of ['', '  ', 'x'.repeat(TAGS.length + 1)]) {
      expect((await refusal(add(tag))).status).toBe(400);
    }
    expect((await refusal(add('x', 'nobody'))).status).toBe(404);
    const { visitor } = await office(app, 'viewer');
    const own = (await visitor.trpc.auth.me.query())?.id ?? '';
    expect((await refusal(add('x', own))).status).toBe(404);
  });

  test('are never sent to the customer, and are deleted with the account', async () => {
    await add('Slow payer');
    await addNote('Mind the dog');
    const answers = [await sam.trpc.auth.me.query(), await sam.trpc.account.ownData.query()];
    expect(JSON.stringify(answers)).not.toContain('Slow payer');
    await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
    const { rows } = await app.deps.db.client.execute(
      'select (select count(*) from customer_tags) + (select count(*) from customer_notes) as n, (select count(*) from audit_details where "values" like \'%Slow payer%\') as told',
    );
    expect(rows[0]).toMatchObject({ n: 0, told: 0 });
  });
});
