/**
 * Tests Dispatch: the drivers' stops on a date, their order, and the positions of drivers and
 * docks.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { addDays } from '@/domain/dates';
import { admin, book, customer, driver, LOAD, readyToDeliver } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import type { Visitor } from '../support/visitor';

const MINUTE = 60_000;
const MARINA = { latitude: 41.97, longitude: -86.09 };
const HARBOR = { latitude: 41.98, longitude: -86.11 };

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let dana: { visitor: Visitor; driverId: number };
beforeEach(async () => {
  app = await startTestApp({ capacity: 20 });
  staff = await admin(app);
  sam = await customer(app);
  dana = await driver(app);
});
afterEach(() => app.close());

/** Returns today's deliveries of a driver, by default those in the first time slot. */
async function stopsOf(driverId: number, times: (string | undefined)[]) {
  const ids: string[] = [];
  for (const time of times) {
    const id = await book(sam, { date: TODAY, ...(time && { time }) });
    await readyToDeliver(staff, id, driverId);
    ids.push(id);
  }
  return ids;
}

const ofDriver = async (driverId: number, date = TODAY) =>
  (await staff.trpc.admin.dispatch.query({ date })).drivers.find(({ id }) => id === driverId);

test('each driver has their remaining stops in order, with expected times', async () => {
  const other = await driver(app);
  const [noon = '', first = '', second = ''] = await stopsOf(dana.driverId, [
    '12:00 PM - 2:00 PM',
    undefined,
    undefined,
  ]);
  await stopsOf(other.driverId, [undefined]);
  const { drivers, answeredAt } = await staff.trpc.admin.dispatch.query({ date: TODAY });
  expect(answeredAt).toBe(SATURDAY_8AM);
  expect(drivers.map(({ stops }) => stops.length)).toEqual([3, 1]);
  expect(drivers[0]?.stops.map(({ id }) => id)).toEqual([first, second, noon]);
  // From 10 AM on: a stop of 20 gallons, then another slip of the same marina.
  const expected = drivers[0]?.stops.map(({ expectedAt }) => (expectedAt - SATURDAY_8AM) / MINUTE);
  expect(expected).toEqual([120, 137, 240]);
  expect(await ofDriver(dana.driverId, TOMORROW)).toMatchObject({ stops: [] });
});

test('the order set by staff applies until they restore the planned one', async () => {
  const { driverId } = dana;
  const [first = '', second = ''] = await stopsOf(driverId, [undefined, undefined]);
  const order = (stopIds: string[] | null) =>
    staff.trpc.driver.setRouteOrder.mutate({ driverId, date: TODAY, stopIds });
  await order([second, first]);
  expect(await ofDriver(driverId)).toMatchObject({
    isManualOrder: true,
    stops: [{ id: second }, { id: first }],
  });
  const { deliveries } = await dana.visitor.trpc.driver.day.query({});
  expect(deliveries.map(({ id }) => id)).toEqual([second, first]);
  await order(null);
  expect(await ofDriver(driverId)).toMatchObject({
    isManualOrder: false,
    stops: [{ id: first }, { id: second }],
  });
});

test("a driver's onboard load is shown for today, and what's left for tomorrow", async () => {
  const { driverId, visitor } = dana;
  const [first = ''] = await stopsOf(driverId, [undefined, undefined]);
  const onBoard = async (date: string) => (await ofDriver(driverId, date))?.onBoard;
  expect(await onBoard(TODAY)).toBeNull();
  await visitor.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD });
  expect(await onBoard(TODAY)).toMatchObject({ regularGallonsTenths: 1_000, largeIceBags: 4 });
  await staff.trpc.admin.complete.mutate({ id: first, actualGallons: 30 });
  expect(await onBoard(TODAY)).toMatchObject({ regularGallonsTenths: 700 });
  // The other stop uses 20 gallons before the day is over.
  expect(await onBoard(TOMORROW)).toMatchObject({ regularGallonsTenths: 500 });
  expect(await onBoard(addDays(TOMORROW, 1))).toBeNull();
});

test('a reassigned stop leaves the first driver, and outdated moves are refused', async () => {
  const other = await driver(app);
  const [id = ''] = await stopsOf(dana.driverId, [undefined]);
  const { lines } = await staff.trpc.admin.day.query({ date: TODAY });
  const version = lines[0]?.version ?? 0;
  await staff.trpc.admin.reschedule.mutate({ id, driverId: other.driverId, version });
  expect((await ofDriver(dana.driverId))?.stops).toEqual([]);
  expect((await ofDriver(other.driverId))?.stops).toMatchObject([{ id }]);
  const again = staff.trpc.admin.reschedule.mutate({ id, driverId: null, version });
  await expect(again).rejects.toMatchObject({ data: { reason: 'changed_meanwhile' } });
});

test('a driver is shown at the last known position, and a dock where a delivery was made', async () => {
  const { driverId, visitor } = dana;
  const [before = ''] = await stopsOf(driverId, [undefined]);
  await visitor.trpc.driver.setPosition.mutate(HARBOR);
  await visitor.trpc.driver.enRoute.mutate({ id: before });
  await visitor.trpc.driver.complete.mutate({ id: before, actualGallons: 20, position: MARINA });
  // The delivery is in the pool, because it has no driver yet.
  const next = await book(sam, { date: TODAY });
  app.clock.advance(5 * MINUTE);
  const { drivers, positions, answeredAt } = await staff.trpc.admin.dispatch.query({});
  expect(drivers[0]?.position).toEqual({ ...HARBOR, locatedAt: answeredAt - 5 * MINUTE });
  expect(positions).toEqual([
    { id: before, ...MARINA },
    { id: next, ...MARINA },
  ]);
});
