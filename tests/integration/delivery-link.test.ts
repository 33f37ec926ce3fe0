/** Tests what a delivery's link shows and allows. `guest-links` tests how it ends. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createDb } from '@/db/client';
import { LINK_MESSAGES, LINK_TRIES } from '@/domain/appointment/delivery-link';
import { createApp } from '@/server/http/app';
import { keepLinks } from '@/server/modules/appointments/keep-links.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, driver, ORDER, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { payInBrowser } from '../support/paying';
import { refusal, Visitor } from '../support/visitor';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DECLINES_LATER = '4000000000000341';

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp();
  staff = await admin(app);
  booked = 0;
});
afterEach(() => app.close());

const TIMES = ['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM'];
let booked = 0;

/** The booking browser of a guest with a saved card, and the token of the link that staff share. */
async function guest(card?: string) {
  const visitor = app.visitor();
  const id = await bookFor(visitor, card);
  return { visitor, id, token: await tokenFor(id) };
}

function bookFor(visitor: Visitor, card?: string): Promise<string> {
  const time = TIMES[booked % TIMES.length] ?? '';
  booked += 1;
  const contact = { customerPhone: '(269) 555-0142', customerEmail: 'guest@lake.example' };
  return book(visitor, { time, ...contact }, card);
}

async function tokenFor(id: string): Promise<string> {
  const { link } = await staff.trpc.admin.showLink.mutate({ id });
  return link.replace('http://dockside.test/d/', '');
}

/** Another device on which the link was opened. */
async function opened(token: string): Promise<Visitor> {
  const visitor = app.visitor();
  await visitor.trpc.booking.manage.mutate({ token });
  return visitor;
}

const prove = ({ trpc }: Visitor, id: string, lastDigits = '0142') =>
  trpc.booking.provePhone.mutate({ id, lastDigits });
const cancel = ({ trpc }: Visitor, id: string) => trpc.booking.cancel.mutate({ id });
const PROVE_PHONE = { status: 403, reason: 'prove_phone', message: LINK_MESSAGES.provePhone };

async function deliver(id: string) {
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
}

describe('a delivery link alone', () => {
  test('shows the delivery without the phone number or email address', async () => {
    const { id, token } = await guest();
    expect(token).toMatch(/^[0-9A-Za-z]{22}$/);
    const browser = await opened(token);
    const seen = await browser.trpc.booking.get.query({ id });
    expect(seen).toMatchObject({ id, location: ORDER.location, cardLast4: '4242', photos: [] });
    const all = JSON.stringify([seen, await browser.trpc.booking.list.query()]);
    expect(all).not.toMatch(/555|0142|guest@/);
    const { rows } = await app.deps.db.client.execute('select * from appointments');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("can't change anything without the last four digits of the phone number", async () => {
    const { id, token } = await guest();
    const browser = await opened(token);
    const { booking } = browser.trpc;
    const changes = [
      () => booking.cancel.mutate({ id }),
      () => booking.modify.mutate({ ...ORDER, id }),
      () => booking.patch.mutate({ id, status: 'cancelled' }),
      () => booking.patch.mutate({ id, estimatedGallons: 5 }),
      () => booking.createPaymentAuthorization.mutate({ appointmentId: id }),
      () => booking.confirmPaymentSetup.mutate({ appointmentId: id, setupIntentId: 'seti_1' }),
      () => booking.renewGuestLink.mutate({ id }),
    ];
    for (const change of changes) {
      expect(await refusal(change())).toMatchObject({
        ...PROVE_PHONE,
        details: { appointmentId: id },
      });
    }
    const before = await booking.get.query({ id });
    expect(before).toMatchObject({ status: 'pending', estimatedGallonsTenths: 200 });

    await prove(browser, id);
    const setup = await booking.createPaymentAuthorization.mutate({ appointmentId: id });
    await browser.enterCard(setup, '5555555555554444');
    const setupIntentId = setup.setupIntentId ?? '';
    await booking.confirmPaymentSetup.mutate({ appointmentId: id, setupIntentId });
    expect(await booking.get.query({ id })).toMatchObject({ cardLast4: '4444' });
    expect(await cancel(browser, id)).toMatchObject({ status: 'cancelled' });
  });

  test("shows the delivery's photos, which strangers can't see", async () => {
    const { id, token } = await guest();
    await readyToDeliver(staff, id);
    const receiptPhoto = await picture();
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10, receiptPhoto });
    const browser = await opened(token);
    const { photos } = await browser.trpc.booking.get.query({ id });
    expect(photos).toMatchObject([{ kind: 'receipt' }]);
    const path = `/api/photos/${photos[0]?.id}`;
    expect((await browser.fetch(path)).status).toBe(200);
    expect((await app.visitor().fetch(path)).status).toBe(404);
  });

  test('can pay the balance long after the delivery', async () => {
    const { id, token } = await guest(DECLINES_LATER);
    await deliver(id);
    app.clock.advance(60 * DAY);
    const browser = await opened(token);
    const payment = await browser.trpc.booking.createBalancePayment.mutate({
      appointmentId: id,
      remainingAmount: 88,
    });
    const card = { number: '4242424242424242' };
    expect((await payInBrowser(app, payment.clientSecret, card)).status).toBe(200);
    const paid = await browser.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect(paid).toMatchObject({ balancePaid: true, totalPaidCents: 8800 });
    // The delivery is paid and was made more than 30 days ago, so the link shows nothing anymore.
    expect((await refusal(browser.trpc.booking.get.query({ id }))).status).toBe(401);
  });

  test('shows the dock until two hours after the delivery, and the receipt for 30 days', async () => {
    const { visitor, id, token } = await guest();
    const browser = await opened(token);
    await deliver(id);
    const seen = () => browser.trpc.booking.get.query({ id });
    app.clock.advance(2 * HOUR - 1);
    expect(await seen()).toMatchObject({ location: ORDER.location, slipNumber: ORDER.slipNumber });
    app.clock.advance(1);
    const receipt = { location: '', slipNumber: null, totalPaidCents: 8800, cardLast4: '4242' };
    expect(await seen()).toMatchObject(receipt);
    for (const list of [
      await browser.trpc.booking.list.query(),
      (await browser.trpc.booking.history.query({})).deliveries,
      await browser.trpc.booking.recentCompleted.query(),
      [await browser.trpc.booking.manage.mutate({ token })],
    ]) {
      expect(list).toMatchObject([{ id, location: '', slipNumber: null }]);
    }
    const own = await visitor.trpc.booking.get.query({ id });
    expect(own).toMatchObject({ location: ORDER.location });
    app.clock.advance(30 * DAY - 2 * HOUR);
    expect(await refusal(opened(token))).toMatchObject({
      status: 404,
      message: LINK_MESSAGES.closed,
    });
  });
});

