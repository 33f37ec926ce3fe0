import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addDays } from '@/domain/dates';
import { admin, book, customer, driver, type ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let ann: Visitor;
let bob: Visitor;
const ids: Record<string, string> = {};

/** Ann has a paid, a booked, and a cancelled appointment. Bob has none, and Cy has a test. */
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
  const { driverId } = await driver(app);
  ann = await customer(app, { username: 'ann', fullName: 'Ann Pike', email: 'ann@lake.example' });
  bob = await customer(app, {
    username: 'bob',
    fullName: '=HYPERLINK("http://evil")',
    email: 'bob@lake.example',
    phone: '+1 269 555 0123',
  });
  const cy = await customer(app, { username: 'cy', fullName: 'Cy Test', email: 'cy@lake.example' });
  for (const [name, visitor] of [
    ['ann', ann],
    ['bob', bob],
    ['cy', cy],
  ] as const) {
    ids[name] = (await visitor.trpc.auth.me.query())?.id ?? '';
  }
  const on = (day: number, over: Partial<typeof ORDER> = {}) => ({
    date: addDays(TOMORROW, day),
    ...over,
  });
  const delivered = await book(ann, on(0));
  await readyToDeliver(staff, delivered, driverId);
  await staff.trpc.admin.complete.mutate({ id: delivered, actualGallons: 20 });
  app.clock.advance(1_000);
  await book(ann, on(1));
  const cancelled = await book(ann, on(2));
  await ann.trpc.booking.cancel.mutate({ id: cancelled });
  await ann.trpc.booking.create.mutate({
    date: addDays(TOMORROW, 3),
    time: '10:00 AM - 12:00 PM',
    location: 'Pier',
    estimatedGallons: 5,
  });
  await app.deps.db.client.execute(
    "insert into promo_codes (code, created_at) values ('DOCKTEST', 0)",
  );
  const tested = await book(cy, { ...on(4), promoCode: 'DOCKTEST' });
  await readyToDeliver(staff, tested, driverId);
  await staff.trpc.admin.complete.mutate({ id: tested, actualGallons: 20 });
});
afterAll(() => app.close());

const names = async (input: Parameters<typeof staff.trpc.admin.customers.query>[0]) =>
  (await staff.trpc.admin.customers.query(input)).customers.map((found) => found.username);

