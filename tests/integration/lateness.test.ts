/** Late stops are shown in advance, to the driver and to staff. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { expectStops } from '@/domain/route/lateness';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY } from '../support/app';
import type { Visitor } from '../support/visitor';

const MINUTE = 60_000;
/** Early enough that the driver can still make both stops of the first time slot. */
const IN_TIME = SATURDAY_8AM + 3 * 60 * MINUTE;

let app: TestApp;
let staff: Visitor;
let dana: Visitor;
let driverId: number;
let stops: string[];
beforeEach(async () => {
  app = await startTestApp({ capacity: 3 });
  const sam = await customer(app);
  staff = await admin(app);
  ({ visitor: dana, driverId } = await driver(app));
  stops = [];
  for (const location of ['Maple Island Marina', 'Eagle Point']) {
    const id = await book(sam, { date: TODAY, location });
    await readyToDeliver(staff, id, driverId);
    stops.push(id);
  }
});
afterEach(() => app.close());

const latenessForStaff = async () =>
  (await staff.trpc.admin.drivers.query()).find(({ id }) => id === driverId)?.lateness;

test('staff see a late stop in the list of drivers as soon as it can be foreseen', async () => {
  app.clock.set(IN_TIME);
  expect(await latenessForStaff()).toBeNull();
  app.clock.set(IN_TIME + 20 * MINUTE);
  expect(await latenessForStaff()).toEqual({ stops: 1, mostMinutes: 12 });

  // A driver who has just set out is expected at the announced time.
  await dana.trpc.driver.enRoute.mutate({ id: stops[0] ?? '' });
  app.clock.advance(15 * MINUTE);
  expect(await latenessForStaff()).toEqual({ stops: 1, mostMinutes: 12 });
  await dana.trpc.driver.complete.mutate({ id: stops[0] ?? '', actualGallons: 20 });
  expect(await latenessForStaff()).toBeNull();
});

test("the driver's own order of the stops counts", async () => {
  const [first = '', second = ''] = stops;
  const other = await book(await customer(app), { date: TODAY, time: '12:00 PM - 2:00 PM' });
  await readyToDeliver(staff, other, driverId);
  app.clock.set(IN_TIME);
  expect(await latenessForStaff()).toBeNull();
  await dana.trpc.driver.setRouteOrder.mutate({ date: TODAY, stopIds: [other, first, second] });
  expect(await latenessForStaff()).toMatchObject({ stops: 2 });
});

test("the driver's device calculates the same from its day, even without answers", async () => {
  app.clock.set(IN_TIME);
  const { deliveries, answeredAt } = await dana.trpc.driver.day.query({});
  expect(answeredAt).toBe(IN_TIME);
  const timed = deliveries.map((stop) => ({ ...stop, enRoute: stop.status === 'en_route' }));
  const lateAfter = (minutes: number) =>
    expectStops(timed, { now: answeredAt + minutes * MINUTE, from: null }).map(
      ({ lateMinutes }) => lateMinutes,
    );
  expect(lateAfter(0)).toEqual([0, 0]);
  expect(lateAfter(20)).toEqual([0, 12]);
});