describe('the digits', () => {
  test('are remembered for fifteen minutes, by that browser, for that delivery', async () => {
    const one = await guest();
    const two = await guest();
    const browser = await opened(one.token);
    await prove(browser, one.id);
    const elsewhere = await opened(one.token);
    expect(await refusal(cancel(elsewhere, one.id))).toMatchObject(PROVE_PHONE);

    // For the second delivery in the same browser, the first one's proof doesn't count.
    await browser.trpc.booking.manage.mutate({ token: two.token });
    expect(await refusal(cancel(browser, two.id))).toMatchObject(PROVE_PHONE);
    expect(await browser.trpc.booking.get.query({ id: one.id })).toMatchObject({ id: one.id });
    await prove(browser, two.id);
    app.clock.advance(15 * MINUTE - 1);
    expect((await browser.trpc.booking.renewGuestLink.mutate({ id: one.id })).link).toBeString();
    // The proof belongs to the replaced link.
    expect(await refusal(cancel(browser, one.id))).toMatchObject(PROVE_PHONE);
    app.clock.advance(1);
    expect(await refusal(cancel(browser, two.id))).toMatchObject(PROVE_PHONE);
  });

  test('count for one page, even while another tab shows another delivery', async () => {
    const one = await guest();
    const two = await guest();
    const browser = await opened(one.token);
    await prove(browser, one.id);
    await browser.trpc.booking.manage.mutate({ token: two.token });
    const cancelWith = (token: string, id: string) =>
      browser.fetch('/api/trpc/booking.cancel', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-delivery-link': token },
        body: JSON.stringify({ json: { id } }),
      });
    expect((await cancelWith(two.token, two.id)).status).toBe(403);
    expect((await cancelWith(two.token, one.id)).status).toBe(404);
    expect((await cancelWith(one.token, one.id)).status).toBe(200);
  });

  test('may be wrong five times, counted across two processes, and a new link starts over', async () => {
    const { visitor, id, token } = await guest();
    const { rows } = await app.deps.db.client.execute('pragma database_list');
    const db = await createDb({ url: `file:${rows[0]?.file}` });
    const deps = { ...app.deps, db };
    const second = createApp({ deps, files: null, sandbox: null });
    const handle = async (request: Request) => second.handle(request);
    const there = new Visitor(handle, app.sandbox, 'http://dockside.test');
    await there.trpc.booking.manage.mutate({ token });
    const here = await opened(token);

    for (let n = 1; n < LINK_TRIES; n += 1) {
      const wrong = await refusal(prove(n % 2 ? here : there, id, '0000'));
      expect(wrong).toMatchObject({ status: 400, field: 'lastDigits' });
      // A correct answer doesn't use up a try.
      if (n === 2) await prove(await opened(token), id);
    }
    expect(await refusal(prove(there, id, '0000'))).toMatchObject({
      status: 400,
      message: LINK_MESSAGES.tooMany,
    });
    const over = { status: 429, message: LINK_MESSAGES.tooMany };
    for (const browser of [here, there, await opened(token)]) {
      expect(await refusal(prove(browser, id))).toMatchObject(over);
    }
    // The browser that booked needs no digits.
    await prove(visitor, id, '0000');
    await staff.trpc.booking.renewGuestLink.mutate({ id });
    const anew = await opened(await tokenFor(id));
    await prove(anew, id);
    expect(await cancel(anew, id)).toMatchObject({ status: 'cancelled' });
    await db.close();
  });

  test('sent simultaneously allow only five tries, including the right ones', async () => {
    const { id, token } = await guest();
    const browser = await opened(token);
    const guesses = Array.from({ length: 30 }, (_, n) => (n === 29 ? '0142' : `${1000 + n}`));
    const results = await Promise.allSettled(guesses.map((digits) => prove(browser, id, digits)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(0);
    const { rows } = await app.deps.db.client.execute('select link_tries from appointments');
    expect(rows).toMatchObject([{ link_tries: LINK_TRIES }]);
  });

  test('are four digits, and a delivery without a phone number has none', async () => {
    const { id, token } = await guest();
    const browser = await opened(token);
    for (const bad of ['', '142', '01422', 'abcd', ' 0142']) {
      expect(await refusal(prove(browser, id, bad))).toMatchObject({
        status: 400,
        message: LINK_MESSAGES.digits,
      });
    }
    await app.deps.db.client.execute('update appointments set customer_phone = null');
    expect(await refusal(prove(browser, id))).toMatchObject({
      status: 409,
      message: LINK_MESSAGES.noPhone,
    });
  });

  test.each([
    ['269-555-0134 ext 12', '0134', '3412'],
    ['1-269-555-0134 #4', '0134', '1344'],
    ['269-555-0134x0', '0134', '1340'],
    ['2695550134,,12', '0134', '3412'],
    ['(269) 555-0134 or 555-0192', '0134', '0192'],
    ['+44 20 7946 0958 ext. 77', '0958', '5877'],
    ['(269) 555-0134', '٠١٣٤', '1340'],
  ])('of %p are those of its number: %p, not %p', async (phone, right, wrong) => {
    const { id, token } = await guest();
    const browser = await opened(token);
    const args = [phone, id];
    await app.deps.db.client.execute({
      sql: 'update appointments set customer_phone = ? where id = ?',
      args,
    });
    expect(await refusal(prove(browser, id, wrong))).toMatchObject({ status: 400 });
    expect(await refusal(cancel(browser, id))).toMatchObject(PROVE_PHONE);
    await prove(browser, id, right);
    await cancel(browser, id);
  });

  test('let a guest who registers take nothing along, and neither does the link alone', async () => {
    const { id, token } = await guest();
    const register = (visitor: Visitor, username: string) =>
      visitor.trpc.auth.register.mutate({
        username,
        password: 'six-characters',
        email: `${username}@lake.example`,
        fullName: 'Pat Tideway',
        phone: '(269) 555-0142',
        homeAddress: 'Pier 4',
      });
    const stranger = await opened(token);
    await register(stranger, 'stranger');
    expect(await stranger.trpc.booking.list.query()).toEqual([]);
    const owner = await opened(token);
    await prove(owner, id);
    await register(owner, 'owner');
    expect(await owner.trpc.booking.list.query()).toEqual([]);
  });
});

describe('a guest without an email address', () => {
  const address = { email: 'late@lake.example' };

  async function byPhone() {
    const visitor = app.visitor();
    const id = await book(visitor, { customerPhone: '(269) 555-0142' });
    return { visitor, id, token: await tokenFor(id) };
  }

  test('is sent the link, and the later messages too', async () => {
    const { visitor, id, token } = await byPhone();
    await visitor.trpc.booking.sendLink.mutate({ id, ...address });
    await readyToDeliver(staff, id);
    await sendOutbox(app);
    const [linkMail, ...later] = app.mails.filter(({ to }) => to === address.email);
    expect(linkMail?.subject).toStartWith('Your delivery link for ');
    expect(linkMail?.text).toContain(`/d/${token}`);
    expect(later).not.toBeEmpty();
    const { history } = await staff.trpc.admin.appointment.query({ id });
    expect(history.map(({ action }) => action)).toContain('appointment.link_sent');
  });

  test('needs the digits on another device, and a valid address', async () => {
    const { id, token } = await byPhone();
    const browser = await opened(token);
    const send = (email = address.email) => browser.trpc.booking.sendLink.mutate({ id, email });
    expect(await refusal(send())).toMatchObject(PROVE_PHONE);
    await prove(browser, id);
    expect(await refusal(send('late@'))).toMatchObject({ status: 400, field: 'email' });
    await send();
    await sendOutbox(app);
    expect(app.mails.filter(({ to }) => to === address.email)).toHaveLength(1);
  });

  test('is sent it five times an hour, and to nobody else', async () => {
    await app.close();
    app = await startTestApp({ settings: { limitFactor: 1 } });
    staff = await admin(app);
    const { visitor, id } = await byPhone();
    const send = () => visitor.trpc.booking.sendLink.mutate({ id, ...address });
    for (let n = 0; n < 5; n += 1) await send();
    expect((await refusal(send())).status).toBe(429);
    const sam = await customer(app);
    expect((await refusal(sam.trpc.booking.sendLink.mutate({ id, ...address }))).status).toBe(404);
    const own = await book(sam, { time: TIMES[1] });
    const call = sam.trpc.booking.sendLink.mutate({ id: own, ...address });
    expect(await refusal(call)).toMatchObject({ status: 409, message: LINK_MESSAGES.inAccount });
  });
});

describe("the link to a customer's delivery", () => {
  async function customers(card?: string) {
    const sam = await customer(app);
    const id = await book(sam, {}, card);
    return { sam, id, token: await tokenFor(id) };
  }

  test('shows, pays, and cancels without a sign-in, and the order and card stay with the account', async () => {
    const { sam, id, token } = await customers();
    const browser = await opened(token);
    const { booking } = browser.trpc;
    expect(await booking.get.query({ id })).toMatchObject({ id, canModify: false });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({ canModify: true });
    expect(await booking.guestLink.query()).toBeNull();
    await prove(browser, id, '0117');
    for (const change of [
      () => booking.createPaymentAuthorization.mutate({ appointmentId: id }),
      () => booking.modify.mutate({ ...ORDER, id }),
      () => booking.renewGuestLink.mutate({ id }),
    ]) {
      expect(await refusal(change())).toMatchObject({
        status: 401,
        message: LINK_MESSAGES.signIn,
      });
    }
    expect((await refusal(browser.trpc.account.cards.query())).status).toBe(401);
    expect(await cancel(browser, id)).toMatchObject({ status: 'cancelled' });
  });

  test('opens for another account that has it, as for anyone', async () => {
    const { id, token } = await customers();
    const kim = await customer(app);
    expect((await refusal(kim.trpc.booking.get.query({ id }))).status).toBe(404);
    await kim.trpc.booking.manage.mutate({ token });
    expect(await kim.trpc.booking.get.query({ id })).toMatchObject({ id, canModify: false });
    expect(await refusal(cancel(kim, id))).toMatchObject(PROVE_PHONE);
    expect(await kim.trpc.booking.list.query()).toEqual([]);
  });

  test('needs no digits for the customer who is signed in', async () => {
    const { sam, id, token } = await customers();
    await sam.trpc.booking.manage.mutate({ token });
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({ canModify: true });
    expect(await cancel(sam, id)).toMatchObject({ status: 'cancelled' });
  });

  test("is in the emails, but isn't stored with them once they're sent", async () => {
    const { id, token } = await customers(DECLINES_LATER);
    await deliver(id);
    await sendOutbox(app);
    const links = app.mails.map(({ text }) => text.includes(`http://dockside.test/d/${token}`));
    expect(links.length).toBeGreaterThan(3);
    expect(links).not.toContain(false);
    const pay = app.mails.find(({ subject }) => subject.startsWith('Payment needed'));
    expect(pay?.text).toContain(`Pay here: http://dockside.test/d/${token}`);
    const { rows } = await app.deps.db.client.execute('select body from outbox');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('ends with the account', async () => {
    const { sam, id, token } = await customers();
    await cancel(sam, id);
    await opened(token);
    await sam.trpc.account.delete.mutate({ currentPassword: 'six-characters' });
    await keepLinks(app);
    expect((await refusal(opened(token))).status).toBe(404);
  });
});

test("the driver's position is shown only on the way to that stop", async () => {
  const { driverId, visitor: dana } = await driver(app);
  const stops: { id: string; browser: Visitor }[] = [];
  for (const time of TIMES.slice(0, 2)) {
    const id = await book(app.visitor(), { date: TODAY, time, customerPhone: '2695550142' });
    await readyToDeliver(staff, id, driverId);
    stops.push({ id, browser: await opened(await tokenFor(id)) });
  }
  const told = async () => {
    const all = stops.map(({ id, browser }) => browser.trpc.booking.get.query({ id }));
    return (await Promise.all(all)).map(({ driverPosition }) => driverPosition);
  };
  const actionKey = () => crypto.randomUUID();
  const HERE = { latitude: 41.98, longitude: -86.11 };
  await dana.trpc.driver.setPosition.mutate(HERE);
  expect(await told()).toEqual([null, null]);
  const [first, second] = stops.map(({ id }) => id);
  await dana.trpc.driver.enRoute.mutate({ id: first ?? '', actionKey: actionKey() });
  app.clock.advance(MINUTE);
  await dana.trpc.driver.enRoute.mutate({ id: second ?? '', actionKey: actionKey() });
  expect(await told()).toEqual([HERE, null]);
  await dana.trpc.driver.complete.mutate({
    id: first ?? '',
    actualGallons: 20,
    actionKey: actionKey(),
  });
  expect(await told()).toEqual([null, HERE]);
  // This position is too old to use.
  app.clock.advance(31 * MINUTE);
  expect(await told()).toEqual([null, null]);
});

describe('the token', () => {
  test("doesn't replace the key of the browser that booked when it opens its own link", async () => {
    const { visitor, id, token } = await guest();
    await visitor.trpc.booking.manage.mutate({ token });
    expect(await cancel(visitor, id)).toMatchObject({ status: 'cancelled' });
  });

  test('works once its hash is stored, after an upgrade and after a new secret', async () => {
    const { id, token } = await guest();
    await app.deps.db.client.execute('update appointments set link_hash = null');
    expect((await refusal(opened(token))).status).toBe(404);
    expect(await keepLinks(app)).toBe(1);
    expect(await keepLinks(app)).toBe(0);
    await opened(token);
    app.deps.settings.appSecret = 'another secret that took its place';
    expect((await refusal(opened(token))).status).toBe(404);
    expect(await keepLinks(app)).toBe(1);
    const next = await tokenFor(id);
    expect(next).not.toBe(token);
    await opened(next);
  });

  test("can't be guessed, because too many wrong tokens from one address are refused", async () => {
    await app.close();
    app = await startTestApp({ settings: { limitFactor: 1, trustProxy: 1 } });
    const guess = async (address: string) => {
      const answer = await app.visitor().fetch('/api/trpc/booking.manage', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ json: { token: 'x'.repeat(22) } }),
      });
      return answer.status;
    };
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push(await guess('203.0.113.7'));
    expect(statuses).toEqual([...Array(30).fill(404), 429]);
    expect(await guess('203.0.113.8')).toBe(404);
  });

  test("isn't in any log or metrics label, and its page is never cached or sent as a referrer", async () => {
    const { token } = await guest();
    const lines: unknown[] = [];
    const note = (...line: unknown[]) => void lines.push(line);
    const log = { debug: note, info: note, warn: note, error: note };
    const files = () =>
      new Response('<!doctype html>', { headers: { 'cache-control': 'no-cache' } });
    const page = createApp({ deps: { ...app.deps, log }, files, sandbox: null });
    const ask = (path: string, init?: RequestInit) =>
      page.handle(new Request(`http://dockside.test${path}`, init));
    const old = '0190a1b2-c3d4.1.abcdefghij_klmnopqrst-uvwx';
    for (const path of [`/d/${token}`, `/d/${token}/`, `/d/${old}`, `/d/${'x'.repeat(22)}`]) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    await ask(`/D/${token}`);
    // Mail programs and people cut links off, or add to them.
    for (const part of ['d', 'w', '/w']) {
      for (const cut of [token, token.slice(0, 21), `${token}0`]) await ask(`/${part}/${cut}`);
    }
    await ask(`/${token}`);
    const json = { 'content-type': 'application/json', 'x-delivery-link': token };
    await ask('/api/trpc/booking.list', { headers: json });
    await ask('/api/trpc/booking.manage', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ json: { token } }),
    });
    const metrics = await (await ask('/metrics')).text();
    expect(lines.length).toBeGreaterThan(7);
    const told = JSON.stringify(lines) + metrics;
    expect(told).toContain('/d/[secret]');
    expect(told).not.toContain(token.slice(0, 21));
    expect(told).not.toContain('abcdefghij_klm');
    expect((await ask('/')).headers.get('cache-control')).toBe('no-cache');
  });
});
