/** Tests the live page of a delivery link: who may follow it, and what it never shows. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, driver, picture } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { startFirstPages } from '../support/first-page';
import type { Visitor } from '../support/visitor';

const MINUTE = 60_000;
const DOCK = { latitude: 41.99, longitude: -86.12 };
const NEARBY = { latitude: 41.97, longitude: -86.12 };

let app: TestApp;
let staff: Visitor;
let pages: ReturnType<typeof startFirstPages>;
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
  pages = startFirstPages(app);
});
afterEach(() => app.close());

const TIMES = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'];

/** Books a delivery for today and returns its ID and the path of its page. */
async function booked(over: Record<string, unknown> = {}) {
  const id = await book(app.visitor(), {
    ...{ date: TODAY, time: TIMES[0], customerPhone: '(269) 555-0142' },
    ...{ customerEmail: 'guest@lake.example', customerName: 'Gale Secret' },
    ...over,
  });
  await staff.trpc.admin.confirm.mutate({ id });
  const { link } = await staff.trpc.admin.showLink.mutate({ id });
  return { id, path: new URL(link).pathname };
}

/** Books and assigns a delivery with a known dock. */
async function scheduled(driverId: number, over: Record<string, unknown> = {}) {
  const delivery = await booked(over);
  await staff.trpc.admin.schedule.mutate({ id: delivery.id, driverId });
  await app.deps.db.client.execute({
    sql: 'update appointments set latitude = ?, longitude = ? where id = ?',
    args: [DOCK.latitude, DOCK.longitude, delivery.id],
  });
  return delivery;
}

type State = { version: string; parts: Record<string, string>; announcement: string };
const stateOf = async (path: string): Promise<State> =>
  JSON.parse(await pages.read(`${path}/state`));
const textOf = (markup = '') =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
const statusOf = async (path: string) => textOf((await stateOf(path)).parts.status);

/** Opens a page's stream. `next` waits for its next event, and returns null at its end. */
async function listen(path: string, query = '') {
  const answer = await pages.get(`${path}/live${query}`);
  const reader = answer.body?.getReader();
  const waiting: string[] = [];
  const next = async (): Promise<string | null> => {
    while (waiting.length === 0) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return null;
      const text = new TextDecoder().decode(value);
      for (const [, event = ''] of text.matchAll(/^event: (\w+)$/gm)) waiting.push(event);
    }
    return waiting.shift() ?? null;
  };
  return { status: answer.status, next, close: () => reader?.cancel() };
}

