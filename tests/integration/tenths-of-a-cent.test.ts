/** Prices per gallon such as $3.459, from the owner's form to the charge. Totals stay whole cents. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
let sam: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 50 });
  owner = await admin(app);
  sam = await customer(app);
});
afterEach(() => app.close());

const set = (regular: string) =>
  owner.trpc.admin.setFuelPrices.mutate({ regular, premium: '4.169' } as never);
const today = { date: TODAY };

test('a market price may have tenths, and an order’s total is rounded once', async () => {
  expect((await set('3.459')).market).toEqual({ regularCents: 345.9, premiumCents: 416.9 });
  const rest = await (await sam.fetch('/api/fuel-prices')).json();
  expect(rest).toMatchObject({ regular: 3.459, premium: 4.169 });

  // 20 gallons at $4.459 are $89.18.
  const id = await book(sam, { ...today, expectedTotal: 136.18 });
  const booked = await sam.trpc.booking.get.query({ id });
  expect(booked).toMatchObject({
    unitPriceCents: 445.9,
    fuelTotalCents: 8_918,
    totalPriceCents: 13_618,
  });
  const answer = await owner.fetch(`/api/admin/appointments?date=${TODAY}`);
  expect(JSON.stringify(await answer.json())).toContain('"unitPrice":4.459');

  await set('3.50');
  const { driverId } = await driver(app);
  await readyToDeliver(owner, id, driverId);
  // 28.7 gallons are $127.9733.
  const done = await owner.trpc.admin.complete.mutate({
    ...{ id, actualGallons: 28.7, smallIceBags: 0, largeIceBags: 0, confirmedTotal: 152.97 },
  } as never);
  expect(done).toMatchObject({ totalPriceCents: 15_297, paymentProcessed: true });
});

test('a custom price may have tenths, and keeps them when the form is saved again', async () => {
  const id = await book(sam, today);
  const edit = (customFuelPrice: string) =>
    owner.trpc.admin.editDetails.mutate({
      ...{ id, estimatedGallons: 20, smallIceBags: 2, largeIceBags: 1, customFuelPrice },
    } as never);
  expect(await edit('3.999')).toMatchObject({ customUnitPriceCents: 399.9, fuelTotalCents: 7_998 });
  expect(await edit('3.999')).toMatchObject({ customUnitPriceCents: 399.9 });
  const { history } = await owner.trpc.admin.appointment.query({ id });
  expect(history[0]).toMatchObject({ after: { customUnitPriceCents: 399.9 } });
  expect((await refusal(edit('3.9999'))).status).toBe(400);
});

test('a driver’s device sends a price with tenths, and its delivery is charged', async () => {
  await set('3.459');
  const { visitor: dana, driverId } = await driver(app);
  const id = await book(sam, today);
  await readyToDeliver(owner, id, driverId);
  await dana.trpc.driver.enRoute.mutate({ id, actionKey: 'en-route-with-tenths' } as never);
  const { version } = (await owner.trpc.admin.appointment.query({ id })).appointment;
  const { location, slipNumber, fuelType, smallIceBags, largeIceBags } = ORDER;
  await dana.trpc.driver.complete.mutate({
    ...{ id, actualGallons: 20, smallIceBags, largeIceBags, actionKey: 'complete-with-tenths' },
    shown: {
      version,
      fuelType,
      unitPrice: 4.459,
      location,
      slipNumber,
      smallIceBags,
      largeIceBags,
    },
  } as never);
  expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
    status: 'completed',
    totalPriceCents: 13_618,
    totalPaidCents: 13_618,
  });
});

test('a planned market price may have tenths', async () => {
  const { newestEntry: readEntry } = await owner.trpc.admin.ownPrices.query();
  const planned = await owner.trpc.admin.changePrices.mutate({
    ...{ regular: '3.289', premium: '3.999', date: TODAY, time: '09:00', readEntry },
  } as never);
  expect(planned.changes[0]?.entry.market).toEqual({ regularCents: 328.9, premiumCents: 399.9 });
  app.clock.advance(3_600_000);
  const { market } = await sam.trpc.pricing.current.query();
  expect(market).toEqual({ regularCents: 328.9, premiumCents: 399.9 });
});
