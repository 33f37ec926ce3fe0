/**
 * Tests photos from a driver's phone, which are larger than staff's and in the phone's own format.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { HEIC_UNREADABLE, PHOTO_MESSAGES } from '@/domain/photos';
import { createPictureDecoder } from '@/server/ports/pictures/decoder';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { PICTURE_READER, startTestApp, type TestApp, TODAY } from '../support/app';
import { HEIC_BASE64 } from '../support/heic';
import { cornerOf } from '../support/pictures';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
beforeAll(async () => {
  app = await startTestApp({ capacity: 10 });
  [sam, staff, dana] = [await customer(app), await admin(app), await driver(app)];
});
afterAll(() => app.close());

const key = () => crypto.randomUUID();

/** A delivery that its driver has completed without a photo so far. */
async function delivered(): Promise<string> {
  const id = await book(sam, { date: TODAY });
  await readyToDeliver(staff, id, dana.driverId);
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20, actionKey: key() });
  return id;
}

const send = (id: string, photo: string) =>
  dana.visitor.trpc.driver.completePhoto.mutate({ id, actionKey: key(), photo });

/** Returns the stored photo's size, and the bytes that staff get. */
async function photoOf(id: string) {
  const { photos } = await staff.trpc.admin.appointment.query({ id });
  const [photo] = photos;
  const answer = await staff.fetch(`/api/photos/${photo?.id}`);
  return {
    size: [photo?.width, photo?.height],
    type: answer.headers.get('content-type'),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

test("the photo of a driver's device keeps 1,600 px, and a smaller one its size", async () => {
  const sized = async (width: number, height: number) => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    return new Bun.Image(Buffer.from(pixel, 'base64')).resize(width, height).jpeg().dataurl();
  };
  const [large, small] = [await delivered(), await delivered()];
  await send(large, await sized(2400, 1800));
  await send(small, await sized(800, 600));
  expect((await photoOf(large)).size).toEqual([1600, 1200]);
  expect((await photoOf(small)).size).toEqual([800, 600]);
});

test('a HEIC photo is read by the server, and shown as any other', async () => {
  const id = await delivered();
  await send(id, `data:image/heic;base64,${HEIC_BASE64}`);
  const photo = await photoOf(id);
  expect(photo).toMatchObject({ size: [64, 48], type: 'image/jpeg' });
  const [red = 0, , blue = 0] = await cornerOf(new Bun.Image(photo.bytes));
  expect(red).toBeGreaterThan(180);
  expect(blue).toBeLessThan(70);
});

test('one that cannot be read is refused in a sentence that helps, and holds up no other', async () => {
  const id = await delivered();
  const broken = Buffer.from(HEIC_BASE64, 'base64').subarray(0, 500).toString('base64');
  const [refused] = await Promise.all([
    refusal(send(id, `data:image/heic;base64,${broken}`)),
    delivered().then((other) => send(other, `data:image/heic;base64,${HEIC_BASE64}`)),
  ]);
  expect(refused).toMatchObject({ status: 400, message: HEIC_UNREADABLE });
  await send(id, `data:image/heic;base64,${HEIC_BASE64}`);
});

test.each([
  ['does not start', createPictureDecoder('/no/such/program.ts')],
  ['takes too long', createPictureDecoder(PICTURE_READER, { longestMs: 1 })],
])('a decoder that %s is no fault of the photo: the device sends it again', async (_, failing) => {
  const { deps } = app;
  const works = deps.pictures;
  const id = await delivered();
  const photo = `data:image/heic;base64,${HEIC_BASE64}`;
  deps.pictures = failing;
  const answer = await refusal(send(id, photo)).finally(() => {
    deps.pictures = works;
  });
  expect(answer).toMatchObject({ status: 503, message: PHOTO_MESSAGES.later });
  await send(id, photo);
  expect((await photoOf(id)).size).toEqual([64, 48]);
});