describe('a delivery’s page', () => {
  test('has its content in its first bytes, and isn’t cached or indexed', async () => {
    const { path } = await booked();
    const answer = await pages.get(path);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    const html = await answer.text();
    const text = textOf(html.replace(/<script.*?<\/script>/gs, ''));
    expect(text).toContain('Confirmed We’ll assign a driver before your delivery date.');
    expect(text).toContain('Maple Island Marina, Slip 12');
    expect(text).toContain('Times are in Eastern Time.');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBe(new Set(ids).size);
    expect(html).toContain('href="tel:');
    expect(html).toContain('href="sms:');
    expect(html).not.toMatch(/555-0142|guest@lake|Gale|Secret/);
  });

  test('leaves payments, changes, and holds to the app', async () => {
    const { path } = await booked();
    for (const query of ['?pay=now', '?open=all']) {
      expect(await pages.read(path + query)).toContain('Shell');
    }
    expect(await pages.read('/d/0000000000000000000000')).toContain('Shell');
    expect((await pages.get('/d/0000000000000000000000/state')).status).toBe(404);
    expect((await pages.get('/d/0000000000000000000000/live')).status).toBe(404);
    expect(await pages.read('/d/')).toContain('isn’t saved on this device');
  });

  test('offers changes until the driver is on the way, and always opens the app’s page', async () => {
    const { driverId } = await driver(app);
    const { id, path } = await scheduled(driverId);
    const more = async () => (await stateOf(path)).parts.manage;
    expect(textOf(await more())).toBe('Change or Cancel Delivery');
    await staff.trpc.driver.enRoute.mutate({ id });
    expect(textOf(await more())).toBe('More Options');
    expect(await more()).toContain(`href="${path}?open=all"`);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    expect(textOf(await more())).toBe('Print or Download Receipt');
    expect(await more()).toContain(`href="${path}?open=all"`);
  });

  test('asks for a card if the saved one is missing, expires before the delivery, or is refused', async () => {
    const { id, path } = await booked();
    const due = async () => textOf((await stateOf(path)).parts.due);
    expect(await due()).toBe('');
    const change = (values: string) =>
      app.deps.db.client.execute(`update appointments set ${values} where id = '${id}'`);
    const { rows } = await app.deps.db.client.execute(
      `select card_exp_year, stripe_payment_method_id from appointments where id = '${id}'`,
    );
    await change('card_exp_month = 5, card_exp_year = 2026');
    expect(await due()).toBe(
      'Your card expires before this delivery You haven’t been charged. We’ll charge your card after delivery, for what we actually deliver. Add Another Card',
    );
    expect((await stateOf(path)).parts.due).toContain(`href="${path}?pay=card"`);
    await change(`card_exp_year = ${rows[0]?.card_exp_year}`);
    await app.deps.db.client.execute({
      sql: 'insert into evening_checks (appointment_id, date, refused_card) values (?, ?, ?)',
      args: [id, TODAY, rows[0]?.stripe_payment_method_id ?? null],
    });
    expect(await due()).toStartWith('We can’t use your card anymore');
    await change('stripe_payment_method_id = null');
    expect(await due()).toStartWith('Add a card');
    await change('test_mode = 1');
    expect(await due()).toBe('');
  });

  test('says who can change the card of an account’s delivery', async () => {
    const sam = await customer(app);
    const id = await book(sam, { date: TODAY, time: TIMES[0] });
    const { link } = await staff.trpc.admin.showLink.mutate({ id });
    const { pathname: path } = new URL(link);
    await app.deps.db.client.execute({
      sql: 'update appointments set card_exp_month = 5, card_exp_year = 2026 where id = ?',
      args: [id],
    });
    expect(textOf((await stateOf(path)).parts.due)).toContain(
      'This needs the account that booked the delivery. If you’re not signed in, we’ll ask you.',
    );
    const token = path.split('/').at(-1) ?? '';
    const visitor = app.visitor();
    expect(await visitor.trpc.booking.manage.mutate({ token })).toMatchObject({
      ...{ needsSignIn: true, canModify: false },
    });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({ needsSignIn: false });
    const guest = await booked({ time: TIMES[1] });
    const own = await app.visitor().trpc.booking.manage.mutate({
      token: guest.path.split('/').at(-1) ?? '',
    });
    expect(own.needsSignIn).toBe(false);
  });

  test('answers nothing to a device that shows the present version', async () => {
    const { path } = await booked();
    const { version } = await stateOf(path);
    const answer = await pages.get(`${path}/state?known=${version}`);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('x-clock')).toBe('8:00 AM');
  });

  test('names the driver’s first name and truck, and the stops before, only on the day', async () => {
    await staff.trpc.admin.saveTruck.mutate({ name: 'Blue Truck', meterSerial: '' } as never);
    const { driverId } = await driver(app);
    await app.deps.db.client.execute({
      sql: 'update drivers set name = ? where id = ?',
      args: ['Dana Rivers', driverId],
    });
    const first = await scheduled(driverId, { location: 'A Secret Cove' });
    const second = await scheduled(driverId, { time: TIMES[1] });
    const later = await scheduled(driverId, { date: '2026-06-14' });
    const status = await statusOf(second.path);
    expect(status).toContain('Dana will deliver today.');
    expect(status).toContain('1 stop before yours');
    expect(status).toContain('Blue Truck');
    expect(await statusOf(first.path)).toContain('You’re the next stop');
    const tomorrow = await statusOf(later.path);
    expect(tomorrow).not.toMatch(/Dana|Blue Truck|stop/);
    const all = await pages.read(second.path);
    expect(all).not.toMatch(/Rivers|Secret Cove/);
  });

  test('never shows staff’s notes, a gate code, or the driver’s phone', async () => {
    const { driverId } = await driver(app);
    const { id, path } = await scheduled(driverId);
    await app.deps.db.client.batch([
      {
        sql: `update appointments set notes = 'a staff note', dock = '{"gateCode":"4711","note":"beware","position":null}' where id = ?`,
        args: [id],
      },
      { sql: "update drivers set phone = '2695550177'", args: [] },
    ]);
    await staff.trpc.driver.enRoute.mutate({ id });
    expect(await pages.read(path)).not.toMatch(/staff note|4711|beware|5550177|555-0177/);
  });
});

