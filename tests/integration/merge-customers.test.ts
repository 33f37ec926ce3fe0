/** Tests that staff can merge two customer records and undo it. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { forgetMerges } from '@/server/modules/customers/merge-customers.usecases';
import { admin, book, customer, ORDER, office, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { databaseOf, merge } from '../support/merge';
import { DECLINES } from '../support/money-scene';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 100 });
  staff = await admin(app);
});
afterEach(() => app.close());

const DAY_MS = 86_400_000;
const GAIL = {
  customerName: 'Gail Marsh',
  customerEmail: 'gail@bay.example',
  customerPhone: '(269) 555-0142',
};
const OTHER_GAIL = {
  customerName: 'G. Marsh',
  customerEmail: 'gmarsh@work.example',
  customerPhone: '(269) 555-0143',
};
const bookAs = (contact: Partial<typeof GAIL>, over = {}) =>
  book(app.visitor(), { ...contact, ...over });
const listed = async () => (await staff.trpc.admin.customers.query({})).customers;
const idOf = async (name: string) => {
  const found = (await listed()).find(({ fullName }) => fullName === name);
  if (!found) throw new Error(`${name} isn’t listed`);
  return found.id;
};
const page = (id: string) => staff.trpc.admin.customer.query({ id });
const ordersOf = async (id: string) =>
  (await staff.trpc.admin.customerOrders.query({ id })).appointments.map((one) => one.id);
const undo = (number: number, who = staff) => who.trpc.admin.undoMerge.mutate({ number });

/** Books as two guests who are one person. */
async function twoGuests() {
  const deliveries = [await bookAs(GAIL), await bookAs(OTHER_GAIL)];
  const [keptId, goneId] = [await idOf('Gail Marsh'), await idOf('G. Marsh')];
  await staff.trpc.admin.addCustomerTag.mutate({ id: keptId, tag: 'Early' });
  await staff.trpc.admin.addCustomerTag.mutate({ id: goneId, tag: 'early' });
  await staff.trpc.admin.addCustomerTag.mutate({ id: goneId, tag: 'Dock 4' });
  await staff.trpc.admin.addCustomerNote.mutate({ id: goneId, text: 'Call first' });
  return { keptId, goneId, deliveries };
}

/** A customer who signs in, and their ID. */
async function account(name = 'ann') {
  const visitor = await customer(app, {
    ...{ username: name, email: `${name}@lake.example`, fullName: `${name} Pike` },
  });
  return { visitor, id: (await visitor.trpc.auth.requireMe.query()).id };
}

/** An account that staff created and nobody has used, with one of everything. */
async function unusedAccount() {
  const { id } = await staff.trpc.admin.addCustomer.mutate({
    ...{ fullName: 'Pike Marina', email: 'pike@marina.example', phone: '(269) 555-0190' },
    requestId: 'new-customer-of-the-test',
  });
  await staff.trpc.admin.addCustomerBoat.mutate({ customerId: id, name: 'Gull' });
  await staff.trpc.admin.addCustomerDock.mutate({ customerId: id, label: 'Pier 9' });
  await staff.trpc.admin.addCustomerTag.mutate({ id, tag: 'Marina' });
  await staff.trpc.admin.changeHouseAccount.mutate({
    ...{ userId: id, termsDays: '30', billTo: 'Pike Marina', creditLimit: '', isEnded: false },
    readChange: null,
  });
  const { client } = app.deps.db;
  await client.batch([
    {
      sql: "insert into tax_exemptions (user_id, certificate, set_by, set_at) values (?, 'MI-77', 'Alex', 5)",
      args: [id],
    },
    {
      sql: "insert into loyalty_points (id, user_id, points, total_earned, last_updated) values ('own', ?, 7, 9, 5)",
      args: [id],
    },
    { sql: 'insert into texts_off (id, at) values (?, 3)', args: [id] },
  ]);
  await staff.trpc.admin.bookForCustomer.mutate({
    ...{ id: 'delivery-of-the-marina', customerId: id, date: '2026-06-14' },
    ...{ time: '10:00 AM - 12:00 PM', location: 'Pier 9', fuelType: 'Regular', canType: 'boat' },
    ...{ estimatedGallons: '20', smallIceBags: 1, largeIceBags: 0, customerName: 'Pike Marina' },
    customerPhone: '(269) 555-0190',
  });
  return id;
}

