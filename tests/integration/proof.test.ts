/** Tests the owner's required proofs of delivery: a photo, a signature, or an empty boat. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { DatabaseUnreachableError } from '@/db/engine/failures';
import { PICTURES_WITHIN_MS } from '@/domain/appointment/proof';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let dana: Visitor;
let id: string;
beforeEach(async () => {
  app = await startTestApp();
  [staff, sam] = [await admin(app), await customer(app)];
  const { visitor, driverId } = await driver(app);
  dana = visitor;
  id = await book(sam, { date: TODAY });
  await readyToDeliver(staff, id, driverId);
  await dana.trpc.driver.enRoute.mutate({ id });
});
afterEach(() => app.close());

const key = () => crypto.randomUUID();
const ask = (required: { asksForPhoto?: boolean; asksForSignature?: boolean }) =>
  staff.trpc.admin.changeBusinessSettings.mutate(required as never);
const photosOf = async () => (await staff.trpc.admin.appointment.query({ id })).photos;
const kinds = async () => (await photosOf()).map(({ kind }) => kind).toSorted();
const action = () => ({ id, actualGallons: 20, actionKey: key() });
const signature = async (over = {}) => ({
  ...{ id, actionKey: key(), proof: 'signature' as const, photo: await picture() },
  ...over,
});
/** Returns the open items after a device has had enough time to send its pictures. */
async function open() {
  app.clock.advance(PICTURES_WITHIN_MS);
  return (await staff.trpc.admin.reviewQueue.query()).open;
}
const ended = async () => (await staff.trpc.admin.reviewQueue.query()).done;

test("a signature is saved once with its delivery's photo, for staff and its customer", async () => {
  await ask({ asksForPhoto: true, asksForSignature: true });
  await dana.trpc.driver.complete.mutate(action());
  const sent = await signature();
  await dana.trpc.driver.completePhoto.mutate(sent);
  await dana.trpc.driver.completePhoto.mutate(sent);
  await dana.trpc.driver.completePhoto.mutate({ id, actionKey: key(), photo: await picture() });
  expect(await kinds()).toEqual(['fuel', 'signature']);
  expect((await refusal(dana.trpc.driver.completePhoto.mutate(await signature()))).status).toBe(
    409,
  );
  expect(await open()).toEqual([]);
  // The customer's own export lists the signature, and the customer may see it.
  const signed = (await photosOf()).find(({ kind }) => kind === 'signature');
  const address = `/api/photos/${signed?.id}`;
  expect(await sam.trpc.account.ownData.query()).toMatchObject({
    appointments: [
      {
        photos: expect.arrayContaining([
          expect.objectContaining({
            ...{ kind: 'signature', address: expect.stringContaining(address) },
          }),
        ]),
      },
    ],
  });
  expect((await sam.fetch(address)).status).toBe(200);
  expect((await app.visitor().fetch(address)).status).toBe(404);
});

test('a delivery without its required proof is recorded and charged, and goes to staff', async () => {
  await ask({ asksForPhoto: true, asksForSignature: true });
  const { paymentProcessed } = await dana.trpc.driver.complete.mutate(action());
  expect(paymentProcessed).toBe(true);
  // A device sends its pictures after the figures, so it's too early to say that a proof is
  // missing.
  expect(await staff.trpc.admin.reviewQueue.query()).toMatchObject({ open: [], openCount: 0 });
  const items = await open();
  expect(items.map(({ kind, delivery }) => [kind, delivery?.id])).toEqual([
    ['proof_missing', id],
    ['proof_missing', id],
  ]);
  expect(items.map(({ reason }) => reason).join()).toMatch(
    /without a photo of the delivery.*without a signature or a photo showing that no one was aboard/,
  );

  await dana.trpc.driver.completePhoto.mutate(await signature({ proof: 'nobody_aboard' }));
  expect((await open()).map(({ reason }) => reason)).toEqual([
    expect.stringContaining('without a photo of the delivery'),
  ]);
  expect(await ended()).toMatchObject([{ kind: 'proof_missing', outcome: 'arrived' }]);
  await staff.trpc.admin.resolveReviewItem.mutate({ id: items[0]?.id ?? '', note: 'Seen it' });
  await staff.trpc.admin.resolveReviewItem.mutate({ id: items[1]?.id ?? '', note: 'Seen it' });
  expect(await open()).toEqual([]);
});

test('a photo sent with the completion counts, and an older setting requires none', async () => {
  await ask({ asksForPhoto: true });
  const withPhoto = { ...action(), fuelPhoto: await picture() };
  await dana.trpc.driver.complete.mutate(withPhoto);
  await ask({ asksForSignature: true });
  await dana.trpc.driver.complete.mutate(withPhoto);
  expect(await open()).toEqual([]);
});

test('a delivery that staff record needs no proof', async () => {
  await ask({ asksForPhoto: true, asksForSignature: true });
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  expect(await open()).toEqual([]);
});

test('the signature of a late completion is recorded with it', async () => {
  await ask({ asksForSignature: true });
  await staff.trpc.admin.cancel.mutate({ id });
  const late = action();
  await refusal(dana.trpc.driver.complete.mutate(late));
  const sent = await signature({ completionKey: late.actionKey });
  await dana.trpc.driver.completePhoto.mutate(sent);
  await dana.trpc.driver.completePhoto.mutate(sent);
  const [item] = await open();
  expect(item).toMatchObject({ press: { photo: false, proof: 'signature' } });
  const address = `/api/photos/${item?.id}-proof`;
  expect((await staff.fetch(address)).headers.get('content-type')).toBe('image/jpeg');
  expect((await dana.fetch(address)).status).toBe(404);

  const question = await refusal(staff.trpc.admin.acceptPress.mutate({ id: item?.id ?? '' }));
  const confirmedTotal = Number(question.details?.total);
  await staff.trpc.admin.acceptPress.mutate({ id: item?.id ?? '', confirmedTotal });
  expect(await kinds()).toEqual(['signature']);
  expect(await open()).toEqual([]);
});

test('a change of the setting is in the audit log', async () => {
  await ask({ asksForSignature: true });
  const { entries } = await staff.trpc.admin.activity.query({ filter: { thing: 'settings' } });
  expect(entries[0]).toMatchObject({
    before: { asksForSignature: false },
    after: { asksForSignature: true },
  });
});

test("a signature whose write lost its answer is still there when it's sent again", async () => {
  await dana.trpc.driver.complete.mutate(action());
  const sent = await signature();
  const { db } = app.deps;
  const { batch } = db;
  db.batch = async (...args) => {
    await batch(...args);
    throw new DatabaseUnreachableError('The answer was lost.');
  };
  const refused = await refusal(dana.trpc.driver.completePhoto.mutate(sent));
  db.batch = batch;
  expect(refused.status).toBe(503);
  await dana.trpc.driver.completePhoto.mutate(sent);
  const [signed] = await photosOf();
  expect(signed?.kind).toBe('signature');
  expect((await sam.fetch(`/api/photos/${signed?.id}`)).status).toBe(200);
});