describe('the list of customers', () => {
  test('has the values of the six columns', async () => {
    const { customers, total, pageSize } = await staff.trpc.admin.customers.query({});
    expect({ total, pageSize }).toEqual({ total: 3, pageSize: 25 });
    const paid = 20 * 410 + 2 * 500 + 700 + 3000;
    expect(customers.find((found) => found.username === 'ann')).toEqual({
      id: ids.ann ?? '',
      username: 'ann',
      isGuest: false,
      fullName: 'Ann Pike',
      email: 'ann@lake.example',
      phone: '(269) 555-0117',
      totalAppointments: 3,
      totalOrders: 2,
      totalSpentCents: paid,
      lastServiceDate: TOMORROW,
      lastOrderAt: app.clock.now(),
      status: 'Active',
      balanceCents: 0,
      tags: [],
    });
    expect(customers.find((found) => found.username === 'bob')).toMatchObject({
      totalOrders: 0,
      lastOrderAt: null,
      lastServiceDate: null,
      status: 'New',
    });
    expect(customers.find((found) => found.username === 'cy')).toMatchObject({
      totalOrders: 1,
      totalSpentCents: 0,
    });
  });

  test('leaves out staff and drivers', async () => {
    expect((await names({})).sort()).toEqual(['ann', 'bob', 'cy']);
  });

  test('is searched by name, username, email, and phone, with wildcards as plain text', async () => {
    expect(await names({ search: 'pike' })).toEqual(['ann']);
    expect(await names({ search: 'BOB' })).toEqual(['bob']);
    expect(await names({ search: 'cy@lake' })).toEqual(['cy']);
    expect(await names({ search: '555-0117' })).toEqual(['ann', 'cy']);
    for (const phone of ['2695550117', '269.555.0117', '+1 (269) 555-0117', '5550117']) {
      expect(await names({ search: phone })).toEqual(['ann', 'cy']);
    }
    expect(await names({ search: '269-555-0118' })).toEqual([]);
    expect(await names({ search: '%' })).toEqual([]);
    expect(await names({ search: "' or 1=1 --" })).toEqual([]);
  });

  test('sorts by each column in both directions', async () => {
    const sorted = (sort: string, descending: boolean) => names({ sort, descending } as never);
    expect(await sorted('name', false)).toEqual(['bob', 'ann', 'cy']);
    expect(await sorted('name', true)).toEqual(['cy', 'ann', 'bob']);
    expect(await sorted('contact', false)).toEqual(['ann', 'bob', 'cy']);
    expect(await sorted('orders', true)).toEqual(['ann', 'cy', 'bob']);
    expect((await sorted('spent', true))[0]).toBe('ann');
    expect((await sorted('lastOrder', false))[0]).toBe('bob');
    expect((await sorted('status', false))[0]).toBe('bob');
    const wrong = staff.trpc.admin.customers.query({ sort: 'password' } as never);
    expect((await refusal(wrong)).status).toBe(400);
  });

  test('has pages of 25', async () => {
    const big = await startTestApp();
    const boss = await admin(big);
    for (let n = 1; n <= 27; n += 1) {
      await big.deps.db.client.execute({
        sql: "insert into users (id, username, password, role, created_at, updated_at) values (?, ?, '-', 'customer', 0, 0)",
        args: [`u${n}`, `user${String(n).padStart(2, '0')}`],
      });
    }
    for (const sort of ['name', 'spent'] as const) {
      const first = await boss.trpc.admin.customers.query({ sort });
      const second = await boss.trpc.admin.customers.query({ sort, page: 2 });
      expect(first.customers).toHaveLength(25);
      expect(second.customers).toHaveLength(2);
      const all = [...first.customers, ...second.customers].map((found) => found.id);
      expect(new Set(all).size).toBe(27);
    }
    const zero = boss.trpc.admin.customers.query({ page: 0 });
    expect((await refusal(zero)).message).toBe('Please enter a page number of 1 or higher.');
    await big.close();
  });
});

describe('a customer', () => {
  test('has pages of appointments, latest first, without holds', async () => {
    const { appointments, total } = await staff.trpc.admin.customerOrders.query({
      id: ids.ann ?? '',
    });
    expect(total).toBe(3);
    expect(appointments.map((order) => order.status)).toEqual([
      'cancelled',
      'pending',
      'completed',
    ]);
    const none = await staff.trpc.admin.customerOrders.query({ id: ids.ann ?? '', page: 2 });
    expect(none.appointments).toEqual([]);
  });

  test('shows their balance', async () => {
    const dee = await customer(app, { username: 'dee', fullName: 'Dee' });
    const id = await book(dee, { date: addDays(TOMORROW, 6) }, '4000000000000341');
    await readyToDeliver(staff, id);
    const done = await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    expect(done.balancePaid).toBe(false);
    const { customer: found, balanceCents } = await staff.trpc.admin.customer.query({
      id: (await dee.trpc.auth.me.query())?.id ?? '',
    });
    expect(balanceCents).toBe(done.totalPriceCents);
    expect(found.totalSpentCents).toBe(0);
  });

  test('has notes that can be added and removed', async () => {
    const id = ids.ann ?? '';
    const notes = await staff.trpc.admin.addCustomerNote.mutate({ id, text: '  Bites. The dog. ' });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatchObject({ text: 'Bites. The dog.', authorName: 'Alex Harbor' });
    expect((await staff.trpc.admin.customer.query({ id })).notes).toHaveLength(1);
    const noteId = notes[0]?.id ?? '';
    const remove = () => staff.trpc.admin.removeCustomerNote.mutate({ id: noteId });
    expect(await Promise.all([remove(), remove()])).toContainEqual({ removed: true });
    expect(await remove()).toEqual({ removed: false });
    expect((await staff.trpc.admin.customer.query({ id })).notes).toEqual([]);
    const empty = staff.trpc.admin.addCustomerNote.mutate({ id, text: '   ' });
    expect(await refusal(empty)).toMatchObject({
      status: 400,
      message: 'Please enter the note first.',
    });
    const unknown = staff.trpc.admin.addCustomerNote.mutate({ id: 'nobody', text: 'x' });
    expect((await refusal(unknown)).status).toBe(404);
  });

  test("has a note once if it's sent again after a lost answer", async () => {
    const sam = await customer(app);
    const { id } = await sam.trpc.auth.requireMe.query();
    const note = (text: string, requestId: string) =>
      staff.trpc.admin.addCustomerNote.mutate({ id, text, requestId });
    await Promise.all([note('Bites.', 'one-press'), note('Bites.', 'one-press')]);
    expect(await note('Bites.', 'one-press')).toMatchObject([{ text: 'Bites.' }]);
    // The same text in another request, and another text from the same form, are saved as separate
    // notes.
    await note('Bites.', 'other-press');
    expect(await note('Bites. The dog.', 'one-press')).toHaveLength(3);
  });

  test("isn't found by an unknown ID or a staff member's", async () => {
    const boss = (await staff.trpc.auth.me.query())?.id ?? '';
    for (const id of ['nobody', boss]) {
      expect(await refusal(staff.trpc.admin.customer.query({ id }))).toMatchObject({
        status: 404,
        message: 'We couldn’t find that customer.',
      });
    }
  });
});