describe('a merge', () => {
  test('of two guests moves deliveries, notes, and tags, and undoing it restores everything', async () => {
    const { keptId, goneId, deliveries } = await twoGuests();
    const before = await databaseOf(app, staff);
    const number = await merge(staff, { keptId, goneId }, ['phone', 'email']);
    const [only, ...others] = await listed();
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      id: keptId,
      fullName: 'Gail Marsh',
      email: OTHER_GAIL.customerEmail,
      phone: OTHER_GAIL.customerPhone,
      totalOrders: 2,
    });
    expect((await ordersOf(keptId)).sort()).toEqual(deliveries.sort());
    const { customer: kept, notes } = await page(keptId);
    expect(kept.tags).toEqual(['Dock 4', 'Early']);
    expect(notes.map(({ text }) => text)).toEqual(['Call first']);
    expect((await refusal(page(goneId))).status).toBe(404);
    // A new delivery under either contact belongs to the same record.
    expect(await staff.trpc.admin.merges.query({ id: keptId })).toMatchObject([
      { number, name: 'G. Marsh', madeBy: 'Alex Harbor', mayUndo: true },
    ]);
    await undo(number);
    expect(await databaseOf(app, staff)).toEqual(before);
    expect(await ordersOf(goneId)).toEqual([deliveries[1] ?? '']);
  });

  test('of a guest into an account shows the customer the delivery, without sending or charging', async () => {
    const { visitor, id: keptId } = await account();
    const delivery = await bookAs(GAIL);
    const goneId = await idOf('Gail Marsh');
    const before = await databaseOf(app, staff);
    const number = await merge(staff, { keptId, goneId }, ['phone']);
    expect(await ordersOf(keptId)).toEqual([delivery]);
    const mine = await visitor.trpc.booking.list.query();
    expect(JSON.stringify(mine)).toContain(delivery);
    const after = await databaseOf(app, staff);
    for (const table of ['outbox', 'charges', 'ledger', 'payment_methods', 'invoices']) {
      expect(after[table]).toEqual(before[table] ?? []);
    }
    await undo(number);
    expect(await databaseOf(app, staff)).toEqual(before);
  });

  test('of an account that nobody used moves boats, docks, points, and the house account', async () => {
    const { id: keptId } = await account();
    const goneId = await unusedAccount();
    await staff.trpc.admin.addCustomerBoat.mutate({ customerId: keptId, name: 'Tern' });
    const before = await databaseOf(app, staff);
    const number = await merge(staff, { keptId, goneId }, ['fullName', 'address']);
    const { customer: kept, boats, docks } = await page(keptId);
    expect(kept).toMatchObject({ fullName: 'Pike Marina', email: 'ann@lake.example' });
    expect(boats.map(({ name, isDefault }) => [name, isDefault]).sort()).toEqual([
      ['Gull', false],
      ['Tern', true],
    ]);
    expect(docks.map(({ label, isDefault }) => [label, isDefault])).toEqual([['Pier 9', true]]);
    const house = await staff.trpc.admin.houseAccount.query({ id: keptId });
    expect(house.account).toMatchObject({ billTo: 'Pike Marina' });
    expect(await staff.trpc.admin.exemption.query({ id: keptId })).toMatchObject({
      exemption: { certificate: 'MI-77' },
    });
    const after = await databaseOf(app, staff);
    expect(after.texts_off?.join()).toContain(keptId);
    expect(after.loyalty_points?.join()).toContain(keptId);
    expect(JSON.stringify(after)).not.toContain('pike@marina.example","email_key');
    await undo(number);
    expect(await databaseOf(app, staff)).toEqual(before);
  });

  test('that isn’t possible is refused with the reason, and changes nothing', async () => {
    const ann = await account();
    const bob = await account('bob');
    await bookAs(GAIL);
    const guest = await idOf('Gail Marsh');
    const dispatcher = await office(app, 'dispatcher');
    const before = await databaseOf(app, staff);
    const message = async (keptId: string, goneId: string) =>
      (await refusal(merge(staff, { keptId, goneId }))).message;
    expect(await message(ann.id, bob.id)).toContain('Both customers sign in');
    expect(await message(guest, ann.id)).toContain('Keep the account');
    expect(await message(ann.id, dispatcher.userId)).toContain('Staff accounts');
    expect(await message(ann.id, ann.id)).toContain('same record');
    expect(await message(ann.id, 'nobody')).toContain('couldn’t find');
    expect(await databaseOf(app, staff)).toEqual(before);
  });

  test('shows no details of someone in the office', async () => {
    const ann = await account();
    const { visitor } = await office(app, 'dispatcher');
    const { id: owner } = await staff.trpc.auth.requireMe.query();
    for (const [id, otherId] of [
      [ann.id, owner],
      [owner, ann.id],
    ] as const) {
      const compared = visitor.trpc.admin.compareCustomers.query({ id, otherId });
      expect(await refusal(compared)).toMatchObject({
        status: 409,
        message: 'Staff accounts can’t be merged.',
      });
    }
  });

  test('repeated, or made by two people at the same time, happens once', async () => {
    const { keptId, goneId } = await twoGuests();
    const first = await merge(staff, { keptId, goneId }, [], 'one-press');
    const again = { keptId, goneId, take: [], seen: 'x', requestId: 'one-press' };
    expect((await staff.trpc.admin.mergeCustomers.mutate(again)).number).toBe(first);
    await Promise.all([undo(first), undo(first)]);
    expect((await staff.trpc.admin.mergeCustomers.mutate(again)).number).toBe(first);
    expect(await listed()).toHaveLength(2);
    const other = await admin(app);
    const both = await Promise.allSettled([
      merge(staff, { keptId, goneId }),
      merge(other, { keptId: goneId, goneId: keptId }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await listed()).toHaveLength(1);
  });

  test('loses no booking made at the same time', async () => {
    const { visitor, id: keptId } = await account();
    const { goneId } = await twoGuests();
    const [, mine, theirs] = await Promise.all([
      merge(staff, { keptId, goneId }),
      book(visitor),
      bookAs(OTHER_GAIL, { time: '2:00 PM - 4:00 PM' }),
    ]);
    expect(await ordersOf(keptId)).toContain(mine);
    const all = await Promise.all((await listed()).map(({ id }) => ordersOf(id)));
    expect(all.flat().filter((id) => id === theirs)).toHaveLength(1);
  });

  test('is refused if a contact value changed since it was shown', async () => {
    const { keptId, goneId } = await twoGuests();
    const { seen } = await staff.trpc.admin.compareCustomers.query({ id: keptId, otherId: goneId });
    await staff.trpc.admin.editCustomer.mutate({ id: goneId, phone: '(269) 555-0199' });
    const late = staff.trpc.admin.mergeCustomers.mutate({
      ...{ keptId, goneId, take: [], seen, requestId: 'late-press' },
    });
    expect((await refusal(late)).status).toBe(409);
    expect(await listed()).toHaveLength(2);
  });
});

