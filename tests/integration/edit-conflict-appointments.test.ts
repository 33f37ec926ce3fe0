import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, ORDER, picture } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let alex: Visitor;
let dana: Awaited<ReturnType<typeof driver>>;
/** A test's appointment, as it was first read. */
let id: string;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  alex = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await book(sam);
});

const staffSees = async () => (await alex.trpc.admin.appointment.query({ id })).appointment;
const versionOf = async () => (await staffSees()).version;
const details = { estimatedGallons: 20, smallIceBags: 2, largeIceBags: 1, customFuelPrice: null };
const edit = (change: Partial<Record<keyof typeof details, unknown>>, version?: number) =>
  alex.trpc.admin.editDetails.mutate({ id, ...details, ...change, version } as never);
const form = { ...ORDER, mediumIceBags: 0 };
const modify = (change: object, version?: number) =>
  sam.trpc.booking.modify.mutate({ id, ...form, ...change, version });

describe('staff', () => {
  test("who save ice don't reset someone else's gallons", async () => {
    const version = await versionOf();
    await edit({ estimatedGallons: 35 }, version);
    const when = app.clock.now();
    app.clock.advance(60_000);
    const refused = await refusal(edit({ smallIceBags: 6 }, version));
    expect(refused).toMatchObject({
      status: 409,
      reason: 'changed_meanwhile',
      details: {
        version: version + 1,
        changes: [{ field: 'estimatedGallons', from: 20, to: 35, who: 'Alex Harbor', when }],
      },
    });
    expect(await staffSees()).toMatchObject({ estimatedGallonsTenths: 350, smallIceBags: 2 });
    await edit({ estimatedGallons: 35, smallIceBags: 6 }, version + 1);
    expect(await staffSees()).toMatchObject({ estimatedGallonsTenths: 350, smallIceBags: 6 });
  });

  test('confirm, schedule, and cancel only what they see', async () => {
    const version = await versionOf();
    await edit({ estimatedGallons: 45.5 }, version);
    const { confirm, schedule, cancel } = alex.trpc.admin;
    const changes = [{ field: 'estimatedGallons', from: 20, to: 45.5, who: 'Alex Harbor' }];
    const refused = { status: 409, reason: 'changed_meanwhile', details: { changes } };
    expect(await refusal(confirm.mutate({ id, version }))).toMatchObject(refused);
    expect(await refusal(cancel.mutate({ id, version }))).toMatchObject(refused);
    await confirm.mutate({ id, version: version + 1 });
    expect(await refusal(schedule.mutate({ id, version }))).toMatchObject({ status: 409 });
    expect((await staffSees()).status).toBe('confirmed');
    // Repeating a finished step isn't a conflict, whatever version was read.
    await confirm.mutate({ id, version });
  });

  test('see every changed field with its last change', async () => {
    const version = await versionOf();
    await modify({ slipNumber: 'Slip 40', fuelType: 'Premium' });
    await alex.trpc.admin.reschedule.mutate({ id, location: 'Elsewhere', driverId: dana.driverId });
    await alex.trpc.admin.reschedule.mutate({ id, location: 'Paradise Lake' });
    await edit({ customFuelPrice: '5.25' });
    await alex.trpc.admin.confirm.mutate({ id });
    const { details } = await refusal(
      alex.trpc.admin.reschedule.mutate({ id, time: '2:00 PM - 4:00 PM', version }),
    );
    const byField = new Map(
      ((details?.changes ?? []) as { field: string }[]).map(({ field, ...change }) => [
        field,
        change,
      ]),
    );
    const alexDid = { who: 'Alex Harbor', when: app.clock.now() };
    expect(Object.fromEntries(byField)).toEqual({
      slipNumber: { from: 'Slip 12', to: 'Slip 40', who: 'Sam Waters', when: app.clock.now() },
      fuelType: { from: 'Regular', to: 'Premium', who: 'Sam Waters', when: app.clock.now() },
      location: { from: 'Maple Island Marina', to: 'Paradise Lake', ...alexDid },
      driverId: { from: null, to: dana.driverId, ...alexDid },
      customFuelPrice: { from: null, to: 5.25, ...alexDid },
      status: { from: 'pending', to: 'confirmed', ...alexDid },
    });
  });

  test('who save simultaneously from the same version succeed once in twelve', async () => {
    const version = await versionOf();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => edit({ smallIceBags: 3 + n }, version)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await versionOf()).toBe(version + 1);
  });

  test('who schedule with two drivers simultaneously get one conflict, and repeats are harmless', async () => {
    const id = await book(sam, { date: '2026-06-21' });
    await alex.trpc.admin.confirm.mutate({ id });
    const other = await driver(app);
    const { version } = (await alex.trpc.admin.appointment.query({ id })).appointment;
    const first = { id, driverId: other.driverId, version };
    await alex.trpc.admin.schedule.mutate(first);
    await alex.trpc.admin.schedule.mutate(first);
    const told = await refusal(
      alex.trpc.admin.schedule.mutate({ id, driverId: dana.driverId, version }),
    );
    expect(told).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
    expect(told.details?.changes).toMatchObject([
      { field: 'status', from: 'confirmed', to: 'scheduled' },
      { field: 'driverId', from: null, to: other.driverId },
    ]);
    const { appointment } = await alex.trpc.admin.appointment.query({ id });
    expect(appointment.driverId).toBe(other.driverId);
  });

  test("who schedule don't replace the driver that someone else selected", async () => {
    await alex.trpc.admin.confirm.mutate({ id });
    const version = await versionOf();
    const other = await driver(app);
    await alex.trpc.admin.reschedule.mutate({ id, driverId: other.driverId });
    const refused = await refusal(
      alex.trpc.admin.schedule.mutate({ id, driverId: dana.driverId, version }),
    );
    expect(refused.details?.changes).toMatchObject([
      { field: 'driverId', from: null, to: other.driverId },
    ]);
    expect(await staffSees()).toMatchObject({ status: 'confirmed', driverId: other.driverId });
  });

  test("aren't stopped by a reverted change, but are stopped without a version", async () => {
    const version = await versionOf();
    await edit({ estimatedGallons: 35 });
    await edit({ estimatedGallons: 20 });
    await edit({ smallIceBags: 6 }, version);
    await edit({ smallIceBags: 4 });
    expect(await staffSees()).toMatchObject({ smallIceBags: 4 });
  });
});

