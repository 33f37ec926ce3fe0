/**
 * A driver's device records the order that it showed, even if the order was changed in the
 * meantime.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
let keys = 0;
const key = () => {
  keys += 1;
  return `shown-action-key-${keys}`;
};

beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const open = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).open.filter((item) => item.delivery?.id === id);

/** Creates an order that Dana delivers, and returns what her device shows of it. */
async function shownTo(over: Record<string, unknown>) {
  const id = await book(sam, { location: 'Swap dock', slipNumber: '', ...over });
  await readyToDeliver(staff, id, dana.driverId);
  const { version, fuelType, unitPriceCents, location, slipNumber, ...bags } = await seen(id);
  const { smallIceBags, largeIceBags } = bags;
  const unitPrice = unitPriceCents / 100;
  return {
    ...{ id, shown: { version, fuelType, unitPrice, location, slipNumber } },
    ...{ bags: { smallIceBags, largeIceBags } },
  };
}
type Shown = Awaited<ReturnType<typeof shownTo>>;

/** Without signal, the driver sets out and completes what the device shows. */
async function complete(stop: Shown, over: object) {
  await dana.visitor.trpc.driver.enRoute.mutate({ id: stop.id, actionKey: key() });
  return finish(stop, over);
}
const finish = ({ id, shown, bags }: Shown, over: object) =>
  dana.visitor.trpc.driver.complete.mutate({
    ...{ id, actualGallons: 20, actionKey: key(), shown: { ...shown, ...bags } },
    ...over,
  });
const modify = (id: string, over: object) => sam.trpc.booking.patch.mutate({ id, ...over });
const edit = (id: string, over: object) =>
  staff.trpc.admin.editDetails.mutate({
    ...{ id, estimatedGallons: '20', smallIceBags: '0', largeIceBags: '0' },
    ...{ customFuelPrice: '', ...over },
  });

describe('a fuel or place that the order no longer has', () => {
  test('is recorded as delivered, and the charge waits for staff', async () => {
    const stop = await shownTo({ fuelType: 'Premium', smallIceBags: 0, largeIceBags: 0 });
    const { id } = stop;
    await modify(id, { fuelType: 'Regular', location: 'Other dock 9', slipNumber: '9' });
    const result = await complete(stop, { expectedTotal: 128.2 });
    expect(result).toMatchObject({ held: 'all', paymentProcessed: false });
    expect(takenFor(app, id)).toBe(0);
    expect(await seen(id)).toMatchObject({
      ...{ status: 'completed', chargeState: 'held', actualGallonsTenths: 200 },
      ...{ fuelType: 'Premium', location: 'Swap dock', slipNumber: null },
      // The total is at Regular's price, because the customer agreed to no more than that.
      totalPriceCents: 10_700,
    });
    expect(await open(id)).toMatchObject([
      {
        kind: 'held_charge',
        reason:
          'The driver delivered Premium, but the order was changed to Regular. The driver delivered to the dock shown on the device, but the order was changed to a different dock.',
      },
    ]);
    const { history } = await staff.trpc.admin.appointment.query({ id });
    expect(history.find(({ action }) => action === 'appointment.completed')).toMatchObject({
      before: { fuelType: 'Regular', location: 'Other dock 9', slipNumber: '9' },
      after: { fuelType: 'Premium', location: 'Swap dock', slipNumber: null },
    });
    await staff.trpc.admin.releaseCharge.mutate({ id, confirmedTotal: '107.00' });
    expect(takenFor(app, id)).toBe(10_700);
  });

  test('waits even if the total is the same and the driver confirmed it', async () => {
    const moved = await shownTo({ smallIceBags: 0, largeIceBags: 0 });
    await modify(moved.id, { location: 'Other dock 9' });
    const same = await complete(moved, { expectedTotal: 107, confirmedTotal: 107 });
    expect(same.held).toBe('all');
    expect(takenFor(app, moved.id)).toBe(0);
  });

  test("costs the delivered fuel if that's less", async () => {
    const stop = await shownTo({ smallIceBags: 0, largeIceBags: 0 });
    await modify(stop.id, { fuelType: 'Premium' });
    await complete(stop, { expectedTotal: 107 });
    expect(await seen(stop.id)).toMatchObject({ fuelType: 'Regular', totalPriceCents: 10_700 });
  });

  test('is asked about if no device sends it', async () => {
    const stop = await shownTo({ smallIceBags: 0, largeIceBags: 0 });
    await modify(stop.id, { location: 'Other dock 9' });
    await dana.visitor.trpc.driver.enRoute.mutate({ id: stop.id });
    const sent = (over: object) =>
      dana.visitor.rest('POST', `/api/appointments/${stop.id}/complete`, {
        ...{ actualGallons: 20, shown: { ...stop.shown, ...stop.bags }, ...over },
      });
    expect(await sent({})).toMatchObject({
      ...{ status: 409, body: { reason: 'needs_confirmation', doubts: ['other_place'] } },
    });
    expect((await sent({ confirmedTotal: 107 })).status).toBe(200);
    expect(takenFor(app, stop.id)).toBe(10_700);
  });

  test('changes nothing for an order as it was shown, or for a build that shows none', async () => {
    const stop = await shownTo({ smallIceBags: 0, largeIceBags: 0 });
    await edit(stop.id, { estimatedGallons: '25' });
    expect((await complete(stop, { expectedTotal: 107 })).held).toBeUndefined();
    expect(takenFor(app, stop.id)).toBe(10_700);
    const older = await shownTo({ smallIceBags: 0, largeIceBags: 0 });
    await modify(older.id, { location: 'Other dock 9' });
    const { id } = older;
    await dana.visitor.trpc.driver.enRoute.mutate({ id, actionKey: key() });
    await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20, actionKey: key() });
    expect(takenFor(app, id)).toBe(10_700);
  });

  test("doesn't set the position of the order's dock", async () => {
    const [dock] = await sam.trpc.account.addDock.mutate({ label: 'Learned dock' });
    const stop = await shownTo({ location: 'Swap dock', smallIceBags: 0, largeIceBags: 0 });
    await modify(stop.id, { location: 'Learned dock', dockId: dock?.id });
    await complete(stop, { position: { latitude: 41.97, longitude: -86.1 } });
    expect(await sam.trpc.account.docks.query()).toMatchObject([{ positionSource: null }]);
  });
});