describe('an undo', () => {
  test('leaves what came afterward with the record that stayed', async () => {
    const { keptId, goneId, deliveries } = await twoGuests();
    const number = await merge(staff, { keptId, goneId });
    const later = await bookAs(OTHER_GAIL, { time: '2:00 PM - 4:00 PM' });
    await staff.trpc.admin.addCustomerNote.mutate({ id: keptId, text: 'After the merge' });
    await staff.trpc.admin.editCustomer.mutate({ id: keptId, phone: '(269) 555-0155' });
    // The list adds new deliveries to their guests.
    expect(await listed()).toHaveLength(1);
    expect(await ordersOf(keptId)).toContain(later);
    await undo(number);
    expect((await ordersOf(keptId)).sort()).toEqual([deliveries[0] ?? '', later].sort());
    const { customer: kept, notes } = await page(keptId);
    expect(kept.phone).toBe('(269) 555-0155');
    expect(notes.map(({ text }) => text)).toEqual(['After the merge']);
  });

  test('is possible for 30 days, and then a job deletes what it needed', async () => {
    const { keptId, goneId } = await twoGuests();
    const number = await merge(staff, { keptId, goneId });
    app.clock.advance(30 * DAY_MS - 1);
    staff = await admin(app);
    await forgetMerges(app);
    expect(await staff.trpc.admin.merges.query({ id: keptId })).toMatchObject([{ mayUndo: true }]);
    app.clock.advance(1);
    expect((await refusal(undo(number))).message).toBe(
      'A merge can be undone for 30 days. This one is older.',
    );
    app.clock.advance(1);
    await forgetMerges(app);
    const { rows } = await app.deps.db.client.execute('select moved from customer_merges');
    expect(rows[0]?.moved).toBeNull();
    expect(await staff.trpc.admin.merges.query({ id: keptId })).toMatchObject([
      { mayUndo: false, name: null },
    ]);
    expect((await refusal(undo(number))).message).toContain('30 days');
  });

  test('starts with the latest merge of a record', async () => {
    const { keptId, goneId } = await twoGuests();
    await bookAs({ customerName: 'Gus Marsh', customerPhone: '(269) 555-0177' });
    const third = await idOf('Gus Marsh');
    const first = await merge(staff, { keptId, goneId });
    const before = await databaseOf(app, staff);
    const second = await merge(staff, { keptId: third, goneId: keptId });
    expect((await refusal(undo(first))).message).toContain('became part of another');
    await undo(second);
    expect(await databaseOf(app, staff)).toEqual(before);
    await undo(first);
    expect(await listed()).toHaveLength(3);
  });

  test('is refused once the house account was used', async () => {
    const { id: keptId } = await account();
    const goneId = await unusedAccount();
    const number = await merge(staff, { keptId, goneId });
    const delivery = 'delivery-of-the-marina';
    await staff.trpc.admin.confirm.mutate({ id: delivery, noCardReason: 'Pays by invoice' });
    await staff.trpc.admin.schedule.mutate({ id: delivery });
    await staff.trpc.admin.complete.mutate({ id: delivery, actualGallons: 20 });
    expect((await refusal(undo(number))).message).toContain('house account was used');
  });

  test('asks for a card again for what was booked without one on the house account', async () => {
    const { visitor, id: keptId } = await account();
    const number = await merge(staff, { keptId, goneId: await unusedAccount() });
    const { appointment } = await visitor.trpc.booking.create.mutate(ORDER);
    const { id } = appointment;
    await visitor.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
    expect(await visitor.trpc.booking.get.query({ id })).toMatchObject({
      paymentMethod: 'invoice',
    });
    await undo(number);
    expect(await visitor.trpc.booking.get.query({ id })).toMatchObject({ paymentMethod: 'card' });
  });
});

