/** The product keeps personal data for the periods in the settings, and then a job deletes it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { forgetCustomers } from '@/server/modules/own-data/forget-customers.usecases';
import { forgetOldData } from '@/server/modules/own-data/retention.usecases';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal } from '../support/visitor';

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    settings: { keepDays: { messages: 30, positions: 1, sessions: 5, details: 60 } },
  });
});
afterAll(() => app.close());

const dayAhead = () => new Date(app.clock.now() + DAY_MS).toISOString().slice(0, 10);

const rows = async (statement: string): Promise<Record<string, unknown>[]> => {
  const found = await app.deps.db.client.execute(statement);
  return found.rows.map((row) => ({ ...row }));
};

test("messages, positions, sign-ins, and past customers' details are deleted when their time is up", async () => {
  const staff = await admin(app);
  const sam = await customer(app);
  const dana = await driver(app);
  await dana.visitor.trpc.driver.setPosition.mutate({ latitude: 41.9, longitude: -86.1 });
  const paid = await book(sam);
  await readyToDeliver(staff, paid, dana.driverId);
  await staff.trpc.admin.complete.mutate({ id: paid, actualGallons: 20 });
  const owed = await book(sam, { time: '12:00 PM - 2:00 PM' });
  await readyToDeliver(staff, owed, dana.driverId);
  await staff.trpc.admin.complete.mutate({ id: owed, actualGallons: 20 });
  await app.deps.db.client.execute(
    `update charges set state = 'declined' where appointment_id = '${owed}'`,
  );
  await sendOutbox(app);
  const positions = 'select latitude, located_at from drivers where located_at is not null';
  const messages = "select id from outbox where sent_at is not null and recipient <> '(removed)'";
  const people = `select id, location from appointments where customer_name is not null or location <> '(removed)' order by id`;
  await forgetOldData(app);
  expect(await rows(positions)).toHaveLength(1);
  expect((await rows(messages)).length).toBeGreaterThan(0);
  expect(await sam.trpc.auth.me.query()).not.toBeNull();

  app.clock.advance(2 * DAY_MS);
  await forgetOldData(app);
  expect(await rows(positions)).toEqual([]);
  app.clock.advance(4 * DAY_MS);
  await forgetOldData(app);
  expect(await rows('select id from sessions')).toEqual([]);
  app.clock.advance(25 * DAY_MS);
  await forgetOldData(app);
  expect(await rows(messages)).toEqual([]);
  expect(await rows(people)).toHaveLength(2);

  app.clock.advance(40 * DAY_MS);
  await forgetOldData(app);
  // The product keeps the personal data of the person who owes money, and the amounts of both people.
  expect(await rows(people)).toMatchObject([{ id: owed, location: 'Maple Island Marina' }]);
  expect(
    await rows(`select total_paid_cents as paid from appointments where id = '${paid}'`),
  ).toEqual([{ paid: takenFor(app, paid) }]);
  await forgetOldData(app);
});

test('photos of settled deliveries and reports are deleted with the details, as are guests at Stripe', async () => {
  const staff = await admin(app);
  const dana = await driver(app);
  const guest = app.visitor();
  const photo = await picture();
  const deliver = async (id: string) => {
    await readyToDeliver(staff, id, dana.driverId);
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    const deviceKey = { id, actualGallons: 20, actionKey: crypto.randomUUID() };
    await dana.visitor.trpc.driver.complete.mutate(deviceKey);
    const photoKey = { id, actionKey: crypto.randomUUID(), photo };
    await dana.visitor.trpc.driver.completePhoto.mutate(photoKey);
  };
  const contact = { date: dayAhead(), customerPhone: '2695550100' };
  const paid = await book(guest, { ...contact, time: '2:00 PM - 4:00 PM' });
  const owed = await book(guest, { ...contact, time: '12:00 PM - 2:00 PM' });
  for (const id of [paid, owed]) await deliver(id);
  await app.deps.db.client.execute(
    `update charges set state = 'declined' where appointment_id = '${owed}'`,
  );
  const actionKey = crypto.randomUUID();
  const report = { driverId: dana.driverId, text: 'The pump leaks', actionKey };
  await dana.visitor.trpc.driver.reportIssue.mutate(report);
  await dana.visitor.trpc.driver.reportIssuePhoto.mutate({ id: actionKey, photo });

  const stored = () =>
    rows(`select storage_key as key from photos union
          select photo_storage_key from driver_reports where photo_storage_key is not null`);
  const files = async () => {
    const found = await Promise.all(before.map(({ key }) => app.deps.photos.get(String(key))));
    return found.filter((bytes) => bytes !== null).length;
  };
  const before = await stored();
  expect(before).toHaveLength(3);
  app.clock.advance(59 * DAY_MS);
  await forgetOldData(app);
  expect([(await stored()).length, await files()]).toEqual([3, 3]);

  app.clock.advance(4 * DAY_MS);
  await forgetOldData(app);
  await forgetOldData(app);
  expect(await rows('select appointment_id as id from photos')).toEqual([{ id: owed }]);
  expect([(await stored()).length, await files()]).toEqual([1, 1]);
  expect(await rows('select text, photo_id as id from driver_reports')).toEqual([
    { text: 'The pump leaks', id: null },
  ]);
  const customers = `select id from appointments
    where user_id is null and stripe_customer_id is not null`;
  expect(await rows(customers)).toHaveLength(2);
  await forgetCustomers(app);
  // The person who still owes can still be charged.
  expect(await rows(customers)).toEqual([{ id: owed }]);
});

test('the photo and notes of a late device action are deleted too', async () => {
  const staff = await admin(app);
  const dana = await driver(app);
  const contact = { date: dayAhead(), customerPhone: '2695550100' };
  const id = await book(app.visitor(), { ...contact, time: '2:00 PM - 4:00 PM' });
  await readyToDeliver(staff, id, dana.driverId);
  await staff.trpc.admin.cancel.mutate({ id });
  const completionKey = crypto.randomUUID();
  const late = { id, actualGallons: 20, notes: 'Left with Joe', actionKey: completionKey };
  await refusal(dana.visitor.trpc.driver.complete.mutate(late));
  const actionKey = crypto.randomUUID();
  const photo = { id, actionKey, completionKey, photo: await picture() };
  await dana.visitor.trpc.driver.completePhoto.mutate(photo);
  const signature = { ...photo, actionKey: crypto.randomUUID(), proof: 'signature' as const };
  await dana.visitor.trpc.driver.completePhoto.mutate(signature);
  const told = () =>
    rows(`select payload ->> '$.photo.storageKey' as key, payload ->> 'notes' as notes,
          payload ->> '$.proof.storageKey' as proof
          from review_items where appointment_id = '${id}'`);
  const [before] = await told();
  expect(before).toMatchObject({ notes: 'Left with Joe' });
  expect(await app.deps.photos.get(String(before?.key))).not.toBeNull();
  expect(await app.deps.photos.get(String(before?.proof))).not.toBeNull();
  app.clock.advance(63 * DAY_MS);
  await forgetOldData(app);
  expect(await told()).toMatchObject([{ key: null, notes: null, proof: null }]);
  expect(await app.deps.photos.get(String(before?.key))).toBeNull();
  expect(await app.deps.photos.get(String(before?.proof))).toBeNull();
});
