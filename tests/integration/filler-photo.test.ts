/**
 * Tests a fuel-fill photo taken by a driver, which is for the next driver and never replaces the
 * customer's.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let dana: { visitor: Visitor; driverId: number };
let boatId: string;
beforeEach(async () => {
  app = await startTestApp({ capacity: 10 });
  [staff, sam, dana] = [await admin(app), await customer(app), await driver(app)];
  boatId = (await sam.trpc.account.addBoat.mutate({ name: 'Gull' }))[0]?.id ?? '';
});
afterEach(() => app.close());

async function given(order: Record<string, unknown> = { boatId }): Promise<string> {
  const id = await book(sam, { date: TODAY, ...order });
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}
const action = async (id: string) => ({
  ...{ id, actionKey: crypto.randomUUID(), photo: await picture() },
});
const take = (sent: Awaited<ReturnType<typeof action>>, by = dana.visitor) =>
  by.trpc.driver.fillerPhoto.mutate(sent);
const photoId = async () => (await sam.trpc.account.boats.query())[0]?.fillerPhotoId ?? null;

test('the photo belongs to the boat, shows on the next delivery, and can be sent again', async () => {
  const id = await given();
  const next = await given({ boatId, time: '2:00 PM - 4:00 PM' });
  const sent = await action(id);
  for (let time = 0; time < 3; time += 1) await take(sent);
  const found = await photoId();
  expect(found).not.toBeNull();
  const { deliveries } = await dana.visitor.trpc.driver.day.query({});
  expect(deliveries.map((one) => [one.id, one.boat?.fillerPhotoId])).toEqual([
    [id, found],
    [next, found],
  ]);
  expect((await dana.visitor.fetch(`/api/photos/${found}`)).status).toBe(200);
  const { history } = await staff.trpc.admin.appointment.query({ id });
  expect(history.filter(({ action }) => action === 'appointment.photo_added')).toMatchObject([
    { after: { photos: ['filler'] } },
  ]);
});

test('the photo may arrive long after the delivery, from a device without signal', async () => {
  const id = await given();
  const sent = await action(id);
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20 });
  await take(sent);
  expect(await photoId()).not.toBeNull();
});

test('two simultaneous photos leave one, and no file of the other', async () => {
  const id = await given();
  const both = await Promise.allSettled([take(await action(id)), take(await action(id))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [boat] = (await app.deps.db.client.execute('select filler_photo_key as key from boats'))
    .rows;
  expect(await app.deps.photos.get(String(boat?.key))).not.toBeNull();
});

test("the customer's own photo stays", async () => {
  const id = await given();
  await sam.trpc.account.editBoat.mutate({
    ...{ id: boatId, name: 'Gull', fillerPhoto: await picture() },
  });
  const before = await photoId();
  expect(await refusal(take(await action(id)))).toMatchObject({
    status: 409,
    message: 'This boat already has a fuel-fill photo.',
  });
  expect(await photoId()).toBe(before);
});

test('a photo of a boat without an account, or from another driver, is refused', async () => {
  const guest = await book(app.visitor(), { date: TODAY, customerPhone: '2695550100' });
  await readyToDeliver(staff, guest, dana.driverId);
  expect((await refusal(take(await action(guest)))).status).toBe(409);
  const other = await driver(app);
  expect((await refusal(take(await action(await given()), other.visitor))).status).toBe(404);
  expect(await photoId()).toBeNull();
});
