/** An order at a listed place, at a pin, or at a typed address has a position and an area. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import type { Position } from '@/domain/route/distance';
import { createLocalGeocoder } from '@/server/ports/geocode/local';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let dana: Awaited<ReturnType<typeof driver>>;
/** The addresses that this test's geocoder finds in addition to the list. */
let elsewhere: Record<string, Position> = {};
beforeAll(async () => {
  const local = createLocalGeocoder();
  app = await startTestApp({
    capacity: 60,
    geocode: {
      locate: async (address, places) =>
        (await local.locate(address, places)) ?? elsewhere[address] ?? null,
    },
  });
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  elsewhere = {};
  await app.deps.db.client.execute('delete from business_settings');
  await app.deps.db.client.execute('delete from places');
  await app.deps.db.client.execute("update appointments set status = 'cancelled'");
  await staff.trpc.admin.savePlace.mutate({
    ...{ name: 'Eagle Point Marina', address: '12 Pier Rd, Dowagiac, MI 49047' },
    ...{ position: '41.99340, -86.12560', note: 'Ring at the office first', aliases: null },
  });
});

const EAGLE = 'Eagle Point Marina, 12 Pier Rd, Dowagiac, MI 49047';
const HERE = { latitude: 41.9934, longitude: -86.1256 };
const MIAMI = 'Miami Beach Marina, 300 Alton Rd, Miami, FL 33139';
const FAR = { latitude: 25.7716, longitude: -80.1389 };
const PHONE = { customerPhone: '(269) 555-0117', customerEmail: 'kim@lake.example' };

async function bookAt(location: string, over: object = {}, visitor = app.visitor()) {
  const order = { ...ORDER, ...PHONE, date: TODAY, time: '12:00 PM - 2:00 PM', location, ...over };
  const { appointment } = await visitor.trpc.booking.create.mutate(order as never);
  return { id: appointment.id, visitor };
}
const asStaff = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment;
const setArea = (input: object) => staff.trpc.admin.changeBusinessSettings.mutate(input as never);
const area = (location: string) => app.visitor().trpc.places.area.query({ location });

describe('the position of an order', () => {
  test('comes from the list, with the note for drivers', async () => {
    const { id } = await bookAt(EAGLE);
    expect(await asStaff(id)).toMatchObject({
      dockId: null,
      dock: { position: HERE, note: 'Ring at the office first', gateCode: null },
      beyondServiceArea: false,
    });
    const { id: slip } = await bookAt(`${EAGLE}, Slip 4`);
    expect(await asStaff(slip)).toMatchObject({ dock: { position: HERE } });
  });

  test('comes from a pin in the address, or from the geocoder, or is unknown', async () => {
    const { id: pinned } = await bookAt('Blue house (41.98123, -86.10987)');
    expect(await asStaff(pinned)).toMatchObject({
      dock: { position: { latitude: 41.98123, longitude: -86.10987 } },
    });
    elsewhere = { '99 Other St': HERE };
    const { id: typed } = await bookAt('99 Other St');
    expect(await asStaff(typed)).toMatchObject({ dock: { position: HERE } });
    const { id: unknown } = await bookAt('the blue house');
    expect(await asStaff(unknown)).toMatchObject({ dock: null, metresAway: null });
  });

  test('has an arrival time for a typed place that follows its driver', async () => {
    const when = { date: TODAY, time: '12:00 PM - 2:00 PM' };
    const id = await book(await customer(app), { ...when, location: EAGLE });
    await readyToDeliver(staff, id, dana.driverId);
    const { driver: own } = dana.visitor.trpc;
    await own.setPosition.mutate({ latitude: 42.2, longitude: -86.1256 });
    await own.enRoute.mutate({ id });
    const arrivalAt = async () => {
      const sql = 'select arrival_at as at from appointments where id = ?';
      const { rows } = await app.deps.db.client.execute({ sql, args: [id] });
      return Number(rows[0]?.at);
    };
    const first = await arrivalAt();
    app.clock.advance(60_000);
    await own.setPosition.mutate({ latitude: 41.995, longitude: -86.1256 });
    expect(first - (await arrivalAt())).toBeGreaterThan(5 * 60_000);
    const day = await own.day.query({});
    expect(day.deliveries.find((one) => one.id === id)).toMatchObject({
      position: HERE,
      dock: { note: 'Ring at the office first' },
    });
  });

  test('moves with the order, by its customer, a program, or staff', async () => {
    const { visitor } = { visitor: await customer(app) };
    const { id } = await bookAt('the blue house', {}, visitor);
    const { customerPhone: _, customerEmail: __, ...order } = { ...ORDER, ...PHONE };
    const form = { ...order, date: TODAY, time: '12:00 PM - 2:00 PM', id };
    await visitor.trpc.booking.modify.mutate({ ...form, location: EAGLE } as never);
    expect(await asStaff(id)).toMatchObject({ dock: { position: HERE } });
    await visitor.rest('PATCH', `/api/appointments/${id}`, { location: 'the blue house' });
    expect(await asStaff(id)).toMatchObject({ dock: null });
    await visitor.rest('PATCH', `/api/appointments/${id}`, { location: EAGLE });
    expect(await asStaff(id)).toMatchObject({ dock: { position: HERE } });
    await staff.trpc.admin.reschedule.mutate({ id, location: 'the red house' });
    expect(await asStaff(id)).toMatchObject({ dock: null });
    await staff.trpc.admin.reschedule.mutate({ id, location: 'Eagle Point Marina' });
    expect(await asStaff(id)).toMatchObject({ dock: { position: HERE } });
  });

  test('is also known if staff book, with what they typed about the dock', async () => {
    const booked = await staff.trpc.admin.bookForCustomer.mutate({
      ...{ id: crypto.randomUUID(), ...ORDER, date: TODAY, time: '12:00 PM - 2:00 PM' },
      ...{ location: EAGLE, gateCode: '4711', customerName: 'Pat', ...PHONE },
    } as never);
    expect(await asStaff(booked.id)).toMatchObject({
      dock: { gateCode: '4711', note: 'Ring at the office first', position: HERE },
    });
  });

  test('fills in a saved dock without one, until its customer sets it', async () => {
    const visitor = await customer(app);
    const dock = { label: EAGLE, slip: 'A 3', note: 'Mind the dog' };
    const [saved] = await visitor.trpc.account.addDock.mutate(dock);
    const { id } = await bookAt(EAGLE, { dockId: saved?.id }, visitor);
    const both = 'Ring at the office first · Mind the dog';
    expect(await asStaff(id)).toMatchObject({ dock: { position: HERE, note: both } });
    const edit = { ...dock, id: saved?.id ?? '' };
    await visitor.trpc.account.editDock.mutate({ ...edit, gateCode: '99' });
    expect(await asStaff(id)).toMatchObject({
      dock: { gateCode: '99', position: HERE, note: both },
    });
    const own = { latitude: 41.9, longitude: -86.1 };
    await visitor.trpc.account.editDock.mutate({ ...edit, position: own });
    expect(await asStaff(id)).toMatchObject({ dock: { position: own } });
  });
});

