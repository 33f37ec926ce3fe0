import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays } from '@/domain/dates';
import { forgetOldChanges } from '@/server/modules/live/changes.repository';
import { forgetOldData } from '@/server/modules/own-data/retention.usecases';
import { admin, book, customer, driver, ORDER, office, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { onEveryDatabase } from '../support/every-database';
import { DECLINES } from '../support/money-scene';
import type { Visitor } from '../support/visitor';

/** The codes of the appointments that a search finds, in its order. */
const codes = async (staff: Visitor, text: string) =>
  (await staff.trpc.admin.search.query({ text })).appointments.map(({ publicCode }) => publicCode);

const people = async (staff: Visitor, text: string) =>
  (await staff.trpc.admin.search.query({ text })).customers.map(({ username }) => username);

onEveryDatabase((appOf) => {
  test('one search finds a customer and their appointment by every known word', async () => {
    const app = appOf();
    const staff = await admin(app);
    const jose = await customer(app, {
      username: 'jfisher',
      fullName: 'José Núñez',
      email: 'jose@harbor.example',
      phone: '+1 269.555.0142',
    });
    await jose.trpc.account.addBoat.mutate({ name: 'Second Wind' });
    const id = await book(jose, { location: 'Sister Lakes Dock', slipNumber: 'B7' });
    const { appointment } = await staff.trpc.admin.appointment.query({ id });
    const words = ['jfisher', 'José', 'nunez', 'harbor.example', '(269) 555-0142', '2695550142'];
    for (const text of [...words, '555 0142', '1-269-555-0142', 'second wind', 'nunez jose']) {
      const found = await staff.trpc.admin.search.query({ text });
      expect({ text, customers: found.customers }).toMatchObject({
        customers: [{ username: 'jfisher', phone: '+1 269.555.0142' }],
      });
      expect({ text, appointments: found.appointments }).toMatchObject({
        appointments: [{ id, status: 'pending', date: ORDER.date, time: ORDER.time }],
      });
    }
    for (const text of [appointment.publicCode.toLowerCase(), 'sister', 'b7', 'SISTER dock b7']) {
      expect({ text, found: await codes(staff, text) }).toEqual({
        text,
        found: [appointment.publicCode],
      });
    }
    expect(await codes(staff, 'sister nobody')).toEqual([]);
    expect(await staff.trpc.admin.search.query({ text: '   ' })).toEqual({
      customers: [],
      drivers: [],
      appointments: [],
    });
  });
});

let app: TestApp;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

test('the very next search finds each booking and each change', async () => {
  const sam = await customer(app);
  expect(await codes(staff, 'osprey')).toEqual([]);
  const id = await book(sam, { location: 'Osprey Point' });
  const [code] = await codes(staff, 'osprey');
  expect(code).toBeString();
  await sam.trpc.booking.patch.mutate({ id, location: 'Heron Cove' });
  expect(await codes(staff, 'osprey')).toEqual([]);
  expect(await codes(staff, 'heron')).toEqual([code ?? '']);
});

test('the next delivery comes first, then past ones, latest first, and a typed code before all', async () => {
  const sam = await customer(app, { fullName: 'Order Ofuse' });
  const on = (day: number) => book(sam, { date: addDays(TOMORROW, day), location: 'Plover Quay' });
  const [later, next, former] = [await on(6), await on(5), await on(4)];
  await staff.trpc.admin.cancel.mutate({ id: former });
  const codeOf = async (id: string) =>
    (await staff.trpc.admin.appointment.query({ id })).appointment.publicCode;
  const all = [await codeOf(next), await codeOf(later), await codeOf(former)];
  expect(await codes(staff, 'plover')).toEqual(all);
  expect(await codes(staff, all[2] ?? '')).toEqual([all[2] ?? '']);
});

test('a driver is found by name, with their upcoming deliveries', async () => {
  const sam = await customer(app);
  const id = await book(sam, { date: addDays(TOMORROW, 2) });
  await readyToDeliver(staff, id, dana.driverId);
  const found = await staff.trpc.admin.search.query({ text: 'dana' });
  expect(found.drivers).toMatchObject([{ id: dana.driverId }]);
  expect(found.appointments).toMatchObject([{ id, driverName: found.drivers[0]?.name }]);
});

test('signs of the search language are plain letters', async () => {
  for (const text of ['"', "o'hara", 'a AND b', 'x* OR y', 'col:marina', '(', '-"-', '%', '\\']) {
    expect((await staff.trpc.admin.search.query({ text })).customers).toEqual([]);
  }
});

test('a customer who deletes their account disappears from the search immediately', async () => {
  const sam = await customer(app, { fullName: 'Vanishing Vera', username: 'vanishing' });
  const id = await book(sam, { date: addDays(TOMORROW, 8), location: 'Vanishing Marina' });
  expect(await codes(staff, 'vanishing')).toHaveLength(1);
  await staff.trpc.admin.cancel.mutate({ id });
  await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  expect(await people(staff, 'vanishing')).toEqual([]);
  expect(await codes(staff, 'vanishing')).toEqual([]);
  expect(await codes(staff, 'vera')).toEqual([]);
});

test('old changes are deleted only once the search has folded what they name', async () => {
  const sam = await customer(app);
  await book(sam, { date: addDays(TOMORROW, 9), location: 'Merganser Bay' });
  await forgetOldChanges(app.deps.db);
  await app.deps.db.client.execute(
    'delete from changes where seq < (select max(seq) from changes)',
  );
  expect(await codes(staff, 'merganser')).toHaveLength(1);
});

test('the search stays correct however often a customer changes, and after deletions', async () => {
  const { client } = app.deps.db;
  const sam = await customer(app, { fullName: 'Changing Chuck', username: 'changing' });
  for (const name of ['Blue Heron', 'Second Wind', 'Last Call']) {
    await sam.trpc.account.addBoat.mutate({ name });
  }
  await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  await forgetOldData({ deps: app.deps });
  for (const table of ['customers_search', 'appointments_search']) {
    await client.execute(`insert into ${table} (${table}) values ('integrity-check')`);
  }
  const { rows } = await client.execute('pragma integrity_check');
  expect(rows).toMatchObject([{ integrity_check: 'ok' }]);
});

test('a found delivery carries the amount that it owes, for roles that read payments', async () => {
  const sam = await customer(app, { fullName: 'Owing Olga' });
  const id = await book(sam, { date: addDays(TOMORROW, 3), location: 'Bittern Dock' }, DECLINES);
  const open = await book(sam, { date: addDays(TOMORROW, 4), location: 'Bittern Dock' });
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  const { remainingBalanceCents } = (await staff.trpc.admin.appointment.query({ id })).appointment;
  expect(remainingBalanceCents).toBeGreaterThan(0);
  const dispatcher = (await office(app, 'dispatcher')).visitor;
  for (const one of [staff, dispatcher]) {
    const { appointments } = await one.trpc.admin.search.query({ text: 'bittern' });
    expect(appointments.map((found) => [found.id, found.owedCents]).toSorted()).toEqual(
      [
        [id, remainingBalanceCents],
        [open, 0 as typeof remainingBalanceCents],
      ].toSorted(),
    );
  }
});

test('a found guest has the code of their newest order instead of a username', async () => {
  const guest = { customerName: 'Greta Grebe', customerPhone: '(269) 555-0191' };
  await book(app.visitor(), { ...guest, date: addDays(TOMORROW, 7) });
  const id = await book(app.visitor(), { ...guest, date: addDays(TOMORROW, 10) });
  const { publicCode } = (await staff.trpc.admin.appointment.query({ id })).appointment;
  const { customers } = await staff.trpc.admin.search.query({ text: 'grebe' });
  expect(customers).toMatchObject([
    { isGuest: true, fullName: 'Greta Grebe', phone: guest.customerPhone, guestCode: publicCode },
  ]);
  const people = await staff.trpc.admin.search.query({ text: 'olga' });
  expect(people.customers).toMatchObject([{ isGuest: false, guestCode: null }]);
});