describe('ice', () => {
  test('added since then never counts as delivered', async () => {
    const stop = await shownTo({ smallIceBags: 0, largeIceBags: 0 });
    await edit(stop.id, { smallIceBags: '3', largeIceBags: '1' });
    expect((await complete(stop, { expectedTotal: 107 })).held).toBe('all');
    expect(await seen(stop.id)).toMatchObject({
      ...{ smallIceBags: 0, largeIceBags: 0, totalPriceCents: 10_700 },
    });
    expect(await open(stop.id)).toMatchObject([
      {
        reason:
          'The ice in the order was changed after the device showed it. No ice bags were entered, for an order of 4.',
      },
    ]);
  });

  test('removed since then is recorded as delivered, and nothing is charged yet', async () => {
    const stop = await shownTo({ smallIceBags: 2, largeIceBags: 0 });
    await edit(stop.id, {});
    expect((await complete(stop, { ...stop.bags, expectedTotal: 122 })).held).toBe('all');
    expect(takenFor(app, stop.id)).toBe(0);
  });

  test('with fewer bags delivered is asked about', async () => {
    const stop = await shownTo({ smallIceBags: 3, largeIceBags: 0 });
    const result = await complete(stop, { smallIceBags: 2, largeIceBags: 0 });
    expect(result.held).toBe('all');
    const sure = await shownTo({ smallIceBags: 3, largeIceBags: 0 });
    const confirmed = { smallIceBags: 2, largeIceBags: 0, confirmedTotal: 122 };
    expect((await complete(sure, confirmed)).held).toBeUndefined();
    expect(takenFor(app, sure.id)).toBe(12_200);
  });

  test("isn't added to a late completion", async () => {
    const stop = await shownTo({ smallIceBags: 0, largeIceBags: 0 });
    await dana.visitor.trpc.driver.enRoute.mutate({ id: stop.id, actionKey: key() });
    await edit(stop.id, { smallIceBags: '3' });
    await staff.trpc.admin.cancel.mutate({ id: stop.id });
    await expect(finish(stop, {})).rejects.toThrow();
    const [item] = (await open(stop.id)).filter(({ kind }) => kind === 'refused_action');
    // The item stays when the customer's data is deleted.
    const { rows } = await app.deps.db.client.execute(
      "select payload from review_items where kind = 'refused_action'",
    );
    for (const { payload } of rows) expect(String(payload)).not.toContain('Swap dock');
    const accept = (over: object) =>
      staff.trpc.admin.acceptPress.mutate({ id: item?.id ?? '', ...over });
    await expect(accept({})).rejects.toThrow('$107.00');
    await accept({ confirmedTotal: '107.00' });
    expect(await seen(stop.id)).toMatchObject({ smallIceBags: 0, totalPriceCents: 10_700 });
  });
});