describe('an address outside the service area', () => {
  beforeEach(() => {
    elsewhere = { [MIAMI]: FAR };
  });

  test('is accepted with a warning at first, and staff see it', async () => {
    expect(await area(MIAMI)).toEqual({
      notice: expect.stringMatching(
        /^Outside the service area, 1,\d{3} miles away\. You can still book\. We’ll let you know if we can deliver there\.$/,
      ),
      isRefused: false,
    });
    const { id } = await bookAt(MIAMI);
    expect(await asStaff(id)).toMatchObject({ beyondServiceArea: true });
    expect(await area(EAGLE)).toEqual({ notice: null, isRefused: false });
  });

  test('is refused before the card if the owner wants that, in the form and by a program', async () => {
    await setArea({ areaPolicy: 'refuse' });
    const { notice, isRefused } = await area(MIAMI);
    expect([notice, isRefused]).toEqual([expect.stringContaining('can’t take this order'), true]);
    expect(await refusal(bookAt(MIAMI))).toMatchObject({
      ...{ status: 400, reason: 'invalid_input', field: 'location' },
      message: expect.stringContaining('Nothing was booked.'),
    });
    const answer = await (await customer(app)).rest('POST', '/api/appointments', {
      ...{ ...ORDER, date: TODAY, time: '12:00 PM - 2:00 PM', location: MIAMI },
    });
    expect(answer.status).toBe(400);
    await bookAt(EAGLE);
    await bookAt('somewhere we don’t know');
    elsewhere = {};
    await bookAt(MIAMI);
  });

  test('is also refused for a saved dock and for a change, but not for an order already there', async () => {
    const visitor = await customer(app);
    const docks = await visitor.trpc.account.addDock.mutate({ label: 'Far Pier', position: FAR });
    const dockId = docks[0]?.id;
    const { id: there } = await bookAt('Far Pier', { dockId }, visitor);
    const { id: near } = await bookAt(EAGLE, {}, visitor);
    await setArea({ areaPolicy: 'refuse' });
    expect(await visitor.trpc.account.docks.query()).toMatchObject([
      { areaNotice: expect.stringContaining('can’t take this order') },
    ]);
    expect(await refusal(bookAt('Far Pier', { dockId }, visitor))).toMatchObject({ status: 400 });
    const moving = visitor.rest('PATCH', `/api/appointments/${near}`, { location: MIAMI });
    expect((await moving).status).toBe(400);
    const staying = visitor.rest('PATCH', `/api/appointments/${there}`, { smallIceBags: 1 });
    expect((await staying).status).toBe(200);
    // Staff may deliver there anyway.
    await staff.trpc.admin.reschedule.mutate({ id: near, location: MIAMI });
    expect(await asStaff(near)).toMatchObject({ beyondServiceArea: true });
  });

  test('isn’t checked if the owner turns that off', async () => {
    await setArea({ areaPolicy: 'off' });
    expect(await area(MIAMI)).toEqual({ notice: null, isRefused: false });
    const { id } = await bookAt(MIAMI);
    expect(await asStaff(id)).toMatchObject({ beyondServiceArea: false });
  });

  test('depends on the owner’s center, radius, and ZIP Codes', async () => {
    await setArea({ serviceCenter: '25.77160, -80.13890' });
    expect((await area(MIAMI)).notice).toBeNull();
    expect((await area(EAGLE)).notice).not.toBeNull();
    await setArea({ serviceCenter: '', serviceZips: '49047, 33139' });
    expect((await area(MIAMI)).notice).toBeNull();
    await setArea({ serviceZips: '49047' });
    expect((await area('1 Bay St, Miami, FL 33140')).notice).toBe(
      'Outside the service area. You can still book. We’ll let you know if we can deliver there.',
    );
    for (const wrong of [
      { serviceCenter: 'the lake' },
      { serviceZips: 'Dowagiac' },
      { areaPolicy: 'never' },
    ]) {
      expect(await refusal(setArea(wrong))).toMatchObject({ status: 400 });
    }
  });
});
