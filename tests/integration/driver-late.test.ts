/**
 * Tests late actions from a device. They're recorded, and customers aren't notified of past events.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  [sam, staff, dana] = [await customer(app), await admin(app), await driver(app)];
});
afterAll(() => app.close());

const key = () => crypto.randomUUID();
async function ready(date: string = TODAY): Promise<string> {
  const id = await book(sam, { date });
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}

test("an expired departure notifies the customer only of the trip's end", async () => {
  const id = await ready();
  const setOut = { id, actionKey: key(), shownDate: TODAY, isOver: true };
  expect(await dana.visitor.trpc.driver.enRoute.mutate(setOut)).toMatchObject({
    customerNotified: false,
  });
  await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 18, actionKey: key() });
  await sendOutbox(app);
  const subjects = app.mails.map(({ subject }) => subject).join('\n');
  expect(subjects).not.toMatch(/on (its|the) way/i);
  expect(subjects).toContain('is complete');
});

test('a position has its time, and an older one changes nothing', async () => {
  const { setPosition, day } = dana.visitor.trpc.driver;
  const now = app.clock.now();
  const [north, south] = [
    { latitude: 42, longitude: -86 },
    { latitude: 41, longitude: -86 },
  ];
  await setPosition.mutate({ ...north, ageMs: 600_000 });
  expect((await day.query({})).driver.position).toEqual({ ...north, locatedAt: now - 600_000 });
  await setPosition.mutate(south);
  await setPosition.mutate({ ...north, ageMs: 300_000 });
  expect((await day.query({})).driver.position).toEqual({ ...south, locatedAt: now });
});

test('a delivery made before midnight and sent after it counts once', async () => {
  const id = await ready();
  await dana.visitor.trpc.driver.enRoute.mutate({ id, shownDate: TODAY });
  const completion = { id, actualGallons: 18, actionKey: key(), shownDate: TODAY };
  app.clock.advance(16 * 3_600_000);
  expect((await dana.visitor.trpc.driver.day.query({})).date).not.toBe(TODAY);
  const first = await dana.visitor.trpc.driver.complete.mutate(completion);
  expect(first).toMatchObject({ paymentProcessed: true });
  expect(await dana.visitor.trpc.driver.complete.mutate(completion)).toEqual(first);
});

test('a trip in progress at midnight stays on the page until it ends', async () => {
  const { day, enRoute, complete } = dana.visitor.trpc.driver;
  const { date } = await day.query({});
  const id = await book(sam, { date });
  await readyToDeliver(staff, id, dana.driverId);
  await enRoute.mutate({ id });
  app.clock.advance(24 * 3_600_000);
  const listed = async () => {
    const { deliveries } = await day.query({});
    return deliveries.filter((delivery) => delivery.id === id);
  };
  expect(await listed()).toMatchObject([{ date, status: 'en_route' }]);
  await complete.mutate({ id, actualGallons: 18, actionKey: key(), shownDate: date });
  expect(await listed()).toEqual([]);
});

test('the day lists completed stops, and which have their photo', async () => {
  const today = (await dana.visitor.trpc.driver.day.query({})).date;
  const id = await book(sam, { date: today });
  await readyToDeliver(staff, id, dana.driverId);
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  await dana.visitor.trpc.driver.complete.mutate({
    id,
    actualGallons: 18,
    smallIceBags: 1,
    confirmedTotal: 115.8,
  });
  const done = async () => (await dana.visitor.trpc.driver.day.query({})).done;
  expect(await done()).toMatchObject([
    { id, status: 'completed', actualGallonsTenths: 180, smallIceBags: 1, hasPhoto: false },
  ]);
  const photo = { id, actionKey: key(), photo: await picture() };
  await dana.visitor.trpc.driver.completePhoto.mutate(photo);
  expect(await done()).toMatchObject([{ id, hasPhoto: true }]);
});

test('the day accepts a photo once in the night after the delivery', async () => {
  const { day, enRoute, complete, completePhoto } = dana.visitor.trpc.driver;
  const { date } = await day.query({});
  const [made, pictured] = [await ready(date), await ready(date)];
  app.clock.set(Date.parse(`${date}T22:00:00-04:00`));
  for (const id of [made, pictured]) {
    await enRoute.mutate({ id });
    await complete.mutate({ id, actualGallons: 18, actionKey: key(), shownDate: date });
  }
  await completePhoto.mutate({ id: pictured, actionKey: key(), photo: await picture() });
  const withoutPhoto = async () => (await day.query({})).withoutPhoto.map(({ id }) => id);
  const lateHere = async () =>
    (await withoutPhoto()).filter((id) => id === made || id === pictured);
  expect(await lateHere()).toEqual([]);
  app.clock.advance(3 * 3_600_000);
  expect((await day.query({})).date).not.toBe(date);
  expect(await lateHere()).toEqual([made]);
  expect((await day.query({})).done.map(({ id }) => id)).not.toContain(made);
  const late = { id: made, actionKey: key(), photo: await picture() };
  await completePhoto.mutate(late);
  await completePhoto.mutate(late);
  expect(await lateHere()).toEqual([]);
  const { photos } = await staff.trpc.admin.appointment.query({ id: made });
  expect(photos).toHaveLength(1);
});
