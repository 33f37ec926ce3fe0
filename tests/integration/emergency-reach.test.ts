/**
 * Tests what emergency access can read about people: the deliveries it works on, but no customer
 * list or file.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { EMERGENCY_MESSAGES } from '@/domain/account/emergency';
import { RECENT_DAYS } from '@/domain/appointment/status';
import { addDays } from '@/domain/dates';
import { runBulkChanges } from '@/server/modules/bulk-changes/run.usecases';
import { OPERATIONS } from '@/server/rest/table';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const PASSWORD = 'break the glass';
const DAY_MS = 86_400_000;
/** The texts of a customer with an old delivery, and of one with a delivery today. */
const OLD = { fullName: 'Olga Formerly', phone: '(269) 555-0991', email: 'olga@lake.example' };
const NEW = { fullName: 'Nora Presently', phone: '(269) 555-0992', email: 'nora@lake.example' };

let app: TestApp;
let staff: Visitor;
let emergency: Visitor;
let today: string;
let recent: string;
beforeAll(async () => {
  app = await startTestApp({
    settings: { emergency: { password: PASSWORD, isShown: false }, secondFactorFor: 'none' },
  });
  const olga = await customer(app, { username: 'olga', ...OLD });
  staff = await admin(app);
  const old = await book(olga, { date: TODAY });
  await readyToDeliver(staff, old);
  await staff.trpc.admin.complete.mutate({ id: old, actualGallons: 10 });
  app.clock.advance(RECENT_DAYS * DAY_MS);
  today = addDays(TODAY, RECENT_DAYS);
  staff = await admin(app);
  const nora = await customer(app, { username: 'nora', ...NEW });
  recent = await book(nora, { date: today });
  await readyToDeliver(staff, recent);
  await staff.trpc.admin.complete.mutate({ id: recent, actualGallons: 25 });
  emergency = app.visitor();
  await emergency.trpc.auth.emergencyLogin.mutate({ password: PASSWORD });
});
afterAll(() => app.close());

const isRefused = { status: 403, reason: 'forbidden', message: EMERGENCY_MESSAGES.notItsWork };

test('emergency access sees no phone numbers in the results of bulk changes', async () => {
  const parts = [{ id: recent, version: 1 }];
  await staff.trpc.admin.beginBulkChange.mutate({
    ...{ requestId: crypto.randomUUID(), kind: 'cancel' as const, parts },
  });
  await runBulkChanges(app);
  const phonesOf = async ({ trpc }: Visitor) =>
    (await trpc.admin.bulkChanges.query())[0]?.leftOut.map((part) => part.customerPhone);
  expect(await phonesOf(staff)).toEqual([NEW.phone]);
  expect(await phonesOf(emergency)).toEqual([null]);
});

test('emergency access exports nothing, and each attempt is in the audit log', async () => {
  const files = OPERATIONS.filter(({ needs }) => needs === 'export').map(({ path }) => path);
  expect(files).toContain('/api/admin/export/customers.csv');
  for (const path of [...files, '/api/admin/appointments']) {
    const { status, body } = await emergency.rest('GET', path);
    expect([path, status, body.message]).toEqual([path, 403, EMERGENCY_MESSAGES.notItsWork]);
  }
  const { trpc } = emergency;
  for (const call of [
    () => trpc.admin.exportCustomers.query({}),
    () => trpc.account.ownData.query(),
    () => trpc.admin.activity.query({ filter: {} }),
    () => trpc.calendar.createLink.mutate({ name: 'Phone', driverId: null }),
    () => trpc.calendar.links.query(),
    () => trpc.auth.requireConfirmed.mutate(),
  ]) {
    expect(await refusal(call())).toMatchObject(isRefused);
  }
  const { entries } = await staff.trpc.admin.activity.query({
    filter: { search: 'customers.csv' },
  });
  expect(entries[0]).toMatchObject({ action: 'emergency.stopped' });
});

describe('emergency access opens no customer list:', () => {
  test('neither all customers, nor one with their orders, nor who owes what', async () => {
    const me = await staff.trpc.admin.customers.query({ search: 'olga' });
    const id = me.customers[0]?.id ?? '';
    const { admin: calls } = emergency.trpc;
    for (const call of [
      () => calls.customers.query({}),
      () => calls.customer.query({ id }),
      () => calls.customerOrders.query({ id }),
      () => calls.waitingMoney.query({}),
      () => calls.driverAccounts.query(),
    ]) {
      expect(await refusal(call())).toMatchObject(isRefused);
    }
  });

  test('its search finds only current deliveries', async () => {
    const search = (text: string) => emergency.trpc.admin.search.query({ text });
    expect(await search('Presently')).toMatchObject({
      customers: [],
      appointments: [{ id: recent }],
    });
    for (const text of ['Formerly', '0991', 'olga@lake.example']) {
      expect(await search(text)).toEqual({ customers: [], drivers: [], appointments: [] });
    }
    const found = await staff.trpc.admin.search.query({ text: 'Formerly' });
    expect(found.customers).toHaveLength(1);
  });

  test('its lists of appointments go back a week at most', async () => {
    const list = (caller: Visitor, recentOnly: boolean) =>
      caller.trpc.admin.appointments.query({ status: 'completed', recent: recentOnly });
    const shown = await list(emergency, false);
    expect(shown.appointments.map(({ id }) => id)).toEqual([recent]);
    expect(JSON.stringify(shown)).not.toContain('Formerly');
    expect((await list(staff, false)).total).toBe(2);
  });

  test('its day view refuses an older day and shows later ones', async () => {
    const { admin: calls, driver } = emergency.trpc;
    const date = TODAY;
    for (const call of [
      () => calls.day.query({ date }),
      () => calls.dispatch.query({ date }),
      () => calls.proposeMoves.query({ date }),
      () => driver.deliveries.query({ date }),
    ]) {
      expect(await refusal(call())).toMatchObject(isRefused);
    }
    expect((await emergency.rest('GET', `/api/appointments/date/${date}`)).status).toBe(403);
    const first = addDays(today, 1 - RECENT_DAYS);
    expect((await calls.day.query({ date: first })).lines).toEqual([]);
    expect((await calls.day.query({})).lines[0]).toMatchObject({ customerName: NEW.fullName });
    expect((await staff.trpc.admin.day.query({ date })).lines).toHaveLength(1);
  });
});

describe("its sign-in doesn't count as a proof", () => {
  const all = () => ({
    id: recent,
    requestId: crypto.randomUUID(),
    amount: '101',
    reason: 'Spilled',
  });

  test('for a large refund, which asks immediately and again after five minutes', async () => {
    const refund = () => emergency.trpc.admin.refund.mutate(all());
    expect(await refusal(refund())).toMatchObject({
      ...{ status: 403, reason: 'confirm_identity', details: { methods: ['password'] } },
    });
    const { challenge } = await emergency.trpc.auth.beginConfirmation.mutate();
    const wrong = { challenge, password: 'boss-password' };
    expect(await refusal(emergency.trpc.auth.confirmIdentity.mutate(wrong))).toMatchObject({
      status: 400,
    });
    await emergency.trpc.auth.confirmIdentity.mutate({ challenge, password: PASSWORD });
    await refund();
    app.clock.advance(6 * 60_000);
    const more = { ...all(), amount: '10' };
    expect(await refusal(emergency.trpc.admin.refund.mutate(more))).toMatchObject({
      reason: 'confirm_identity',
    });
  });
});
