/** Tests what staff change about an order: the fuel, where it goes, the boat, and the dock. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  admin,
  BOOKED_FOR,
  book,
  customer,
  driver,
  ORDER,
  readyToDeliver,
} from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: Awaited<ReturnType<typeof driver>>;
let gull: string;
let heron: string;
let dock: string;
/** A test's appointment: 20 gallons of Regular and 3 bags, for $154.00. */
let id: string;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
  await sam.trpc.account.addBoat.mutate({ name: 'Gull', fuelCapacity: 32 });
  await sam.trpc.account.addBoat.mutate({ name: 'Heron', fuelCapacity: 50, fuelNever: 'Premium' });
  const boats = await sam.trpc.account.boats.query();
  const idOf = (name: string) => boats.find((boat) => boat.name === name)?.id ?? '';
  [gull, heron] = [idOf('Gull'), idOf('Heron')];
  const docks = await sam.trpc.account.addDock.mutate({
    ...{ label: 'Eagle Point', slip: 'B4', gateCode: '4711', note: 'Second pier' },
  });
  dock = docks[0]?.id ?? '';
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await book(sam, { boatId: gull });
});

const seen = async (one = id) =>
  (await staff.trpc.admin.appointment.query({ id: one })).appointment;
const AMOUNTS = {
  estimatedGallons: '20',
  smallIceBags: '2',
  largeIceBags: '1',
  customFuelPrice: '',
};
const edit = (over: Record<string, unknown>) =>
  staff.trpc.admin.editDetails.mutate({ id, ...AMOUNTS, ...over } as never);
const mailAbout = async (one = id) => {
  const { rows } = await app.deps.db.client.execute({
    sql: "select subject, body from outbox where appointment_id = ? and dedupe_key like 'order-changed:%'",
    args: [one],
  });
  return rows.map(({ subject, body }) => `${subject}\n${body}`);
};

