/** Changes of a stop that its driver must acknowledge, and what staff see of that. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let dana: { visitor: Visitor; driverId: number };
beforeAll(async () => {
  app = await startTestApp({ capacity: 50 });
  staff = await admin(app);
  sam = await customer(app);
  dana = await driver(app);
});
afterAll(() => app.close());

/** Today's stop of a driver, in a window that hasn't started. */
async function stop(of = dana) {
  const order = { estimatedGallons: 10, smallIceBags: 0, largeIceBags: 0 };
  const id = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM', ...order });
  await readyToDeliver(staff, id, of.driverId);
  return id;
}
const edit = (id: string, over: object) =>
  staff.trpc.admin.editDetails.mutate({
    ...{ id, estimatedGallons: '10', smallIceBags: '0', largeIceBags: '0' },
    ...over,
  });
async function changeOf(id: string, of = dana) {
  const { deliveries } = await of.visitor.trpc.driver.day.query({});
  return deliveries.find((one) => one.id === id)?.change;
}
const shownToStaff = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment.lastStopChange;
const seen = (id: string, changeId: number, by: Visitor = dana.visitor) =>
  by.trpc.driver.seeChange.mutate({ id, changeId });

describe('a change by dispatch', () => {
  test('stays with the stop until its driver acknowledges it', async () => {
    const id = await stop();
    expect(await changeOf(id)).toBeNull();
    await edit(id, { estimatedGallons: '20' });
    const change = await changeOf(id);
    expect(change).toMatchObject({ by: 'dispatch', facts: [{ text: '10 → 20 gal' }] });
    expect(await shownToStaff(id)).toMatchObject({ seenAt: null, seenBy: null });
    await seen(id, change?.id ?? 0);
    await seen(id, change?.id ?? 0);
    expect(await changeOf(id)).toBeNull();
    expect(await shownToStaff(id)).toMatchObject({
      ...{ seenAt: app.deps.clock.now(), seenBy: expect.any(String) },
    });
    const { history } = await staff.trpc.admin.appointment.query({ id });
    const entries = history.filter(({ action }) => action === 'appointment.change_seen');
    expect(entries).toHaveLength(1);
  });

  test('that comes after the acknowledged one stays', async () => {
    const id = await stop();
    await edit(id, { estimatedGallons: '20' });
    const first = await changeOf(id);
    await edit(id, { estimatedGallons: '20', smallIceBags: '3' });
    await seen(id, first?.id ?? 0);
    expect(await changeOf(id)).toMatchObject({ facts: [{ text: 'Small ice bags: 0 → 3' }] });
  });

  test('of the place, the time, and the fuel is listed too', async () => {
    const id = await stop();
    await staff.trpc.admin.reschedule.mutate({
      ...{ id, location: 'Sunset Marina', slipNumber: '9' },
      ...{ date: TODAY, time: '12:00 PM - 2:00 PM' },
    });
    await edit(id, { fuelType: 'Premium' });
    const change = await changeOf(id);
    const fields = change?.facts.map(({ field }) => String(field));
    expect(fields).toEqual(['slotIndex', 'location', 'slipNumber', 'fuelType']);
  });

  test('that is undone needs no acknowledgment', async () => {
    const id = await stop();
    await edit(id, { estimatedGallons: '20' });
    await edit(id, {});
    expect(await changeOf(id)).toBeNull();
  });

  test('is acknowledged by the stop’s driver alone', async () => {
    const id = await stop();
    await edit(id, { estimatedGallons: '20' });
    const change = await changeOf(id);
    await seen(id, change?.id ?? 0, staff);
    expect(await shownToStaff(id)).toMatchObject({ seenAt: null });
    const eve = await driver(app);
    const { status } = await refusal(seen(id, change?.id ?? 0, eve.visitor));
    expect(status).toBe(404);
    await staff.trpc.admin.reschedule.mutate({ id, driverId: eve.driverId });
    // The new driver has never seen the earlier order.
    expect(await changeOf(id, eve)).toBeNull();
    expect(await shownToStaff(id)).toBeNull();
  });
});

test('a customer’s own change names the customer', async () => {
  const id = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM', estimatedGallons: 10 });
  await staff.trpc.admin.reschedule.mutate({ id, driverId: dana.driverId });
  await sam.trpc.booking.modify.mutate({
    ...{ id, date: TODAY, time: '2:00 PM - 4:00 PM', location: 'Eagle Point, dock C' },
    ...{ fuelType: 'Regular', estimatedGallons: 10, canType: 'service', driverNote: 'Ring twice' },
  });
  expect(await changeOf(id)).toMatchObject({ by: 'customer' });
});

test('a driver’s own actions aren’t changes', async () => {
  const id = await stop();
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  expect(await changeOf(id)).toBeNull();
  await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 12 });
  expect(await shownToStaff(id)).toBeNull();
});

test('a change is deleted with the customer’s data', async () => {
  const id = await stop();
  await staff.trpc.admin.reschedule.mutate({ id, location: 'Sunset Marina' });
  const { client } = app.deps.db;
  const count = async () =>
    (
      await client.execute({
        sql: 'select 1 from stop_changes where appointment_id = ?',
        args: [id],
      })
    ).rows.length;
  expect(await count()).toBe(1);
  await client.execute({
    sql: "update appointments set status = 'cancelled', location = '(removed)' where id = ?",
    args: [id],
  });
  expect(await count()).toBe(0);
});