test('undoing a merge into a house account asks for cards again', async () => {
  const { id: keptId } = await account();
  const contact = { fullName: 'Pike Marina', phone: '(269) 555-0190' };
  const { id: goneId } = await staff.trpc.admin.addCustomer.mutate({
    ...{ ...contact, email: 'pike@marina.example', requestId: 'new-customer-of-the-test' },
  });
  const booked = async (id: string, customerId: string | undefined, customerPhone: string) => {
    await staff.trpc.admin.bookForCustomer.mutate({
      ...{ id, customerId, date: '2026-06-14', time: '10:00 AM - 12:00 PM', location: 'Pier 9' },
      ...{ fuelType: 'Regular', canType: 'boat', estimatedGallons: '20', smallIceBags: 1 },
      ...{ largeIceBags: 0, customerName: `Of ${id}`, customerPhone },
    });
  };
  await booked('delivery-of-the-marina', goneId, '(269) 555-0190');
  await booked('delivery-of-the-guest', undefined, '(269) 555-0191');
  const guestId = await idOf('Of delivery-of-the-guest');
  const methods = async () =>
    (await app.deps.db.client.execute('select payment_method from appointments')).rows.map(
      (row) => row.payment_method,
    );
  const first = await merge(staff, { keptId, goneId });
  const second = await merge(staff, { keptId, goneId: guestId });
  await staff.trpc.admin.changeHouseAccount.mutate({
    ...{ userId: keptId, termsDays: '30', billTo: 'Ann', creditLimit: '', isEnded: false },
    readChange: null,
  });
  expect(await methods()).toEqual(['invoice', 'invoice']);
  await undo(second);
  expect((await methods()).toSorted()).toEqual(['card', 'invoice']);
  await undo(first);
  expect(await methods()).toEqual(['card', 'card']);
});

