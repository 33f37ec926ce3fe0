/** Tests the records of people who booked without an account, in staff's list of customers. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { DECLINES } from '../support/money-scene';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 20 });
  staff = await admin(app);
});
afterEach(() => app.close());

type Contact = {
  customerName?: string;
  customerEmail?: string;
  customerPhone?: string;
};
const GUEST = {
  customerName: 'Gail Marsh',
  customerEmail: 'gail@bay.example',
  customerPhone: '(269) 555-0142',
};
const bookAs = (contact: Contact, over = {}, card?: string) =>
  book(app.visitor(), { ...contact, ...over }, card);
const listed = async (input = {}) => (await staff.trpc.admin.customers.query(input)).customers;
const names = async (input = {}) => (await listed(input)).map((one) => one.fullName);
const one = async (input = {}) => {
  const [found] = await listed(input);
  if (!found) throw new Error('nobody is listed');
  return found;
};

describe('a guest', () => {
  test('is listed once, by email, by phone and name, or by phone alone without an email', async () => {
    await bookAs(GUEST);
    await bookAs({ ...GUEST, customerPhone: '(269) 555-0199', customerName: 'G. Marsh' });
    await bookAs({ ...GUEST, customerEmail: 'gail@work.example' });
    await bookAs({ ...GUEST, customerPhone: '+1 269 555 0142', customerEmail: 'GAIL@bay.example' });
    expect(await one({ sort: 'orders', descending: true })).toMatchObject({
      totalOrders: 4,
      isGuest: true,
      username: '',
      status: 'Active',
    });
    // Families share a phone number.
    await bookAs({
      customerName: 'Mo Marsh',
      customerEmail: 'mo@bay.example',
      customerPhone: GUEST.customerPhone,
    });
    expect(await names()).toHaveLength(2);
    expect(await names({ search: 'gail@work' })).toEqual([]);
    expect(await names({ search: 'mo@bay' })).toEqual(['Mo Marsh']);
    expect(await names({ search: '0142' })).toHaveLength(2);
  });

  test('is sorted among the customers and found by the search', async () => {
    await customer(app, { username: 'ann', email: 'ann@lake.example', fullName: 'Ann Pike' });
    await customer(app, { username: 'zoe', email: 'zoe@lake.example', fullName: 'Zoe Lake' });
    await bookAs(GUEST);
    expect(await names()).toEqual(['Ann Pike', 'Gail Marsh', 'Zoe Lake']);
    const found = await staff.trpc.admin.search.query({ text: 'gail' });
    expect(found.customers).toMatchObject([{ fullName: 'Gail Marsh', isGuest: true }]);
  });

  test('has deliveries, a balance, notes for the driver, and tags', async () => {
    const dana = await driver(app);
    const today = { date: TODAY, time: '2:00 PM - 4:00 PM' };
    const id = await bookAs(GUEST, today, DECLINES);
    const { id: guest } = await one();
    await staff.trpc.admin.addCustomerNote.mutate({
      id: guest,
      text: 'Call first',
      forDriver: true,
    });
    await staff.trpc.admin.addCustomerTag.mutate({ id: guest, tag: 'Dock 4' });
    await readyToDeliver(staff, id, dana.driverId);
    const day = await dana.visitor.trpc.driver.day.query({});
    expect(day.deliveries.map((stop) => stop.customerNotes)).toEqual([['Call first']]);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const page = await staff.trpc.admin.customer.query({ id: guest });
    expect(page).toMatchObject({ customer: { isGuest: true, tags: ['Dock 4'] } });
    expect(page.balanceCents).toBeGreaterThan(0);
    expect((await one({ tag: 'Dock 4' })).balanceCents).toBe(page.balanceCents);
    const orders = await staff.trpc.admin.customerOrders.query({ id: guest });
    expect(orders.appointments.map((order) => order.id)).toEqual([id]);
    const owed = await staff.trpc.admin.waitingMoney.query({ customerId: guest, kind: 'owed' });
    expect(owed.totalCents).toBe(page.balanceCents);
  });

  test('can be corrected, and so are the open deliveries', async () => {
    const id = await bookAs(GUEST);
    const { id: guest } = await one();
    await staff.trpc.admin.editCustomer.mutate({
      id: guest,
      fullName: 'Gail Marsh-Lee',
      phone: '(269) 555-0150',
      email: 'gail@new.example',
    });
    const { customer: page } = await staff.trpc.admin.customer.query({ id: guest });
    expect(page).toMatchObject({ fullName: 'Gail Marsh-Lee', email: 'gail@new.example' });
    const order = (await staff.trpc.admin.customerOrders.query({ id: guest })).appointments[0];
    expect(order).toMatchObject({
      id,
      customerFullName: 'Gail Marsh-Lee',
      customerPhone: '(269) 555-0150',
      customerEmail: 'gail@new.example',
    });
    expect(await names({ search: 'gail@new' })).toEqual(['Gail Marsh-Lee']);
    await bookAs({ ...GUEST, customerEmail: 'gail@new.example' });
    expect((await one()).totalOrders).toBe(2);
  });

  test('signs no one in, and may share an address with an account', async () => {
    await bookAs(GUEST);
    const { id } = await one();
    await customer(app, { username: 'gail', email: GUEST.customerEmail, fullName: 'Gail Marsh' });
    expect(await names()).toEqual(['Gail Marsh', 'Gail Marsh']);
    for (const password of ['', ' ', 'guest']) {
      const signIn = app.visitor().trpc.auth.login.mutate({ username: `guest-${id}`, password });
      expect([400, 401]).toContain((await refusal(signIn)).status);
    }
  });

  test('isn’t listed for a hold, and leaves when the account claims the last delivery', async () => {
    const browser = app.visitor();
    await book(browser, GUEST);
    const { id } = await one();
    await staff.trpc.admin.addCustomerNote.mutate({ id, text: 'Pays in cash', forDriver: false });
    await browser.trpc.auth.register.mutate({
      username: 'gail',
      password: 'six-characters',
      email: GUEST.customerEmail,
      fullName: GUEST.customerName,
      phone: GUEST.customerPhone,
      homeAddress: '58112 Lakeshore Drive',
      preferredFuelType: 'Regular',
    });
    const [only, ...others] = await listed();
    expect(others).toEqual([]);
    expect(only).toMatchObject({ isGuest: false, totalOrders: 1 });
    const page = await staff.trpc.admin.customer.query({ id: only?.id ?? '' });
    expect(page.notes.map(({ text }) => text)).toEqual(['Pays in cash']);
  });
});