describe('the driver’s position', () => {
  test('is shown only while the driver is on the way to this stop', async () => {
    const { visitor: dana, driverId } = await driver(app);
    const first = await scheduled(driverId);
    const second = await scheduled(driverId, { time: TIMES[1], slipNumber: 'Slip 14' });
    const mapOf = async ({ path }: { path: string }) => textOf((await stateOf(path)).parts.map);
    const locate = (over = {}) => dana.trpc.driver.setPosition.mutate({ ...NEARBY, ...over });
    await locate();
    expect(await mapOf(first)).toBe('');

    await dana.trpc.driver.enRoute.mutate({ id: first.id });
    await dana.trpc.driver.enRoute.mutate({ id: second.id });
    await locate();
    expect(await mapOf(first)).toContain('About 1.4 miles away, to the south');
    expect(await mapOf(second)).toBe('');
    expect(JSON.stringify(await stateOf(second.path))).not.toContain(String(NEARBY.latitude));

    app.clock.advance(31 * MINUTE);
    expect(await mapOf(first)).toBe('');
    for (const elsewhere of [
      { latitude: 0, longitude: 0 },
      { latitude: 48.85, longitude: 2.35 },
    ]) {
      app.clock.advance(MINUTE);
      await locate(elsewhere);
      expect(await mapOf(first)).toBe('');
    }
    const refused = locate({ latitude: Number.NaN });
    await expect(refused).rejects.toThrow();

    app.clock.advance(MINUTE);
    await locate();
    expect(await mapOf(first)).not.toBe('');
    await staff.trpc.admin.complete.mutate({ id: first.id, actualGallons: 10 });
    expect(await mapOf(first)).toBe('');
    expect(await mapOf(second)).toContain('miles away');
  });

  test('moves the arrival, whose age is that of the position', async () => {
    const { visitor: dana, driverId } = await driver(app);
    const { id, path } = await scheduled(driverId);
    await dana.trpc.driver.enRoute.mutate({ id });
    await dana.trpc.driver.setPosition.mutate({ latitude: 42.15, longitude: -86.12 });
    const far = await statusOf(path);
    app.clock.advance(2 * MINUTE);
    expect(await statusOf(path)).toContain('Updated 2 min ago');
    await dana.trpc.driver.setPosition.mutate(NEARBY);
    const near = await statusOf(path);
    const about = (text: string) => /About ([\d:]+ AM)/.exec(text)?.[1];
    expect(about(far)).toBe('8:50 AM');
    expect(about(near)).toBe('8:10 AM');
    expect(near).toContain('Updated just now');
  });
});

