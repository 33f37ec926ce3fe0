/** Tests what dispatchers, accountants, and viewers can do and read, and what they can't. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addDays } from '@/domain/dates';
import type { LiveTopic } from '@/domain/live/topics';
import { topicsOf } from '@/domain/live/topics';
import type { Role, UserActor } from '@/domain/roles';
import { appRouter } from '@/server/trpc';
import { admin, book, customer, driver, ORDER, office, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const PHONE = '(269) 555-0884';
const EMAIL = 'petra@lake.example';

let app: TestApp;
let owner: Visitor;
let dispatcher: Visitor;
let accountant: Visitor;
let viewer: Visitor;
let petra: Visitor;
let driverId: number;
/** Petra's delivery for tomorrow. */
let delivery: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await admin(app);
  dispatcher = (await office(app, 'dispatcher')).visitor;
  accountant = (await office(app, 'accountant')).visitor;
  viewer = (await office(app, 'viewer')).visitor;
  driverId = (await driver(app)).driverId;
  petra = await customer(app, {
    username: 'petra',
    fullName: 'Petra Waters 269-555-0884',
    phone: PHONE,
    email: EMAIL,
  });
  delivery = await book(petra, { location: `Maple Island, call 269 555 0884 or ${EMAIL}` });
  await app.visitor().trpc.booking.create.mutate({
    ...ORDER,
    time: '12:00 PM - 2:00 PM',
    customerPhone: '2695550884',
  });
});
afterAll(() => app.close());

type Procedure = { _def: { type: string } };

const isForbidden = { status: 403, reason: 'forbidden' };

describe('a dispatcher', () => {
  test('takes a delivery from confirmation to completion, and cancels', async () => {
    const id = await book(petra, { time: '2:00 PM - 4:00 PM' });
    await readyToDeliver(dispatcher, id, driverId);
    await dispatcher.trpc.driver.enRoute.mutate({ id });
    await dispatcher.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const { appointment } = await dispatcher.trpc.admin.appointment.query({ id });
    expect(appointment.status).toBe('completed');
    const other = await book(petra, { date: addDays(TOMORROW, 1) });
    const cancelled = await dispatcher.trpc.admin.cancel.mutate({ id: other });
    expect(cancelled.status).toBe('cancelled');
  });

  test('changes an appointment over REST like an admin', async () => {
    const id = await book(petra, { date: addDays(TOMORROW, 2) });
    const { status, body } = await dispatcher.rest('PATCH', `/api/appointments/${id}`, {
      status: 'confirmed',
    });
    expect([status, body.status]).toEqual([200, 'confirmed']);
  });

  test('can’t set a custom price, over tRPC or REST', async () => {
    const order = { estimatedGallons: 20, smallIceBags: 2, largeIceBags: 1 };
    const cheap = { ...order, customFuelPrice: 0.01 };
    const call = dispatcher.trpc.admin.editDetails.mutate({ id: delivery, ...cheap });
    expect(await refusal(call)).toMatchObject({ ...isForbidden, field: 'customFuelPrice' });
    const path = `/api/admin/appointments/${delivery}/update-details`;
    expect((await dispatcher.rest('PATCH', path, cheap)).status).toBe(403);
    const patch = await dispatcher.rest('PATCH', `/api/appointments/${delivery}`, {
      customFuelPrice: 0.01,
    });
    expect(patch.status).toBe(403);
    await dispatcher.trpc.admin.editDetails.mutate({
      ...{ id: delivery, ...order, estimatedGallons: 25, customFuelPrice: null },
    });
    await owner.trpc.admin.editDetails.mutate({ id: delivery, ...order, customFuelPrice: 4 });
    // A price that an owner set stays when a dispatcher changes the rest.
    const kept = { ...order, estimatedGallons: 21, customFuelPrice: 4 };
    await dispatcher.trpc.admin.editDetails.mutate({ id: delivery, ...kept });
    const without = dispatcher.trpc.admin.editDetails.mutate({
      ...{ id: delivery, ...kept, customFuelPrice: null },
    });
    expect(await refusal(without)).toMatchObject(isForbidden);
    // Another fuel ends the price for everyone, and a dispatcher can't set one for it.
    const premium = { id: delivery, ...order, fuelType: 'Premium' as const };
    const priced = dispatcher.trpc.admin.editDetails.mutate({ ...premium, customFuelPrice: 4 });
    expect(await refusal(priced)).toMatchObject(isForbidden);
    const poured = await dispatcher.trpc.admin.editDetails.mutate({
      ...{ ...premium, customFuelPrice: null },
    });
    expect(poured).toMatchObject({ fuelType: 'Premium', customUnitPriceCents: null });
  });

  test('can’t stretch an owner’s custom price to many more gallons unseen', async () => {
    const id = await book(petra, { date: addDays(TOMORROW, 3) });
    const order = {
      id,
      estimatedGallons: 20,
      smallIceBags: 0,
      largeIceBags: 0,
      customFuelPrice: 1,
    };
    await owner.trpc.admin.editDetails.mutate(order);
    const waiting = async () => {
      const { open } = await owner.trpc.admin.reviewQueue.query();
      return open.filter(({ delivery, kind }) => delivery?.id === id && kind === 'custom_price');
    };
    await dispatcher.trpc.admin.editDetails.mutate({ ...order, estimatedGallons: 21 });
    expect(await waiting()).toEqual([]);
    await dispatcher.trpc.admin.editDetails.mutate({ ...order, estimatedGallons: 200 });
    expect(await waiting()).toEqual([
      expect.objectContaining({
        reason: expect.stringContaining('A dispatcher changed 20 gal'),
      }),
    ]);
    // A price that an owner saves counts as agreed.
    await owner.trpc.admin.editDetails.mutate({ ...order, estimatedGallons: 400 });
    expect(await waiting()).toHaveLength(1);
  });

  test("can't refund, and doesn't see settings or the audit log", async () => {
    const { trpc } = dispatcher;
    for (const call of [
      () => trpc.admin.refund.mutate({ id: delivery, requestId: crypto.randomUUID() } as never),
      () => trpc.admin.recordCash.mutate({ id: delivery } as never),
      () => trpc.admin.forgiveCharge.mutate({ id: delivery } as never),
      () => trpc.admin.businessSettings.query(),
      () => trpc.admin.activity.query({ filter: {} }),
      () => trpc.admin.apiKeys.list.query(),
      () => trpc.admin.driverAccounts.query(),
      () => trpc.calendar.links.query(),
    ]) {
      expect(await refusal(call())).toMatchObject(isForbidden);
    }
  });
});

