/** Tests the company's logo: who may change it, its public address, and the receipt with it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { homePhotoIdIn, homePhotoKey } from '@/domain/home-photo';
import { LOGO_SIDE } from '@/domain/logo';
import { PHOTO_MESSAGES } from '@/domain/photos';
import { drawReceipt } from '@/server/modules/appointments/receipt-pdf';
import { readLogoFile } from '@/server/modules/business-settings/logo.usecases';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TOMORROW } from '../support/app';
import { startFirstPages } from '../support/first-page';
import { dataUrl, fourCorners } from '../support/pictures';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let owner: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 20 });
  owner = await admin(app);
});
afterAll(() => app.close());

const save = (logo: unknown) => owner.trpc.admin.saveLogo.mutate({ logo } as never);
const shown = async () => (await app.visitor().trpc.support.company.query()).logo;
const wide = async () =>
  dataUrl(await new Bun.Image(fourCorners()).resize(1200, 400, { fit: 'fill' }).jpeg().bytes());

test('everyone sees it next to the name, and browsers may keep it forever', async () => {
  expect(await shown()).toBeNull();
  const pages = startFirstPages(app);
  expect(await pages.read('/')).toContain('src="/favicon.svg"');
  const { logo } = await save(await wide());
  expect(logo).toMatchObject({ width: LOGO_SIDE, height: LOGO_SIDE / 3 });
  expect(await shown()).toEqual(logo);
  const answer = await app.visitor().fetch(logo?.src ?? '');
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const html = await pages.read('/');
  expect(html).toContain(`src="${logo?.src}"`);
  expect(html).not.toContain('src="/favicon.svg"');
});

test('the same logo again changes nothing, and another one or none removes the file', async () => {
  const { logo: first } = await save(await wide());
  expect((await save(await wide())).logo).toEqual(first);
  const see = async (src = '') => (await app.visitor().fetch(src)).status;
  expect(await see(first?.src)).toBe(200);
  const { logo: second } = await save(await picture());
  expect(second?.src).not.toBe(first?.src);
  expect([await see(first?.src), await see(second?.src)]).toEqual([404, 200]);
  expect(await save(null)).toEqual({ logo: null });
  expect(await see(second?.src)).toBe(404);
  expect(await shown()).toBeNull();
  const { entries } = await owner.trpc.admin.activity.query({ filter: { thing: 'settings' } });
  expect(entries[0]).toMatchObject({ action: 'settings.logo_saved', after: { logo: null } });
});

test('the file of a logo stays if someone replaces it while another owner saves it again', async () => {
  await save(await wide());
  const again = await wide();
  await Promise.all([save(await picture()), save(again), save(null), save(again)]);
  const logo = await shown();
  if (logo) expect((await app.visitor().fetch(logo.src)).status).toBe(200);
  const { logo: last } = await save(again);
  expect((await app.visitor().fetch(last?.src ?? '')).status).toBe(200);
});

test('a logo whose file is gone is repaired by the same picture', async () => {
  const { logo } = await save(await wide());
  await app.deps.photos.remove(homePhotoKey(homePhotoIdIn(logo?.src ?? '') ?? ''));
  const { logo: again } = await save(await wide());
  expect((await app.visitor().fetch(again?.src ?? '')).status).toBe(200);
});

test('a file that’s no picture, and people other than owners, change nothing', async () => {
  await save(null);
  expect(await refusal(save('data:image/png;base64,AAAA'))).toMatchObject({
    status: 400,
    message: PHOTO_MESSAGES.unreadable,
  });
  const sam = await customer(app);
  const change = sam.trpc.admin.saveLogo.mutate({ logo: null });
  expect((await refusal(change)).status).toBe(403);
  expect(await shown()).toBeNull();
});

test('a receipt shows it, and is drawn without it if the file is missing', async () => {
  const sam = await customer(app);
  const dana = await driver(app);
  const id = await book(sam, { date: TOMORROW });
  await readyToDeliver(owner, id, dana.driverId);
  await owner.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const receipt = async () => {
    const bytes = await (await sam.fetch(`/api/receipts/${id}`)).bytes();
    return Buffer.from(bytes).toString('latin1');
  };
  expect(await receipt()).not.toContain('/DCTDecode');
  await save(await wide());
  expect(await receipt()).toContain('/DCTDecode');
  const logo = await readLogoFile(app);
  const pdf = await drawReceipt({ logo, company: ['Sister Lakes Fuel'], title: 'R', groups: [] });
  expect(Buffer.from(pdf).toString('latin1')).toContain(`/Width ${LOGO_SIDE}`);
  const { logo: gone } = await save(await picture());
  await app.deps.photos.remove(`home/${/\w{32}/.exec(gone?.src ?? '')?.[0]}.jpg`);
  expect(await receipt()).not.toContain('/DCTDecode');
});
