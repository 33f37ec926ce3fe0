/** Tests the owner's photo on the home page: who may change it, its sizes, and its public address. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { HOME_PHOTO_MESSAGES } from '@/domain/home-photo';
import { PHOTO_MESSAGES } from '@/domain/photos';
import { admin, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { dataUrl, fourCorners } from '../support/pictures';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  owner = await admin(app);
});
afterAll(() => app.close());

const save = (input: object) => owner.trpc.admin.saveHomePhoto.mutate(input as never);
const shown = async () => (await app.visitor().trpc.support.company.query()).photo;
const see = (path = '') => app.visitor().fetch(path);

/** A picture whose pixels have one of two colors, 2000 × 1000. */
async function large(isOther = false): Promise<string> {
  const corners = isOther ? new Bun.Image(fourCorners()).flip() : new Bun.Image(fourCorners());
  const bytes = await corners.resize(2000, 1000, { fit: 'fill' }).jpeg().bytes();
  return dataUrl(bytes);
}

const addressesIn = (srcSet = '') => srcSet.split(', ').map((one) => one.split(' ')[0]);

test('everyone sees it in three sizes, which browsers may keep forever', async () => {
  expect(await shown()).toBeNull();
  const { photo } = await save({ photo: await large(), alt: ' Our boat ' });
  expect(photo).toMatchObject({ alt: 'Our boat', width: 1600, height: 800 });
  expect(await shown()).toEqual(photo);
  const sizes = addressesIn(photo?.srcSet);
  expect(photo?.srcSet).toMatch(/ 1600w, .* 800w, .* 480w$/);
  expect(sizes).toHaveLength(3);
  expect(photo?.src).toBe(sizes[0] ?? '');
  for (const path of sizes) {
    const answer = await see(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { width } = await new Bun.Image(await answer.bytes()).metadata();
    expect(photo?.srcSet).toContain(`${path} ${width}w`);
  }
});

test('another description keeps the photo, and another photo removes the earlier files', async () => {
  const { photo: first } = await save({ photo: await large(), alt: 'Our boat' });
  const { photo: described } = await save({ alt: 'Our dock' });
  expect(described).toEqual({ ...first, alt: 'Our dock' } as never);
  // The same photo again changes nothing.
  expect((await save({ photo: await large(), alt: 'Our dock' })).photo).toEqual(described);
  expect((await see(first?.src)).status).toBe(200);

  const { photo: second } = await save({ photo: await large(true), alt: 'Our dock' });
  expect(second?.src).not.toBe(first?.src);
  for (const path of addressesIn(first?.srcSet)) expect((await see(path)).status).toBe(404);
  expect((await see(second?.src)).status).toBe(200);

  expect(await save({ photo: null, alt: '' })).toEqual({ photo: null });
  expect(await shown()).toBeNull();
  for (const path of addressesIn(second?.srcSet)) expect((await see(path)).status).toBe(404);
});

test('a small photo isn’t enlarged', async () => {
  const photo = dataUrl(await new Bun.Image(fourCorners()).jpeg().bytes());
  expect((await save({ photo, alt: 'Four corners' })).photo).toMatchObject({
    srcSet: expect.stringMatching(/^\S+ 60w$/),
    width: 60,
    height: 20,
  });
  await save({ photo: null, alt: '' });
});

test('without a photo, or with a file that isn’t one, nothing changes', async () => {
  const none = { status: 400, message: HOME_PHOTO_MESSAGES.photo };
  expect(await refusal(save({ alt: 'Our boat' }))).toMatchObject(none);
  const text = `data:image/jpeg;base64,${Buffer.from('no picture').toString('base64')}`;
  const unreadable = { status: 400, message: PHOTO_MESSAGES.unreadable };
  expect(await refusal(save({ photo: text, alt: 'Our boat' }))).toMatchObject(unreadable);
  expect(await shown()).toBeNull();
});

test('other settings keep it, and customers can’t change it', async () => {
  const { photo } = await save({ photo: await large(), alt: 'Our boat' });
  await owner.trpc.admin.changeBusinessSettings.mutate({ waters: 'Magician Lake' } as never);
  expect(await shown()).toEqual(photo);
  const sam = await customer(app);
  const change = sam.trpc.admin.saveHomePhoto.mutate({ photo: null, alt: '' });
  expect(await refusal(change)).toMatchObject({ status: 403 });
  expect(await shown()).toEqual(photo);
});

test('other addresses have no photo', async () => {
  for (const path of [`/photos/${'0'.repeat(32)}.jpg`, '/photos/x.jpg', '/photos/..%2Fx.jpg']) {
    expect((await see(path)).status).toBe(404);
  }
});
