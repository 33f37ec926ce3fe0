/**
 * Tests the driver's day: setting out, both ways to end a delivery, reports, and the order of
 * stops.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: Visitor;
let driverId: number;
beforeEach(async () => {
  app = await startTestApp();
  [sam, staff] = [await customer(app), await admin(app)];
  ({ visitor: dana, driverId } = await driver(app));
});
afterEach(() => app.close());

const TIME_SLOTS = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'];
const key = () => crypto.randomUUID();

/** One of today's deliveries, assigned to the driver. */
async function given(timeSlot = 0, order: Record<string, unknown> = {}): Promise<string> {
  const id = await book(sam, { date: TODAY, time: TIME_SLOTS[timeSlot] ?? '', ...order });
  await readyToDeliver(staff, id, driverId);
  return id;
}

async function onTheWay(timeSlot = 0, order: Record<string, unknown> = {}): Promise<string> {
  const id = await given(timeSlot, order);
  await dana.trpc.driver.enRoute.mutate({ id, actionKey: key() });
  return id;
}

const stateOf = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment;
const history = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).history.map(({ action }) => action);
const count = async (sql: string) => Number((await app.deps.db.client.execute(sql)).rows[0]?.n);
const order = async () => {
  const { deliveries } = await dana.trpc.driver.day.query({});
  return deliveries.map(({ id }) => id);
};

async function mailed(): Promise<string[]> {
  await sendOutbox(app);
  return app.mails.map(({ to, subject }) => `${to}: ${subject}`);
}

describe('a repeated device action', () => {
  test('sets out only once, and is harmless after the completion', async () => {
    const id = await given();
    const action = { id, actionKey: key(), pressedAt: '2026-06-13T12:01:00.000Z' };
    for (let i = 0; i < 3; i += 1) {
      expect(await dana.trpc.driver.enRoute.mutate(action)).toMatchObject({
        customerNotified: true,
      });
    }
    await dana.trpc.driver.complete.mutate({ id, actualGallons: 18, actionKey: key() });
    await dana.trpc.driver.enRoute.mutate(action);
    expect((await stateOf(id)).status).toBe('completed');
    expect((await history(id)).filter((name) => name === 'appointment.en_route')).toHaveLength(1);
    // Without the key, it's a new request, which the server refuses.
    expect(dana.trpc.driver.enRoute.mutate({ id })).rejects.toThrow('completed');
  });

  test('charges once and stores the photo once', async () => {
    const id = await onTheWay();
    const completion = { id, actualGallons: '18.5', actionKey: key() };
    const first = await dana.trpc.driver.complete.mutate(completion);
    expect(await dana.trpc.driver.complete.mutate(completion)).toEqual(first);
    expect(first).toMatchObject({ paymentProcessed: true, paymentError: null });

    const photo = { id, actionKey: key(), photo: await picture() };
    await dana.trpc.driver.completePhoto.mutate(photo);
    await dana.trpc.driver.completePhoto.mutate(photo);
    expect(await count('select count(*) as n from photos')).toBe(1);
    expect(await count('select count(*) as n from charges')).toBe(1);
    expect(dana.trpc.driver.completePhoto.mutate({ ...photo, actionKey: key() })).rejects.toThrow(
      'already has a photo',
    );
    expect((await sam.trpc.booking.get.query({ id })).photos).toHaveLength(1);
  });

  test('charges ice sold at the dock, even if none was ordered', async () => {
    const id = await onTheWay(0, { smallIceBags: 0, largeIceBags: 0 });
    const before = (await stateOf(id)).totalPriceCents;
    const sold = { smallIceBags: 2, largeIceBags: 0, actualGallons: 20, actionKey: key() };
    await dana.trpc.driver.complete.mutate({ id, ...sold });
    const after = await stateOf(id);
    expect(after).toMatchObject({ smallIceBags: 2, status: 'completed' });
    // Two small bags, and the fee for fuel with ice instead of fuel alone.
    expect(after.totalPriceCents - before).toBe(1500);
    expect(await count('select count(*) as n from charges')).toBe(1);
  });

  test('counts as one if two are sent simultaneously', async () => {
    const id = await onTheWay();
    const completion = { id, actualGallons: 18, actionKey: key() };
    const photo = { id, actionKey: key(), photo: await picture() };
    await Promise.all([1, 2, 3].map(() => dana.trpc.driver.complete.mutate(completion)));
    await Promise.all([1, 2, 3].map(() => dana.trpc.driver.completePhoto.mutate(photo)));
    expect(await count('select count(*) as n from photos')).toBe(1);
    expect(await count("select count(*) as n from charges where state = 'succeeded'")).toBe(1);
  });

  test("is a conflict if its figures differ from the staff's", async () => {
    const id = await onTheWay();
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const late = dana.trpc.driver.complete.mutate({ id, actualGallons: 18, actionKey: key() });
    expect(late).rejects.toThrow('already completed this delivery with 20 gallons');
    await dana.trpc.driver.complete.mutate({ id, actualGallons: 20, actionKey: key() });
  });

  test('is a conflict if staff cancelled the appointment', async () => {
    const id = await onTheWay();
    await staff.trpc.admin.cancel.mutate({ id });
    const late = dana.trpc.driver.complete.mutate({ id, actualGallons: 18, actionKey: key() });
    expect(late).rejects.toThrow('cancelled');
    expect(await count('select count(*) as n from charges')).toBe(0);
  });
});

