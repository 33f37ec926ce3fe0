/** Compares a driver's onboard load with the remaining deliveries. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { watchLoads } from '@/server/modules/deliveries/loads/watch-loads.usecases';
import { admin, book, customer, driver, LOAD, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let dana: Visitor;
let driverId: number;
beforeEach(async () => {
  app = await startTestApp({ capacity: 5 });
  [staff, sam] = [await admin(app), await customer(app)];
  ({ visitor: dana, driverId } = await driver(app));
});
afterEach(() => app.close());

const NOON = '12:00 PM - 2:00 PM';
const loadFor = (date: string, over: Record<string, unknown> = {}) =>
  dana.trpc.driver.setLoad.mutate({ date, ...LOAD, ...over });

async function given(date: string, order: Record<string, unknown> = {}): Promise<string> {
  const id = await book(sam, { date, time: NOON, ...order });
  await readyToDeliver(staff, id, driverId);
  return id;
}

async function items() {
  await watchLoads(app);
  const { open, done } = await staff.trpc.admin.reviewQueue.query();
  const shown = (all: typeof open) =>
    all.filter(({ kind }) => kind === 'short_on_board').map(({ reason }) => reason);
  return { open: shown(open), done: shown(done) };
}
const evening = () => app.clock.set(Date.parse(`${TODAY}T20:30:00.000Z`));

describe("a day's load", () => {
  test("is the last entry, however often it's sent", async () => {
    await loadFor(TODAY);
    await loadFor(TODAY);
    await loadFor(TODAY, { regularGallons: '120.5' });
    const { loads } = await dana.trpc.driver.day.query({});
    expect(loads).toMatchObject({
      loaded: { regularGallonsTenths: 1205, premiumGallonsTenths: 0, smallIceBags: 10 },
      carried: null,
    });
    const { driver: seen, loads: byStaff } = await staff.trpc.driver.day.query({ driverId });
    expect(seen.id).toBe(driverId);
    expect(byStaff).toEqual(loads);
  });

  test("is carried over from the day before until it's entered", async () => {
    await loadFor(TODAY);
    const id = await given(TODAY, { estimatedGallons: 30, smallIceBags: 2, largeIceBags: 0 });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 28.5 });
    app.clock.advance(24 * 3_600_000);
    const { loads } = await dana.trpc.driver.day.query({});
    expect(loads.loaded).toBeNull();
    expect(loads.carried).toMatchObject({ regularGallonsTenths: 715, smallIceBags: 8 });
  });

  test("of another driver can't be entered", async () => {
    const other = await driver(app);
    const entry = dana.trpc.driver.setLoad.mutate({
      ...{ driverId: other.driverId, date: TODAY, ...LOAD },
    });
    expect((await refusal(entry)).status).toBe(404);
    expect((await refusal(loadFor(TODAY, { regularGallons: '-5' }))).status).toBe(400);
  });
});

describe('a short load', () => {
  test('is reported to staff immediately, and closes automatically once more is loaded', async () => {
    await given(TODAY, { estimatedGallons: 60 });
    expect(await items()).toEqual({ open: [], done: [] });
    await loadFor(TODAY, { regularGallons: '45' });
    const { open } = await items();
    expect(open).toHaveLength(1);
    expect(open[0]).toContain('Missing: 15 gallons of Regular.');
    expect(await watchLoads(app)).toBe(0);

    await given(TODAY, { estimatedGallons: 10 });
    expect((await items()).open[0]).toContain('Missing: 25 gallons of Regular.');
    await loadFor(TODAY);
    expect(await items()).toMatchObject({ open: [], done: [expect.any(String)] });
    await loadFor(TODAY, { regularGallons: '45' });
    expect((await items()).open).toHaveLength(1);
  });

  test("isn't reported again once staff resolved it, unless more is missing", async () => {
    await given(TODAY, { estimatedGallons: 60 });
    await loadFor(TODAY, { regularGallons: '45' });
    await watchLoads(app);
    const { open } = await staff.trpc.admin.reviewQueue.query();
    await staff.trpc.admin.resolveReviewItem.mutate({ id: open[0]?.id ?? '', note: 'Refuels' });
    expect((await items()).open).toEqual([]);
    await given(TODAY, { estimatedGallons: 5 });
    expect((await items()).open).toHaveLength(1);
  });

  test('is reported the evening before, from what the day leaves', async () => {
    await loadFor(TODAY, { regularGallons: '50' });
    await given(TODAY, { estimatedGallons: 20 });
    await given(TOMORROW, { estimatedGallons: 60 });
    expect((await items()).open).toEqual([]);
    evening();
    expect((await items()).open[0]).toContain('Missing: 30 gallons of Regular.');
    await loadFor(TOMORROW, { regularGallons: '80' });
    expect((await items()).open).toEqual([]);
  });
});

test('yesterday’s leftover stays in yesterday’s truck, for dispatch and the load check too', async () => {
  await staff.trpc.admin.saveTruck.mutate({ name: 'Blue Ford', meterSerial: '' });
  await staff.trpc.admin.saveTruck.mutate({ name: 'Red Ford', meterSerial: '' });
  await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: 1 });
  await loadFor(TODAY, { regularGallons: '20' });
  await given(TOMORROW, { estimatedGallons: 60 });
  app.clock.advance(24 * 3_600_000);
  const onBoard = async () => {
    const { drivers } = await staff.trpc.admin.dispatch.query({ date: TOMORROW });
    return drivers.find(({ id }) => id === driverId)?.onBoard;
  };
  // The driver still has yesterday's truck.
  expect(await onBoard()).toMatchObject({ regularGallonsTenths: 200 });
  expect((await items()).open).toHaveLength(1);
  await dana.trpc.driver.setTruck.mutate({ date: TOMORROW, truckId: 2 });
  expect((await dana.trpc.driver.day.query({})).loads.carried).toBeNull();
  expect(await onBoard()).toBeNull();
  expect((await items()).open).toEqual([]);
});