describe('an accountant', () => {
  const FILES = ['report', 'ledger', 'appointments', 'customers'];

  test('reads reports and open payments, and downloads files soon after a proof', async () => {
    await accountant.trpc.admin.report.query({ from: TOMORROW, to: TOMORROW, by: 'day' } as never);
    await accountant.trpc.admin.waitingMoney.query({});
    const query = `from=${TOMORROW}&to=${TOMORROW}&by=day`;
    for (const file of FILES) {
      const path = `/api/admin/export/${file}.csv?${file === 'report' ? query : ''}`;
      expect([file, (await accountant.fetch(path)).status]).toEqual([file, 200]);
    }
    expect((await accountant.rest('GET', '/api/admin/export/activity.csv')).status).toBe(403);
  });

  test('changes no delivery, not even over REST', async () => {
    const call = accountant.trpc.admin.confirm.mutate({ id: delivery });
    expect(await refusal(call)).toMatchObject(isForbidden);
    const moved = { date: addDays(TOMORROW, 3), time: ORDER.time };
    const path = `/api/appointments/${delivery}`;
    expect((await accountant.rest('PATCH', path, moved)).status).toBe(404);
  });
});

describe('a viewer', () => {
  test('reads the day without contact details, amounts, and notes', async () => {
    const { lines } = await viewer.trpc.admin.watchDay.query({ date: TOMORROW });
    const whole = await owner.trpc.admin.day.query({ date: TOMORROW });
    expect(lines.map(({ id }) => id)).toEqual(whole.lines.map(({ id }) => id));
    expect(lines.find(({ id }) => id === delivery)).toMatchObject({
      customerName: 'Petra Waters (left out)',
      location: expect.stringContaining('Maple Island, call (left out)'),
      slipNumber: 'Slip 12',
    });
    for (const field of lines.flatMap((line) => Object.keys(line))) {
      expect(field).not.toMatch(/phone|email|cents|price|card|payment|note|gate/i);
    }
  });

  test('reads no one’s contact details in any answer', async () => {
    const queries = Object.entries(appRouter._def.procedures).filter(
      ([, procedure]) => (procedure as unknown as Procedure)._def.type === 'query',
    );
    const inputs = [{}, { id: delivery }, { date: TOMORROW }, { search: 'petra' }];
    let answered = 0;
    for (const [name] of queries) {
      for (const input of inputs) {
        const text = encodeURIComponent(JSON.stringify({ json: input }));
        const { status, body } = await viewer.rest('GET', `/api/trpc/${name}?input=${text}`);
        if (status === 200) answered += 1;
        const shown = JSON.stringify(body);
        expect([name, shown.replace(/\D/g, '').includes('2695550884')]).toEqual([name, false]);
        expect([name, shown.includes(EMAIL)]).toEqual([name, false]);
      }
    }
    expect(answered).toBeGreaterThan(20);
  });

  test('gets no photo of someone else’s delivery', async () => {
    expect((await viewer.rest('GET', '/api/photos/no-such-photo')).status).toBe(404);
  });
});

test('live updates have only topics that the role’s pages read', () => {
  const as = (role: Role): UserActor => ({
    ...{ kind: 'user', userId: role, role, name: role, driverId: null },
  });
  const change = { appointmentId: 'a', userId: null, driverId: null, slots: false };
  const topics = (role: Role, topic: 'appointments' | 'staff' | 'drivers'): LiveTopic[] =>
    topicsOf({ ...change, topic }, as(role));
  for (const topic of ['appointments', 'staff', 'drivers'] as const) {
    expect(topics('dispatcher', topic)).toEqual(topics('admin', topic));
  }
  for (const role of ['accountant', 'viewer'] as const) {
    expect(topics(role, 'appointments')).toEqual(['staff']);
    expect(topics(role, 'staff')).toEqual([]);
    expect(topics(role, 'drivers')).toEqual([]);
  }
  expect(topics('former', 'appointments')).toEqual([]);
});