describe('the stream of a delivery’s page', () => {
  test('reports each change of the delivery, and nothing of another delivery', async () => {
    const { driverId } = await driver(app);
    const one = await booked();
    const other = await booked({ time: TIMES[1] });
    const { version } = await stateOf(one.path);
    const stream = await listen(one.path, `?known=${version}`);
    expect(stream.status).toBe(200);
    await staff.trpc.admin.schedule.mutate({ id: other.id, driverId });
    await staff.trpc.driver.enRoute.mutate({ id: other.id });
    await staff.trpc.admin.complete.mutate({ id: other.id, actualGallons: 10 });
    await staff.trpc.admin.schedule.mutate({ id: one.id, driverId });
    expect(await stream.next()).toBe('changed');
    await staff.trpc.driver.enRoute.mutate({ id: one.id });
    expect(await stream.next()).toBe('changed');
    await staff.trpc.booking.renewGuestLink.mutate({ id: one.id });
    // Had the other delivery's changes arrived, they would come before the end.
    expect([await stream.next(), await stream.next()]).toEqual(['ended', null]);
  });

  test('updates a page that missed a change immediately', async () => {
    const { path } = await booked();
    const stream = await listen(path, '?known=an-older-version');
    expect(await stream.next()).toBe('changed');
    await stream.close();
  });

  test('ends with the link', async () => {
    const { id, path } = await booked();
    const { version } = await stateOf(path);
    const stream = await listen(path, `?known=${version}`);
    await staff.trpc.booking.renewGuestLink.mutate({ id });
    expect([await stream.next(), await stream.next()]).toEqual(['ended', null]);
    expect((await pages.get(`${path}/live`)).status).toBe(404);
    expect((await pages.get(`${path}/state`)).status).toBe(404);
  });

  test('is open on at most 20 devices at once, and a closed page makes room', async () => {
    const { path } = await booked();
    const { version } = await stateOf(path);
    const open = [];
    for (let index = 0; index < 20; index += 1) open.push(await listen(path, `?known=${version}`));
    expect((await pages.get(`${path}/live`)).status).toBe(503);
    await open[0]?.close();
    const again = await listen(path);
    expect(again.status).toBe(200);
    await Promise.all([again, ...open.slice(1)].map((one) => one.close()));
  });
});

describe('photos on a delivery’s page', () => {
  test('are shown and served only if the owner allows it, and only with this link', async () => {
    const { visitor: dana, driverId } = await driver(app);
    const { id, path } = await scheduled(driverId);
    const other = await booked({ time: TIMES[2] });
    await dana.trpc.driver.enRoute.mutate({ id });
    const key = 'delivery-of-the-test-1';
    await dana.trpc.driver.complete.mutate({ id, actionKey: key, actualGallons: '10' } as never);
    await dana.trpc.driver.completePhoto.mutate({
      ...{ id, actionKey: 'photo-of-the-test-1', photo: await picture() },
    } as never);
    const { rows } = await app.deps.db.client.execute("select id from photos where kind = 'fuel'");
    const photoPath = `/photos/${rows[0]?.id}`;
    expect((await stateOf(path)).parts.photos).toBe('');
    expect((await pages.get(path + photoPath)).status).toBe(404);

    await staff.trpc.admin.changeBusinessSettings.mutate({ showsPhotos: true } as never);
    expect((await stateOf(path)).parts.photos).toContain(`src="${path}${photoPath}"`);
    const shown = await pages.get(path + photoPath);
    expect(shown.status).toBe(200);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(bytes.includes('Exif')).toBe(false);
    expect((await pages.get(other.path + photoPath)).status).toBe(404);
    const guest = app.visitor();
    await guest.trpc.booking.manage.mutate({ token: path.slice(3) });
    expect((await guest.trpc.booking.get.query({ id })).photos).toHaveLength(1);
    await staff.trpc.admin.changeBusinessSettings.mutate({ showsPhotos: false } as never);
    expect((await guest.trpc.booking.get.query({ id })).photos).toEqual([]);
    expect((await guest.fetch(`/api/photos/${rows[0]?.id}`)).status).toBe(404);
  });
});

test.each([
  ['a guest', () => app.visitor()],
  ['a customer with an account', () => customer(app)],
])('each email from the booking to the receipt links to the page, for %s', async (_, person) => {
  const id = await book(await person(), {
    ...{ date: TODAY, time: TIMES[0], customerPhone: '(269) 555-0142' },
    customerEmail: 'gale@lake.example',
  });
  const { driverId } = await driver(app);
  await staff.trpc.admin.confirm.mutate({ id });
  await staff.trpc.admin.schedule.mutate({ id, driverId });
  await staff.trpc.driver.enRoute.mutate({ id });
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  await sendOutbox(app);
  const { link } = await staff.trpc.admin.showLink.mutate({ id });
  const about = app.mails.filter(({ text }) => text.includes('/d/'));
  expect(about.length).toBeGreaterThanOrEqual(3);
  for (const { text } of about) expect(text).toContain(link);
});