describe('staff change', () => {
  test('a wrong fuel back, and the promised price returns', async () => {
    const { unitPriceCents, totalPriceCents } = await seen();
    await edit({ fuelType: 'Premium' });
    const { setFuelPrices } = staff.trpc.admin;
    await setFuelPrices.mutate({ regular: '5.10', premium: '6.16' });
    await edit({ fuelType: 'Regular' });
    expect(await seen()).toMatchObject({ fuelType: 'Regular', unitPriceCents, totalPriceCents });
    await setFuelPrices.mutate({ regular: '3.10', premium: '4.16' });
  });

  test("the fuel, at today's price, which the customer and the history see", async () => {
    const before = await seen();
    const { version } = before;
    const saved = await edit({ fuelType: 'Premium', canType: 'cans', version });
    // 20 gallons at $5.16, 3 bags for $17, and $30 for fuel and ice.
    expect(saved).toMatchObject({
      ...{ fuelType: 'Premium', canType: 'cans', unitPriceCents: 516, totalPriceCents: 15_020 },
      ...{ version: version + 1, customerNotified: true, boatId: gull },
    });
    const [mail, ...others] = await mailAbout();
    expect(others).toEqual([]);
    expect(mail).toContain('was changed');
    expect(mail).toContain('20 gal Premium');
    expect(mail).toContain('Fuel goes into: your cans');
    expect(mail).toContain('$150.20');
    const { history } = await staff.trpc.admin.appointment.query({ id });
    expect(history.find(({ action }) => action === 'appointment.edited')).toMatchObject({
      before: { fuelType: 'Regular', canType: 'boat', totalPriceCents: before.totalPriceCents },
      after: { fuelType: 'Premium', canType: 'cans', totalPriceCents: 15_020 },
    });
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    expect(takenFor(app, id)).toBe(15_020);
  });

  test('nothing twice, and only the fields that are sent', async () => {
    await edit({ fillUp: true });
    const filled = await seen();
    expect(filled).toMatchObject({ fillUp: true, estimatedGallonsTenths: 320 });
    await edit({ estimatedGallons: '32' });
    expect(await seen()).toMatchObject({ fillUp: true, version: filled.version });
    expect(await mailAbout()).toHaveLength(1);
    const body = { smallIceBags: 4 };
    const { status } = await staff.rest('PATCH', `/api/appointments/${id}`, body);
    expect(status).toBe(200);
    expect(await seen()).toMatchObject({
      ...{ fillUp: true, estimatedGallonsTenths: 320, smallIceBags: 4, boatId: gull },
    });
  });

  test('the boat, whose tank is the estimate of a fill-up', async () => {
    await edit({ fillUp: true, boatId: heron });
    expect(await seen()).toMatchObject({
      ...{ boatId: heron, boat: { name: 'Heron' }, estimatedGallonsTenths: 500 },
    });
    app.clock.advance(1_000);
    await edit({ estimatedGallons: '50', boatId: null, boatName: 'Last Call', boatTank: '40' });
    expect(await seen()).toMatchObject({
      ...{ boatId: null, boat: { name: 'Last Call', fuelCapacity: 40 } },
      ...{ fillUp: true, estimatedGallonsTenths: 400 },
    });
    await edit({ estimatedGallons: '12', fillUp: false });
    expect(await seen()).toMatchObject({
      ...{ boat: { name: 'Last Call', fuelCapacity: 40 } },
      ...{ fillUp: false, estimatedGallonsTenths: 120 },
    });
    // The mail that wasn't sent yet is replaced.
    const [mail, ...others] = await mailAbout();
    expect(mail).toContain('Boat: Last Call');
    expect(others).toEqual([]);
  });

  test('the dock, with its address, slip, and gate code', async () => {
    await edit({ dockId: dock });
    expect(await seen()).toMatchObject({
      ...{ dockId: dock, location: 'Eagle Point', slipNumber: 'B4', dock: { gateCode: '4711' } },
    });
    expect((await mailAbout())[0]).toContain('Where: Eagle Point, slip B4');
    await edit({ location: 'Paradise Lake', slipNumber: '' });
    const moved = await seen();
    expect(moved).toMatchObject({ dockId: null, location: 'Paradise Lake', slipNumber: null });
    expect(moved.dock?.gateCode ?? null).toBeNull();
  });

  test('an order of a guest, with a boat that only has a name', async () => {
    const { overCapacityReason: _, ...free } = BOOKED_FOR;
    const made = await staff.trpc.admin.bookForCustomer.mutate({
      ...{ ...free, id: crypto.randomUUID(), boatName: 'Blue', boatTank: '30' },
    });
    const change = (over: object) =>
      staff.trpc.admin.editDetails.mutate({ ...AMOUNTS, id: made.id, ...over } as never);
    await change({ boatTank: '60', boatName: 'Blue', fillUp: true });
    expect(await seen(made.id)).toMatchObject({
      ...{ boat: { name: 'Blue', fuelCapacity: 60 }, estimatedGallonsTenths: 600 },
    });
    const theirs = await refusal(change({ boatId: gull }));
    expect(theirs).toMatchObject({ status: 400, field: 'boatId' });
    expect(await refusal(change({ dockId: dock }))).toMatchObject({ status: 400, field: 'dockId' });
    await change({ boatName: '' });
    expect(await seen(made.id)).toMatchObject({ boat: null });
  });
});

describe('an edit is refused', () => {
  test('for fuel that must never go into the boat, but not for an order that already had it', async () => {
    const wrong = await refusal(edit({ boatId: heron, fuelType: 'Premium' }));
    expect(wrong).toMatchObject({ status: 400, field: 'fuelType' });
    expect(await seen()).toMatchObject({ boatId: gull, fuelType: 'Regular' });
    await edit({ fuelType: 'Premium' });
    await sam.trpc.account.editBoat.mutate({
      ...{ id: gull, name: 'Gull', fuelCapacity: 32, fuelNever: 'Premium' },
    } as never);
    await edit({ smallIceBags: '5' });
    expect(await seen()).toMatchObject({ fuelType: 'Premium', smallIceBags: 5 });
    await sam.trpc.account.editBoat.mutate({
      ...{ id: gull, name: 'Gull', fuelCapacity: 32, fuelNever: null },
    } as never);
  });

  test('if it costs more than staff saw', async () => {
    const dearer = { fuelType: 'Premium', expectedTotal: 129 };
    const asked = await refusal(edit(dearer));
    expect(asked).toMatchObject({ status: 409, reason: 'needs_confirmation' });
    expect(asked.details).toMatchObject({ totalCents: 15_020 });
    expect(await seen()).toMatchObject({ fuelType: 'Regular' });
    await edit({ ...dearer, expectedTotal: 150.2 });
    expect(await seen()).toMatchObject({ fuelType: 'Premium' });
  });

  test('for the dock of a driver who is on the way, whose fuel may still change', async () => {
    const today = await book(sam, { date: TODAY, time: '2:00 PM - 4:00 PM' });
    await readyToDeliver(staff, today, dana.driverId);
    await dana.visitor.trpc.driver.enRoute.mutate({ id: today });
    const change = (over: object) =>
      staff.trpc.admin.editDetails.mutate({ ...AMOUNTS, id: today, ...over } as never);
    const elsewhere = await refusal(change({ location: 'Paradise Lake' }));
    expect(elsewhere).toMatchObject({ status: 409, field: 'location' });
    await change({ fuelType: 'Premium' });
    expect(await seen(today)).toMatchObject({ status: 'en_route', fuelType: 'Premium' });
    // The device still shows Regular, so the charge waits for staff.
    const { version, location, slipNumber } = await seen(today);
    const done = await dana.visitor.trpc.driver.complete.mutate({
      ...{ id: today, actualGallons: 20, actionKey: crypto.randomUUID(), expectedTotal: 154 },
      shown: {
        ...{ version: version - 1, fuelType: 'Regular', unitPrice: 4.1, location, slipNumber },
        ...{ smallIceBags: 2, largeIceBags: 1 },
      },
    });
    expect(done).toMatchObject({ held: 'all' });
  });
});