describe('outside the app', () => {
  test('the REST list has dollars and dates', async () => {
    const { status, body } = await staff.rest('GET', '/api/admin/customers');
    expect(status).toBe(200);
    const found = body.find((one: { username: string }) => one.username === 'ann');
    expect(found).toMatchObject({
      totalAppointments: 3,
      totalOrders: 2,
      totalSpent: 129,
      lastServiceDate: TOMORROW,
      lastOrderDate: new Date(app.clock.now()).toISOString(),
    });
    expect(JSON.stringify(body)).not.toContain('password');
  });

  test('the CSV has every customer and no formulas', async () => {
    const response = await staff.fetch('/api/admin/export/customers.csv');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain('dockside-customers.csv');
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines[0]).toBe(
      'Name,Username,Email,Phone,Total appointments,Total orders,Total spent,Last service,Last order,Status',
    );
    expect(lines).toContain(
      `"'=HYPERLINK(""http://evil"")",bob,bob@lake.example,(269) 555-0123,0,0,0.00,,,New`,
    );
    expect(lines.find((line) => line.includes('ann@'))).toEndWith(
      `3,2,129.00,${TOMORROW},2026-06-13,Active`,
    );
    expect((await staff.fetch('/api/admin/export/secrets.csv')).status).toBe(404);
    const found = await staff.fetch('/api/admin/export/customers.csv?search=ann%40');
    expect((await found.text()).trim().split('\r\n')).toHaveLength(2);
  });

  test('only staff can read the list', async () => {
    const { visitor: dana } = await driver(app);
    const id = ids.ann ?? '';
    for (const [who, status] of [
      [app.visitor(), 401],
      [ann, 403],
      [dana, 403],
    ] as const) {
      for (const answer of await refusals([
        who.trpc.admin.customers.query({}),
        who.trpc.admin.exportCustomers.query({}),
        who.trpc.admin.customer.query({ id }),
        who.trpc.admin.customerOrders.query({ id }),
        who.trpc.admin.addCustomerNote.mutate({ id, text: 'hello' }),
        who.trpc.admin.removeCustomerNote.mutate({ id }),
      ])) {
        expect(answer.status).toBe(status);
      }
      expect((await who.rest('GET', '/api/admin/customers')).status).toBe(status);
      expect((await who.fetch('/api/admin/export/customers.csv')).status).toBe(status);
    }
  });
});