describe('a customer', () => {
  test("doesn't overwrite what staff changed, and sees that Dockside changed it", async () => {
    const { version } = await sam.trpc.booking.get.query({ id });
    await alex.trpc.admin.reschedule.mutate({ id, date: '2026-06-16', driverId: dana.driverId });
    const refused = await refusal(modify({ smallIceBags: 5 }, version));
    expect(refused).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
    expect(refused.details?.changes).toEqual([
      { field: 'date', from: TOMORROW, to: '2026-06-16', who: 'Dockside', when: app.clock.now() },
    ]);
    expect(await staffSees()).toMatchObject({ date: '2026-06-16', smallIceBags: 2 });
    const { version: now } = await sam.trpc.booking.get.query({ id });
    await modify({ date: '2026-06-16', smallIceBags: 5 }, now);
    expect(await staffSees()).toMatchObject({ date: '2026-06-16', smallIceBags: 5 });
  });

  test("isn't stopped by what only staff see", async () => {
    const { version } = await sam.trpc.booking.get.query({ id });
    await alex.trpc.admin.reschedule.mutate({ id, driverId: dana.driverId });
    await modify({ smallIceBags: 5 }, version);
    expect(await staffSees()).toMatchObject({ smallIceBags: 5, driverId: dana.driverId });
  });

  test('sees their own change in another window', async () => {
    const { version } = await sam.trpc.booking.get.query({ id });
    await modify({ smallIceBags: 5 }, version);
    const { details } = await refusal(modify({ largeIceBags: 5 }, version));
    expect(details?.changes).toMatchObject([{ field: 'smallIceBags', from: 2, to: 5, who: 'You' }]);
  });
});