describe('a custom price', () => {
  test('goes with its fuel, unless staff set one for the other fuel', async () => {
    await edit({ customFuelPrice: '3.00' });
    const path = `/api/appointments/${id}`;
    expect((await staff.rest('PATCH', path, { fuelType: 'Premium' })).body).toMatchObject({
      ...{ fuelType: 'Premium', totalPrice: 150.2 },
    });
    expect(await seen()).toMatchObject({ customUnitPriceCents: null });
    await edit({ fuelType: 'Regular', customFuelPrice: '3.50' });
    expect(await seen()).toMatchObject({ customUnitPriceCents: 350, fuelType: 'Regular' });
  });
});

describe('another boat', () => {
  test('is a version, and nobody overwrites it unseen', async () => {
    const { version } = await seen();
    await edit({ boatId: heron, version });
    const stale = await refusal(edit({ boatId: null, boatName: 'Other', version }));
    expect(stale).toMatchObject({ status: 409, reason: 'changed_meanwhile' });
    expect(stale.details).toMatchObject({
      changes: [{ field: 'boat', from: 'Gull', to: 'Heron', who: 'Alex Harbor' }],
    });
    const own = await refusal(
      sam.trpc.booking.modify.mutate({ id, ...ORDER, boatId: gull, version }),
    );
    expect(own.details).toMatchObject({
      changes: [{ field: 'boat', from: 'Gull', to: 'Heron', who: 'Dockside' }],
    });
    // A form that didn't change the boat leaves it out.
    await sam.trpc.booking.modify.mutate({ id, ...ORDER, slipNumber: '9', version: version + 1 });
    expect(await seen()).toMatchObject({ boatId: heron, slipNumber: '9' });
  });
});

test('the preview has the price of the edited fuel, tank, and bags', async () => {
  const preview = (over: object) =>
    staff.trpc.admin.previewPrice.query({ id, ...AMOUNTS, ...over } as never);
  expect(await preview({ fuelType: 'Premium' })).toMatchObject({
    ...{ totalCents: 15_020, unitPriceCents: 516, estimatedGallonsTenths: 200 },
  });
  expect(await preview({ fillUp: true, boatId: heron })).toMatchObject({
    ...{ totalCents: 500 * 41 + 4_700, unitPriceCents: 410, estimatedGallonsTenths: 500 },
  });
  expect(await seen()).toMatchObject({ fillUp: false, fuelType: 'Regular', date: TOMORROW });
});

test('a program changes an order over REST, and reads it back', async () => {
  const patch = (body: object) => staff.rest('PATCH', `/api/appointments/${id}`, body);
  const changed = await patch({ fuelType: 'Premium', canType: 'service', boatId: heron });
  expect(changed.status).toBe(400);
  const { status, body } = await patch({ canType: 'own', fillUp: true, dockId: dock });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{
      canType: 'own',
      fillUp: true,
      estimatedGallons: 32,
      location: 'Eagle Point',
      dockId: dock,
    },
  });
  const mixed = await patch({ fuelType: 'Premium', location: 'Elsewhere' });
  expect(mixed.status).toBe(400);
  const details = await staff.rest('PATCH', `/api/admin/appointments/${id}/update-details`, {
    ...{ estimatedGallons: 10, smallIceBags: 0, largeIceBags: 0 },
    ...{ fuelType: 'Premium', fillUp: false, location: 'Paradise Lake' },
  });
  expect(details.body).toMatchObject({
    ...{ fuelType: 'Premium', fillUp: false, estimatedGallons: 10, location: 'Paradise Lake' },
  });
});
