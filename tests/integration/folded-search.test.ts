/** Tests staff's search over folded letters and digits, and the order of names. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Db } from '@/db/client';
import { foldStaleTexts } from '@/db/search-texts';
import { foldSearchTexts } from '@/server/modules/search/search.usecases';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { onEveryDatabase } from '../support/every-database';
import type { Visitor } from '../support/visitor';

/** A name, and how staff type it. */
const NAMES: [string, string[]][] = [
  ['Élodie Durand', ['élodie', 'ELODIE', 'elodie', 'E\u0301lodie']],
  ['Ångström Berg', ['ångström', 'angstrom', 'ANGSTRÖM']],
  ['Ole Ørsted', ['ørsted', 'orsted', 'ØRSTED']],
  ['Łukasz Nowak', ['łukasz', 'lukasz', 'LUKASZ']],
  ['Jonas Strauß', ['strauß', 'strauss', 'STRAUSS']],
  ['Pat O’Brien', ["o'brien", 'obrien', 'O’Brien', 'OʼBRIEN']],
  ['Marie Œuvrard', ['oeuvrard', 'œuvrard']],
  ['Işık Kaya', ['isik', 'ışık', 'ISIK']],
  ["Ben O'Neil", ['o’neil', 'oneil']],
  ['Ｗｉｄｅ Müller', ['wide muller', 'müller', 'MU\u0308LLER']],
];

/** Every place where staff search customers and their deliveries. */
async function found(staff: Visitor, text: string) {
  const one = await staff.trpc.admin.search.query({ text });
  const list = await staff.trpc.admin.customers.query({ search: text });
  const file = await staff.fetch(
    `/api/admin/export/customers.csv?search=${encodeURIComponent(text)}`,
  );
  const section = await staff.trpc.admin.appointments.query({ status: 'pending', search: text });
  const lines = (await file.text()).split('\r\n').slice(1, -1);
  return {
    search: one.customers.map(({ fullName }) => fullName),
    list: list.customers.map(({ fullName }) => fullName),
    file: lines.map((line) => line.split(',')[0]?.replaceAll('"', '')),
    section: section.appointments.map(({ customerFullName }) => customerFullName),
  };
}

const inEach = (name: string) => ({ search: [name], list: [name], file: [name], section: [name] });

onEveryDatabase((appOf) => {
  test('a customer is found everywhere, however their name and number are spelled', async () => {
    const app = appOf();
    const staff = await admin(app);
    const phone = '(269)\u00A0555\u20110123';
    const pat = await customer(app, { fullName: 'Pat O’Brien-Ørsted', phone });
    await book(pat);
    const words = ['obrien', "o'brien", 'ORSTED', 'ørsted pat', '2695550123', '269–555–0123'];
    for (const text of [...words, 'tel:+12695550123', '269 555 0123x4', '555-0123', '٢٦٩٥٥٥٠١٢٣']) {
      expect({ text, ...(await found(staff, text)) }).toEqual({
        text,
        ...inEach('Pat O’Brien-Ørsted'),
      });
    }
    await pat.trpc.auth.updateProfile.mutate({ fullName: 'Zoë Straße' });
    // The delivery keeps the name under which it was booked.
    expect(await found(staff, 'obrien')).toEqual({
      ...{ search: [], list: [], file: [] },
      section: ['Zoë Straße'],
    });
    expect(await found(staff, 'zoe strasse')).toEqual(inEach('Zoë Straße'));
  });
});

let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ settings: { limitFactor: 0 } });
  staff = await admin(app);
  await app.deps.db.client.execute(
    'insert into booking_settings (id, default_capacity, updated_at) values (1, 1000, 0)',
  );
  for (const [fullName] of NAMES) await book(await customer(app, { fullName }));
});
afterAll(() => app.close());

describe('names', () => {
  test.each(NAMES)('%p is found as %p, everywhere', async (name, typed) => {
    for (const text of typed) {
      expect({ text, ...(await found(staff, text)) }).toEqual({ text, ...inEach(name) });
    }
  });

  test('of drivers are found in the same ways, with their deliveries', async () => {
    const password = 'driver-password';
    const username = 'eric';
    await staff.trpc.admin.addDriver.mutate({ name: 'Éric Dürer', username, password });
    const driver = (await staff.trpc.admin.search.query({ text: 'eric' })).drivers[0];
    const id = await book(await customer(app, { fullName: 'For Eric' }));
    await readyToDeliver(staff, id, driver?.id);
    for (const text of ['éric', 'eric', 'ÉRIC', 'dürer', 'durer', 'durer eric', 'DURER']) {
      const { drivers, appointments } = await staff.trpc.admin.search.query({ text });
      expect({ text, drivers }).toMatchObject({ drivers: [{ name: 'Éric Dürer' }] });
      expect({ text, appointments }).toMatchObject({ appointments: [{ id }] });
    }
    await staff.trpc.admin.editDriver.mutate({ id: driver?.id ?? 0, name: 'Øyvind' });
    const names = async (text: string) =>
      (await staff.trpc.admin.search.query({ text })).drivers.map(({ name }) => name);
    expect([await names('eric'), await names('oyvind')]).toEqual([[], ['Øyvind']]);
  });

  test('are sorted in English order in the list and the file, across pages', async () => {
    const list = async (descending: boolean) => {
      const { customers } = await staff.trpc.admin.customers.query({ sort: 'name', descending });
      return customers.map(({ fullName }) => fullName);
    };
    const expected = [
      'Ångström Berg',
      "Ben O'Neil",
      'Élodie Durand',
      'For Eric',
      'Işık Kaya',
      'Jonas Strauß',
      'Łukasz Nowak',
      'Marie Œuvrard',
      'Ole Ørsted',
      'Pat O’Brien',
      'Ｗｉｄｅ Müller',
    ];
    expect(await list(false)).toEqual(expected);
    expect(await list(true)).toEqual(expected.toReversed());
    const file = await staff.fetch('/api/admin/export/customers.csv');
    const lines = (await file.text()).split('\r\n').slice(1, -1);
    expect(lines.map((line) => line.split(',')[0]?.replaceAll('"', ''))).toEqual(expected);
  });

  test('in the audit log are found in the same ways', async () => {
    const actions = async (search: string) =>
      (await staff.trpc.admin.activity.query({ filter: { search } })).entries.map(
        ({ action }) => action,
      );
    const { customers } = await staff.trpc.admin.customers.query({ search: 'obrien' });
    await staff.trpc.admin.addCustomerNote.mutate({
      id: customers[0]?.id ?? '',
      text: 'Prefers Łódź pier',
    });
    for (const text of ['lodz', 'ŁÓDŹ', 'prefers lodz']) {
      expect(await actions(text)).toEqual(['customer.noted']);
    }
    await staff.trpc.admin.addCustomer.mutate({
      fullName: 'Noted Person',
      phone: '(269)\u00A0555\u20110177',
      email: 'noted@lake.example',
    });
    expect(await actions('2695550177')).toEqual(['account.made']);
  });
});