test('deleting an account also removes everything about the records merged into it', async () => {
  const { visitor, id: keptId } = await account();
  const delivery = await bookAs({ ...GAIL, customerName: 'Gail Quillfeather' });
  const goneId = await idOf('Gail Quillfeather');
  await staff.trpc.admin.addCustomerNote.mutate({ id: goneId, text: 'Quillfeather is loud' });
  await staff.trpc.admin.editCustomer.mutate({ id: goneId, email: 'quillfeather@bay.example' });
  const number = await merge(staff, { keptId, goneId });
  await visitor.trpc.booking.cancel.mutate({ id: delivery });
  await visitor.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
  await staff.trpc.admin.customers.query({});
  const { rows: tables } = await app.deps.db.client.execute(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.deps.db.client.execute(`select * from "${name}"`);
    if (/quillfeather/i.test(JSON.stringify(rows))) found.push(String(name));
  }
  expect(found).toEqual([]);
  expect((await refusal(undo(number))).message).toContain('was deleted');
});

test('a dispatcher can merge, and the activity shows it under the record that stayed', async () => {
  const { keptId, goneId } = await twoGuests();
  const { visitor: dispatcher } = await office(app, 'dispatcher');
  await undo(await merge(dispatcher, { keptId, goneId }), dispatcher);
  const { entries } = await staff.trpc.admin.activity.query({ filter: { person: keptId } });
  expect(entries.slice(0, 2).map(({ action }) => action)).toEqual([
    'customer.unmerged',
    'customer.merged',
  ]);
});

test('every delivery has one owner and the sums stay, whatever is merged, undone, and booked', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('merge' as const), a: fc.nat(4), b: fc.nat(4) }),
    fc.record({ kind: fc.constant('undo' as const), a: fc.nat(9), b: fc.constant(0) }),
    fc.record({ kind: fc.constant('book' as const), a: fc.nat(4), b: fc.constant(0) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      await app.close();
      app = await startTestApp({ capacity: 100 });
      staff = await admin(app);
      const ann = await account();
      const contacts = ['Al', 'Bo', 'Cy', 'Di'].map((name, index) => ({
        customerName: `${name} Marsh`,
        customerEmail: `${name}@bay.example`,
        customerPhone: `(269) 555-016${index}`,
      }));
      const ids = [ann.id];
      const deliveries: string[] = [];
      for (const contact of contacts) {
        const id = await book(
          app.visitor(),
          contact,
          contact === contacts[0] ? DECLINES : undefined,
        );
        deliveries.push(id);
        ids.push(await idOf(contact.customerName));
      }
      await readyToDeliver(staff, deliveries[0] ?? '');
      await staff.trpc.admin.complete.mutate({ id: deliveries[0] ?? '', actualGallons: 20 });
      const balance = async () =>
        (await listed()).reduce((sum, { balanceCents }) => sum + balanceCents, 0);
      const owed = await balance();
      expect(owed).toBeGreaterThan(0);
      const merges: number[] = [];
      for (const { kind, a, b } of steps) {
        if (kind === 'book') {
          const contact = contacts[a];
          deliveries.push(contact ? await book(app.visitor(), contact) : await book(ann.visitor));
        } else if (kind === 'undo') {
          const number = merges[a % Math.max(1, merges.length)];
          if (number) await undo(number).catch(() => null);
        } else {
          const pair = { keptId: ids[a] ?? '', goneId: ids[b] ?? '' };
          const before = await databaseOf(app, staff);
          const made = await merge(staff, pair).catch(() => null);
          if (made) {
            await undo(made);
            expect(await databaseOf(app, staff)).toEqual(before);
            merges.push(await merge(staff, pair));
          }
        }
        const people = await listed();
        const owned = await Promise.all(people.map(({ id }) => ordersOf(id)));
        expect(owned.flat().sort()).toEqual([...deliveries].sort());
        expect(await balance()).toBe(owed);
      }
    }),
    { numRuns: 6 },
  );
}, 120_000);