test('a version changes only with the order, time, dock, driver, price, and status', async () => {
  let version = await versionOf();
  const moves = async (by: number, change: Promise<unknown>) => {
    await change;
    const next = await versionOf();
    expect(next - version).toBe(by);
    version = next;
  };
  await moves(1, edit({ estimatedGallons: 21 }));
  await moves(0, edit({ estimatedGallons: 21 }));
  await moves(1, edit({ estimatedGallons: 21, customFuelPrice: '4.00' }));
  await moves(1, alex.trpc.admin.reschedule.mutate({ id, date: '2026-06-16' }));
  await moves(1, alex.trpc.admin.reschedule.mutate({ id, slipNumber: 'Slip 1' }));
  await moves(1, alex.trpc.admin.confirm.mutate({ id }));
  await moves(1, alex.trpc.admin.schedule.mutate({ id, driverId: dana.driverId }));
  const setup = await sam.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id });
  await moves(0, sam.enterCard(setup, '5555555555554444'));
  const setupIntentId = setup.setupIntentId ?? '';
  await moves(0, sam.trpc.booking.confirmPaymentSetup.mutate({ appointmentId: id, setupIntentId }));
  await moves(1, dana.visitor.trpc.driver.enRoute.mutate({ id }));
  const position = { latitude: 41.98, longitude: -86.1 };
  await moves(0, dana.visitor.trpc.driver.setPosition.mutate(position));
  await moves(1, dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20 }));
  const photo = await picture();
  const actionKey = 'a-photo-of-the-pump';
  await moves(0, dana.visitor.trpc.driver.completePhoto.mutate({ id, actionKey, photo }));
});

describe('a program', () => {
  const patch = async (visitor: Visitor, body: unknown, ifMatch?: string) => {
    const answer = await visitor.fetch(`/api/appointments/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...(ifMatch && { 'if-match': ifMatch }) },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };

  test('reads the version and sends it as If-Match', async () => {
    const read = (await sam.rest('GET', '/api/appointments')).body.find(
      (one: { id: string }) => one.id === id,
    );
    await edit({ estimatedGallons: 35 });
    const refused = await patch(sam, { smallIceBags: 6 }, `"${read.version}"`);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        reason: 'changed_meanwhile',
        version: read.version + 1,
        changes: [{ field: 'estimatedGallons', from: 20, to: 35, who: 'Dockside' }],
      },
    });
    const accepted = await patch(sam, { smallIceBags: 6 }, `"${refused.body.version}"`);
    expect(accepted).toMatchObject({
      status: 200,
      body: { smallIceBags: 6, estimatedGallons: 35, version: read.version + 2 },
    });
  });

  test('changes only the fields that it sends without If-Match', async () => {
    await edit({ estimatedGallons: 35 });
    expect(await patch(sam, { smallIceBags: 6 })).toMatchObject({
      status: 200,
      body: { smallIceBags: 6, estimatedGallons: 35 },
    });
    expect((await patch(alex, { slipNumber: 'Slip 3' }, '*')).status).toBe(200);
    expect(await staffSees()).toMatchObject({ slipNumber: 'Slip 3', smallIceBags: 6 });
  });

  test('of staff is refused for a status, an order, and a move alike', async () => {
    const version = await versionOf();
    await edit({ estimatedGallons: 35 });
    for (const body of [{ status: 'cancelled' }, { smallIceBags: 6 }, { location: 'Elsewhere' }]) {
      expect(await patch(alex, body, String(version))).toMatchObject({
        status: 409,
        body: { reason: 'changed_meanwhile' },
      });
    }
    expect(await staffSees()).toMatchObject({ status: 'pending', smallIceBags: 2 });
  });

  test("gets an error for an If-Match that isn't a version", async () => {
    for (const ifMatch of ['"abc"', '"1", "2"', '-1']) {
      expect(await patch(sam, { smallIceBags: 6 }, ifMatch)).toMatchObject({ status: 400 });
    }
  });
});