describe('an appointment', () => {
  test('of a guest is found by its typed text', async () => {
    const contact = { customerPhone: '+44 20 7946 0958', customerName: 'Søren Ægir' };
    const id = await book(app.visitor(), {
      ...contact,
      location: 'Dvořák’s Pier',
      slipNumber: 'Ž 9',
    });
    for (const text of ['soren', 'aegir', 'dvoraks', 'z 9', '+442079460958', '020 7946 0958']) {
      const { appointments } = await staff.trpc.admin.search.query({ text });
      expect({ text, ids: appointments.map((one) => one.id) }).toEqual({ text, ids: [id] });
      const list = await staff.trpc.admin.appointments.query({ status: 'pending', search: text });
      expect({ text, ids: list.appointments.map((one) => one.id) }).toEqual({ text, ids: [id] });
      const file = await staff.fetch(
        `/api/admin/export/appointments.csv?search=${encodeURIComponent(text)}`,
      );
      expect((await file.text()).split('\r\n')).toHaveLength(3);
    }
  });
});

describe("texts that aren't folded yet", () => {
  const many = 450;

  /** Sets up the state after an upgrade: many customers whose texts the last release stored. */
  async function upgraded() {
    const big = await startTestApp();
    const boss = await admin(big);
    const { client } = big.deps.db;
    await client.batch(
      Array.from({ length: many }, (_, index) => ({
        sql: `insert into users (id, username, full_name, password, role, created_at, updated_at)
          values (?, ?, ?, '-', 'customer', 0, 0)`,
        args: [`u${index}`, `user${index}`, index === 0 ? 'Élodie Ørsted' : `Person ${index}`],
      })),
      'write',
    );
    await client.execute(
      "update customer_search_texts set stale = 1, text = (select ' ' || full_name || ' ' || username || ' ' from users where id = user_id)",
    );
    return { big, boss };
  }

  test('are found as before, and correctly once the job has folded them', async () => {
    const { big, boss } = await upgraded();
    const names = async (text: string) =>
      (await boss.trpc.admin.customers.query({ search: text })).customers.map(
        (one) => one.fullName,
      );
    expect(await names('elodie')).toEqual(['Élodie Ørsted']);
    await foldSearchTexts({ deps: big.deps });
    expect(await names('orsted')).toEqual(['Élodie Ørsted']);
    const { rows } = await big.deps.db.client.execute(
      'select count(*) as stale from customer_search_texts where stale > 0',
    );
    expect(rows[0]?.stale).toBe(0);
    // The previous release folded texts without phone keys. They get them too.
    const count = 'select count(*) as n from customer_search_texts where phone_key is null';
    await big.deps.db.client.execute('update customer_search_texts set phone_key = null');
    await foldSearchTexts({ deps: big.deps });
    expect((await big.deps.db.client.execute(count)).rows[0]?.n).toBe(0);
    const { total, customers } = await boss.trpc.admin.customers.query({});
    expect({ total, first: customers[0]?.fullName }).toEqual({
      total: many,
      first: 'Élodie Ørsted',
    });
    await big.close();
  });

  test("don't count as folded if they change during the job", async () => {
    const { db } = app.deps;
    const kim = await customer(app, { fullName: 'Kim Before' });
    let isFirst = true;
    const conflict: Db = {
      ...db,
      read: (queries) => db.read(queries),
      batch: async (statements) => {
        if (isFirst) await kim.trpc.auth.updateProfile.mutate({ fullName: 'Kim Thereafter' });
        isFirst = false;
        return db.batch(statements);
      },
    };
    await foldStaleTexts(conflict);
    expect((await found(staff, 'kim before')).list).toEqual([]);
    expect((await found(staff, 'thereafter')).list).toEqual(['Kim Thereafter']);
    const { rows } = await db.client.execute(
      "select name_key from users where full_name = 'Kim Thereafter'",
    );
    expect(rows[0]?.name_key).toBe('kim thereafter');
  });

  test('of an order without a name are found by its dock', async () => {
    const id = await book(await customer(app, { fullName: 'Dock Only' }), {
      ...ORDER,
      location: 'Żółw Bay',
    });
    const { appointments } = await staff.trpc.admin.search.query({ text: 'zolw' });
    expect(appointments.map((one) => one.id)).toEqual([id]);
  });
});