describe("a delivery that can't be made", () => {
  test('ends with its reason, without a charge, frees its time slot, and sends all messages', async () => {
    const id = await onTheWay();
    const action = { id, reason: 'no_access' as const, note: 'Gate locked', actionKey: key() };
    expect(await dana.trpc.driver.notDelivered.mutate(action)).toEqual({ customerNotified: true });
    expect(await dana.trpc.driver.notDelivered.mutate(action)).toEqual({ customerNotified: true });

    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', cancelReason: 'No access' });
    expect(await history(id)).toContain('appointment.not_delivered');
    expect(await count('select count(*) as n from charges')).toBe(0);
    expect((await dana.trpc.driver.day.query({})).deliveries).toEqual([]);
    expect(await sam.trpc.booking.list.query()).toEqual([]);
    const { reports, open } = await staff.trpc.admin.driverReports.query({});
    expect(open).toBe(1);
    expect(reports[0]).toMatchObject({ reason: 'no_access', text: 'Gate locked' });
    const mails = await mailed();
    expect(mails.filter((line) => line.includes('Not delivered'))).toHaveLength(1);
    expect(mails.filter((line) => line.includes('couldn’t make'))).toHaveLength(1);
  });

  test('is refused before the driver sets out and after the delivery ended', async () => {
    const id = await given();
    const action = { id, reason: 'unsafe' as const };
    const send = () => dana.trpc.driver.notDelivered.mutate({ ...action, actionKey: key() });
    expect(send()).rejects.toThrow('can’t be changed to cancelled');
    await dana.trpc.driver.enRoute.mutate({ id });
    await dana.trpc.driver.complete.mutate({ id, actualGallons: 18 });
    expect(send()).rejects.toThrow('can’t be changed to cancelled');
    expect(
      dana.trpc.driver.notDelivered.mutate({
        ...action,
        reason: 'rain' as never,
        actionKey: key(),
      }),
    ).rejects.toThrow('Select why');
  });

  test('keeps its reason, the text of another reason, and a photo', async () => {
    const send = (id: string, over: Parameters<typeof dana.trpc.driver.notDelivered.mutate>[0]) =>
      dana.trpc.driver.notDelivered.mutate({ ...over, id });
    const sent = { id: '', actionKey: key() };
    const declined = await onTheWay();
    await send(declined, { ...sent, reason: 'declined' });
    expect(await stateOf(declined)).toMatchObject({ cancelReason: 'Customer declined' });
    const photo = { id: sent.actionKey, photo: await picture() };
    await dana.trpc.driver.reportIssuePhoto.mutate(photo);
    await dana.trpc.driver.reportIssuePhoto.mutate(photo);
    const { reports } = await staff.trpc.admin.driverReports.query({});
    expect(reports).toMatchObject([{ reason: 'declined', photoId: expect.any(String) }]);

    const other = await onTheWay(1);
    const bare = { id: '', actionKey: key(), reason: 'other' as const };
    expect(send(other, { ...bare, note: ' ' })).rejects.toThrow('Enter what happened.');
    await send(other, { ...bare, note: 'The lock is closed' });
    await mailed();
    const bodies = app.mails.filter(({ subject }) => subject.includes('couldn’t make'));
    expect(bodies.map(({ text }) => text)).toEqual([
      expect.stringContaining('someone there declined the delivery'),
      expect.stringContaining('couldn’t make your delivery'),
    ]);
  });

  test('is tried again that day, keeps its order, and has each trip announced', async () => {
    const id = await onTheWay();
    const first = { id, reason: 'nobody_there' as const, tryAgain: true, actionKey: key() };
    await dana.trpc.driver.notDelivered.mutate(first);
    await dana.trpc.driver.notDelivered.mutate(first);
    expect(await stateOf(id)).toMatchObject({ status: 'scheduled', cancelReason: null });
    expect(await order()).toEqual([id]);
    expect(await sam.trpc.booking.list.query()).toMatchObject([{ id, onTheWay: null }]);
    const { reports } = await staff.trpc.admin.driverReports.query({});
    expect(reports).toMatchObject([
      { reason: 'nobody_there', text: 'No one there\nThe driver will try again later today.' },
    ]);
    // The same press with a different outcome is a different action.
    expect(dana.trpc.driver.notDelivered.mutate({ ...first, tryAgain: false })).rejects.toThrow();

    app.clock.advance(3_600_000);
    await dana.trpc.driver.enRoute.mutate({ id, actionKey: key() });
    await dana.trpc.driver.notDelivered.mutate({ id, reason: 'no_access', actionKey: key() });
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', cancelReason: 'No access' });
    const subjects = (await mailed()).filter((line) => line.startsWith('sam'));
    const count = (text: string) => subjects.filter((line) => line.includes(text)).length;
    expect([count('on the way'), count('again today'), count('couldn’t make')]).toEqual([2, 1, 1]);
    expect(await history(id)).toContain('appointment.not_delivered');
  });

  test('keeps its photo for staff if they took it away', async () => {
    const id = await onTheWay();
    await staff.trpc.admin.cancel.mutate({ id });
    const action = { id, reason: 'unsafe' as const, tryAgain: true, actionKey: key() };
    expect(dana.trpc.driver.notDelivered.mutate(action)).rejects.toThrow('cancelled');
    await dana.trpc.driver.reportIssuePhoto.mutate({
      id: action.actionKey,
      photo: await picture(),
    });
    const { open } = await staff.trpc.admin.reviewQueue.query();
    expect(open).toMatchObject([{ kind: 'refused_action', press: { photo: true } }]);
  });

  test("is a driver's only way to cancel", async () => {
    const id = await onTheWay();
    expect(dana.trpc.booking.cancel.mutate({ id })).rejects.toThrow('couldn’t find');
    const patch = await dana.fetch(`/api/appointments/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'cancelled' }),
    });
    expect(patch.status).toBe(400);
  });
});

describe('reports', () => {
  test('reach staff once with the photo and by email, and staff resolve them', async () => {
    const id = await given();
    const report = { actionKey: key(), appointmentId: id, text: 'The pump leaks' };
    await dana.trpc.driver.reportIssue.mutate(report);
    await dana.trpc.driver.reportIssue.mutate(report);
    const photo = { id: report.actionKey, photo: await picture() };
    await dana.trpc.driver.reportIssuePhoto.mutate(photo);
    await dana.trpc.driver.reportIssuePhoto.mutate(photo);

    const { reports } = await staff.trpc.admin.driverReports.query({});
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      text: 'The pump leaks',
      delivery: { location: expect.any(String) },
    });
    const address = `/api/photos/${reports[0]?.photoId}`;
    for (const visitor of [staff, dana]) expect((await visitor.fetch(address)).status).toBe(200);
    for (const visitor of [sam, app.visitor(), (await driver(app)).visitor]) {
      expect((await visitor.fetch(address)).status).toBe(404);
    }
    const mails = (await mailed()).filter((line) => line.includes('reported an issue'));
    expect(mails).toHaveLength(1);

    await staff.trpc.admin.resolveDriverReport.mutate({ id: report.actionKey });
    await staff.trpc.admin.resolveDriverReport.mutate({ id: report.actionKey });
    expect(await staff.trpc.admin.driverReports.query({})).toEqual({ reports: [], open: 0 });
    const all = await staff.trpc.admin.driverReports.query({ open: false });
    expect(all.reports[0]?.resolvedBy).toBe('Alex Harbor');
  });

  test('of wrong figures bring the figures to staff, who correct the delivery with them', async () => {
    const id = await onTheWay(0);
    await dana.trpc.driver.complete.mutate({ id, actualGallons: 14, actionKey: key() });
    const text = 'The figures were wrong.';
    const report = { actionKey: key(), appointmentId: id, text };
    const delivered = { actualGallons: '11', smallIceBags: 1, largeIceBags: 0 };
    await dana.trpc.driver.reportIssue.mutate({ ...report, delivered });
    const bad = { ...delivered, actualGallons: 'many' };
    expect(
      dana.trpc.driver.reportIssue.mutate({ ...report, actionKey: key(), delivered: bad }),
    ).rejects.toThrow();
    const { open } = await staff.trpc.admin.reviewQueue.query();
    expect(open.filter(({ delivery }) => delivery?.id === id)).toMatchObject([
      {
        kind: 'driver_report',
        report: { delivered: { actualGallonsTenths: 110, smallIceBags: 1, largeIceBags: 0 } },
      },
    ]);
    const { reports } = await staff.trpc.admin.driverReports.query({});
    expect(reports[0]).toMatchObject({
      delivered: { actualGallonsTenths: 110, smallIceBags: 1, largeIceBags: 0 },
      delivery: { id, status: 'completed' },
    });
  });

  test("are about the driver's own deliveries and need a text", async () => {
    const other = await book(sam, { time: TIME_SLOTS[1] });
    const send = (over: object) =>
      dana.trpc.driver.reportIssue.mutate({ actionKey: key(), text: 'Leak', ...over });
    expect(send({ appointmentId: other })).rejects.toThrow('couldn’t find');
    expect(send({ text: '  ' })).rejects.toThrow('Enter what’s wrong.');
    const { actionKey } = { actionKey: key() };
    await send({ actionKey });
    const { visitor: eve } = await driver(app);
    expect(eve.trpc.driver.reportIssue.mutate({ actionKey, text: 'Mine' })).rejects.toThrow(
      'couldn’t find that report',
    );
  });
});

describe("the driver's position", () => {
  const HARBOR = { latitude: 41.98, longitude: -86.11 };

  test('sets the estimated arrival, and a large change sends the customer a new one', async () => {
    const first = await onTheWay(0, { location: 'Eagle Point', slipNumber: '7' });
    const dock = { latitude: 42.045, longitude: -86.11 };
    await dana.trpc.driver.complete.mutate({
      id: first,
      actualGallons: 18,
      position: dock,
      actionKey: key(),
    });
    await dana.trpc.driver.setPosition.mutate(HARBOR);

    await onTheWay(1, { location: 'Eagle Point', slipNumber: '9' });
    const expected = async () =>
      (await sam.trpc.booking.list.query()).find(({ status }) => status === 'en_route')?.onTheWay;
    expect(await expected()).toEqual({
      driverName: expect.stringMatching(/^Dana/),
      about: '8:20 AM',
    });
    const seen = await count('select max(seq) as n from changes');
    await dana.trpc.driver.setPosition.mutate({ ...HARBOR, latitude: 42.04 });
    expect(await expected()).toMatchObject({ about: '8:05 AM' });
    const told = `select count(*) as n from changes where topic = 'appointments' and seq > ${seen}`;
    expect(await count(told)).toBe(1);
    await dana.trpc.driver.setPosition.mutate({ ...HARBOR, latitude: 42.0401 });
    expect(await count(told)).toBe(1);
  });

  test('estimates an arrival in 20 minutes without a known dock, even in the message', async () => {
    await onTheWay();
    const [delivery] = await sam.trpc.booking.list.query();
    expect(delivery?.onTheWay?.about).toBe('8:20 AM');
    await sendOutbox(app);
    expect(app.mails.map(({ text }) => text).join('\n')).toContain(
      'Expect them about 8:20 AM Eastern Time.',
    );
  });

  test('orders the stops of a time slot, unless the driver has set an order', async () => {
    await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 3 });
    const latitudes = { near: 42, far: 42.05, middle: 42.02 };
    // The docks' positions are learned from a delivery to each.
    for (const [location, latitude] of Object.entries(latitudes)) {
      const id = await onTheWay(0, { location });
      await dana.trpc.driver.complete.mutate({
        id,
        actualGallons: 20,
        position: { latitude, longitude: -86.11 },
      });
    }
    const late = await given(2, { location: 'far' });
    const far = await given(1, { location: 'far' });
    const near = await given(1, { location: 'near' });
    const middle = await given(1, { location: 'middle' });
    await dana.trpc.driver.setPosition.mutate(HARBOR);
    expect(await order()).toEqual([near, middle, far, late]);

    const own = { date: TODAY, stopIds: [late, far, near, middle] };
    await dana.trpc.driver.setRouteOrder.mutate(own);
    await dana.trpc.driver.setRouteOrder.mutate(own);
    expect(await order()).toEqual([late, far, near, middle]);
    expect((await dana.trpc.driver.day.query({})).isManualOrder).toBe(true);
    await dana.trpc.driver.setRouteOrder.mutate({ date: TODAY, stopIds: null });
    expect(await order()).toEqual([near, middle, far, late]);
  });

  test("isn't used while the driver is offline, who isn't the default choice", async () => {
    await dana.trpc.driver.setDuty.mutate({ status: 'offline' });
    expect((await dana.trpc.driver.day.query({})).driver.status).toBe('offline');
    const id = await book(sam);
    await staff.trpc.admin.confirm.mutate({ id });
    expect((await staff.trpc.admin.schedule.mutate({ id })).driverId).toBeNull();
    await staff.trpc.admin.retireDriver.mutate({ id: driverId });
    expect(staff.trpc.driver.setDuty.mutate({ driverId, status: 'available' })).rejects.toThrow(
      'inactive',
    );
  });
});
