/**
 * Tests several guests on one browser. Each keeps their own delivery, and a stranger's delivery
 * never joins an account.
 */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { LINK_MESSAGES } from '@/domain/appointment/delivery-link';
import { MOST_KEYS } from '@/domain/appointment/guest-keys';
import { sign } from '@/server/modules/auth/tokens';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { admin, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const DAY = 86_400_000;
const ANNA = { customerPhone: '(269) 555-1111', customerEmail: 'anna@lake.example' };
const BERT = { customerPhone: '(269) 555-2222' };
const CARL = { phone: '(269) 555-3333', email: 'carl@lake.example' };

let app: TestApp;
let staff: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 50 });
  staff = await admin(app);
});
afterEach(() => app.close());

const idsOf = async ({ trpc }: Visitor) => (await trpc.booking.list.query()).map(({ id }) => id);
const tokenOf = (link: string | null | undefined) => link?.split('/d/')[1] ?? '';
const open = (visitor: Visitor, token: string) => visitor.trpc.booking.manage.mutate({ token });
/** The link that staff share. */
const linkOf = async (id: string) => tokenOf((await staff.trpc.admin.showLink.mutate({ id })).link);
const proveEmail = (address: string) =>
  app.deps.db.client.execute({
    sql: 'update users set email_proven_at = created_at where email = ?',
    args: [address],
  });

let people = 0;
async function register(visitor: Visitor, over: Record<string, string> = {}) {
  people += 1;
  const account = {
    username: `carl${people}`,
    password: 'six-characters',
    email: `carl${people}@lake.example`,
    fullName: 'Carl Newman',
    phone: CARL.phone,
    homeAddress: 'Pier 4',
    ...over,
  };
  return { ...account, ...(await visitor.trpc.auth.register.mutate(account)) };
}

async function ownerOf(id: string) {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select user_id from appointments where id = ?',
    args: [id],
  });
  return rows[0]?.user_id;
}

describe("a guest's browser", () => {
  test('lists all its deliveries, and each can be cancelled, changed, and linked', async () => {
    const browser = app.visitor();
    const first = await book(browser, ANNA);
    const second = await book(browser, { ...ANNA, date: '2026-06-15' });
    expect(await idsOf(browser)).toEqual([first, second]);
    const rest = await browser.rest('GET', '/api/appointments');
    expect(rest.body.map(({ id }: { id: string }) => id)).toEqual([first, second]);
    for (const id of [first, second]) {
      expect(await browser.trpc.booking.get.query({ id })).toMatchObject({ id });
      const { link } = await browser.trpc.booking.renewGuestLink.mutate({ id });
      expect(await browser.trpc.booking.guestLink.query({ id })).toBe(link);
      await browser.trpc.booking.sendLink.mutate({ id, email: 'anna@lake.example' });
    }
    for (const { id, link } of await browser.trpc.booking.list.query()) {
      expect(await open(app.visitor(), tokenOf(link))).toMatchObject({ id });
    }
    // Without an ID, the answer is the newest delivery's link.
    expect(await browser.trpc.booking.guestLink.query()).toContain(await linkOf(second));
    const { version } = await browser.trpc.booking.get.query({ id: first });
    const changed = { ...ORDER, id: first, estimatedGallons: 5, version };
    await browser.trpc.booking.modify.mutate(changed);
    await browser.trpc.booking.cancel.mutate({ id: first });
    expect(await idsOf(browser)).toEqual([second]);
    await browser.trpc.booking.cancel.mutate({ id: second });
    expect(await idsOf(browser)).toEqual([]);
  });

  test('keeps its own deliveries when a link is opened, which adds only a link', async () => {
    const browser = app.visitor();
    const own = await book(browser, ANNA);
    const other = await book(app.visitor(), { ...BERT, date: '2026-06-15' });
    await open(browser, await linkOf(other));
    expect(await idsOf(browser)).toEqual([own, other]);
    const cancel = browser.trpc.booking.cancel.mutate({ id: other });
    expect(await refusal(cancel)).toMatchObject({ status: 403, reason: 'prove_phone' });
    // Another booking renews the signed list, but doesn't give the link more rights.
    await book(browser, { ...ANNA, date: '2026-06-16' });
    const again = browser.trpc.booking.cancel.mutate({ id: other });
    expect(await refusal(again)).toMatchObject({ status: 403, reason: 'prove_phone' });
    await browser.trpc.booking.provePhone.mutate({ id: other, lastDigits: '2222' });
    await browser.trpc.booking.cancel.mutate({ id: other });
    await browser.trpc.booking.cancel.mutate({ id: own });
  });

  test('drops replaced or expired ones, and keeps the rest', async () => {
    const browser = app.visitor();
    const replaced = await book(browser, ANNA);
    const cancelled = await book(browser, { ...ANNA, date: '2026-06-15' });
    const delivered = await book(browser, { ...ANNA, date: '2026-06-16' });
    const kept = await book(browser, { ...ANNA, date: '2026-06-17' });
    await staff.trpc.booking.renewGuestLink.mutate({ id: replaced });
    await browser.trpc.booking.cancel.mutate({ id: cancelled });
    await readyToDeliver(staff, delivered);
    await staff.trpc.admin.complete.mutate({ id: delivered, actualGallons: 10 });
    expect(await idsOf(browser)).toEqual([delivered, kept]);
    const get = browser.trpc.booking.get.query({ id: replaced });
    expect((await refusal(get)).status).toBe(404);
    // As in an account's list, a completed delivery disappears after a day.
    app.clock.advance(DAY);
    expect(await idsOf(browser)).toEqual([kept]);
    expect(await browser.trpc.booking.get.query({ id: delivered })).toMatchObject({
      status: 'completed',
    });
    expect((await browser.trpc.booking.history.query({})).total).toBe(1);
    app.clock.advance(40 * DAY);
    expect(await idsOf(browser)).toEqual([]);
    expect((await refusal(browser.trpc.booking.get.query({ id: delivered }))).status).toBeOneOf([
      401, 404,
    ]);
  });

  test('stores the 12 newest open ones in a cookie of a bounded size, keys before links', async () => {
    const browser = app.visitor();
    const other = await book(app.visitor(), BERT);
    const closed = await book(browser, ANNA);
    await browser.trpc.booking.cancel.mutate({ id: closed });
    await open(browser, await linkOf(other));
    const booked = [];
    for (let n = 0; n < MOST_KEYS - 1; n += 1) booked.push(await book(browser, ANNA));
    // The cancelled delivery was removed first.
    expect(new Set(await idsOf(browser))).toEqual(new Set([other, ...booked]));
    booked.push(await book(browser, ANNA));
    expect(new Set(await idsOf(browser))).toEqual(new Set(booked));
    const answer = await browser.fetch('/api/appointments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ORDER, ...ANNA }),
    });
    const line =
      answer.headers.getSetCookie().find((one) => one.startsWith('dockside_keys=')) ?? '';
    expect(line).toContain('HttpOnly');
    expect(line.length).toBeLessThan(2_000);
    const { id } = (await answer.json()) as { id: string };
    expect(new Set(await idsOf(browser))).toEqual(new Set([...booked.slice(1), id]));
    // A stranger's link doesn't push one of this browser's deliveries out of the list.
    await open(browser, await linkOf(other));
    expect(new Set(await idsOf(browser))).toEqual(new Set([...booked.slice(1), id]));
  });

  test('continues with the one cookie from before the list', async () => {
    const id = await book(app.visitor(), ANNA);
    const { appSecret } = app.deps.settings;
    const key = `${id}.${sign(appSecret, 'appointment-key', id)}`;
    const cases = [
      [key, 200],
      [await linkOf(id), 403],
    ] as const;
    for (const [token, status] of cases) {
      const browser = app.visitor();
      browser.setCookie('dockside_manage', token);
      expect(await idsOf(browser)).toEqual([id]);
      expect(await browser.trpc.booking.guestLink.query()).toContain('/d/');
      const second = await book(browser, { ...BERT, date: '2026-06-15' });
      expect(await idsOf(browser)).toEqual([id, second]);
      expect(browser.cookie('dockside_manage')).toBeUndefined();
      const renew = browser.trpc.booking.renewGuestLink.mutate({ id: second });
      expect((await renew).link).toContain('/d/');
      if (status === 403) {
        const cancel = browser.trpc.booking.cancel.mutate({ id });
        expect(await refusal(cancel)).toMatchObject({ status, reason: 'prove_phone' });
      }
    }
    const browser = app.visitor();
    browser.setCookie('dockside_manage', key);
    expect(await browser.trpc.booking.cancel.mutate({ id })).toMatchObject({ status: 'cancelled' });
  });

  test("can't open anything with a forged or foreign cookie", async () => {
    const browser = app.visitor();
    const id = await book(browser, ANNA);
    const value = browser.cookie('dockside_keys') ?? '';
    const [payload = '', signature = ''] = value.split('.');
    const link = await linkOf(id);
    const linked = app.visitor();
    await open(linked, link);
    const [linkPayload = '', ofLink] = (linked.cookie('dockside_keys') ?? '').split('.');
    const raised = Buffer.from(
      Buffer.from(linkPayload, 'base64url').toString().replace('link', 'key'),
    ).toString('base64url');
    const forged = [
      payload,
      `${payload}.`,
      `${payload}.${signature.slice(1)}`,
      `${payload}x.${signature}`,
      `${raised}.${ofLink}`,
      `${linkPayload}.${signature}`,
      `${payload}.${sign('another secret', 'guest-keys', payload)}`,
      browser.cookie('dockside_guest') ?? '',
      `${value}${'x'.repeat(9_000)}`,
      '%E0%A4%A',
    ];
    for (const bad of forged) {
      for (const name of ['dockside_keys', 'dockside_manage']) {
        const stranger = app.visitor();
        stranger.setCookie(name, bad);
        expect([bad, await idsOf(stranger)]).toEqual([bad, []]);
        expect((await refusal(stranger.trpc.booking.get.query({ id }))).status).toBe(401);
      }
    }
  });

  test('can remove one delivery or all of them, which stay booked', async () => {
    const browser = app.visitor();
    const annas = await book(browser, ANNA);
    const berts = await book(browser, { ...BERT, date: '2026-06-15' });
    const third = await book(browser, { ...BERT, date: '2026-06-16' });
    const other = await book(app.visitor(), { ...BERT, date: '2026-06-17' });
    await open(browser, await linkOf(other));
    await browser.trpc.booking.provePhone.mutate({ id: other, lastDigits: '2222' });
    await browser.trpc.booking.removeFromBrowser.mutate({ id: annas });
    expect(await idsOf(browser)).toEqual([berts, third, other]);
    expect((await refusal(browser.trpc.booking.get.query({ id: annas }))).status).toBe(404);
    await browser.trpc.booking.removeFromBrowser.mutate({ id: other });
    await open(browser, await linkOf(other));
    // The proof by digits was removed with it.
    const cancel = browser.trpc.booking.cancel.mutate({ id: other });
    expect(await refusal(cancel)).toMatchObject({ status: 403 });
    await browser.trpc.booking.removeFromBrowser.mutate({});
    expect(await idsOf(browser)).toEqual([]);
    for (const id of [annas, berts, third, other]) {
      expect(await open(app.visitor(), await linkOf(id))).toMatchObject({ id, status: 'pending' });
    }
  });
});

describe('a person who registers or signs in on a browser with guests', () => {
  /** A tablet on which Anna and Bert have booked. */
  async function kiosk() {
    const tablet = app.visitor();
    const annas = await book(tablet, ANNA);
    const berts = await book(tablet, { ...BERT, date: '2026-06-15' });
    return { tablet, annas, berts };
  }

  test('gets none of their deliveries, and their links and cards stay theirs', async () => {
    const { tablet, annas, berts } = await kiosk();
    const [annasLink, bertsLink] = [await linkOf(annas), await linkOf(berts)];
    const { guestDeliveries } = await register(tablet);
    expect(guestDeliveries).toEqual({ added: [] });
    expect(await idsOf(tablet)).toEqual([]);
    const { booking, account } = tablet.trpc;
    for (const id of [annas, berts]) {
      const location = "Carl's dock";
      for (const call of [
        () => booking.get.query({ id }),
        () => booking.patch.mutate({ id, location, estimatedGallons: 70 }),
        () => booking.modify.mutate({ ...ORDER, id, location }),
        () => booking.cancel.mutate({ id }),
        () => booking.createPaymentAuthorization.mutate({ appointmentId: id }),
        () => booking.createBalancePayment.mutate({ appointmentId: id, remainingAmount: 1 }),
        () => booking.renewGuestLink.mutate({ id }),
        () => booking.sendLink.mutate({ id, email: CARL.email }),
      ]) {
        expect((await refusal(call())).status).toBe(404);
      }
      expect(await ownerOf(id)).toBeNull();
    }
    expect(await account.cards.query()).toEqual([]);
    expect((await booking.history.query({})).total).toBe(0);
    // The list has the deliveries that are still in this browser, each with the link that its guest
    // may keep.
    const beside = await booking.leftFromGuests.query();
    expect(beside.map(({ id, link }) => [id, tokenOf(link)]).toSorted()).toEqual(
      [
        [annas, annasLink],
        [berts, bertsLink],
      ].toSorted(),
    );
    const phone = app.visitor();
    expect(await open(phone, annasLink)).toMatchObject({ id: annas });
    expect(await open(phone, bertsLink)).toMatchObject({ id: berts });
    await phone.trpc.booking.provePhone.mutate({ id: annas, lastDigits: '1111' });
    expect(await phone.trpc.booking.cancel.mutate({ id: annas })).toMatchObject({
      status: 'cancelled',
    });
    await sendOutbox(app);
    const told = app.mails.filter(({ to }) => to === ANNA.customerEmail);
    expect(told.map(({ subject }) => subject).join()).not.toContain('account');
  });

  test("doesn't turn a link into more with the key that their browser still has", async () => {
    const { tablet, annas } = await kiosk();
    await register(tablet);
    const opened = await open(tablet, await linkOf(annas));
    expect(opened).toEqual(await tablet.trpc.booking.get.query({ id: annas }));
    expect(opened).toMatchObject({ canModify: true, link: null });
    const cancel = tablet.trpc.booking.cancel.mutate({ id: annas });
    expect(await refusal(cancel)).toMatchObject({ status: 403, reason: 'prove_phone' });
  });

  test('leaves nothing of theirs behind with Logout', async () => {
    const { tablet, annas } = await kiosk();
    const other = await book(app.visitor(), { ...BERT, date: '2026-06-16' });
    const account = await register(tablet);
    await open(tablet, await linkOf(other));
    await tablet.trpc.booking.provePhone.mutate({ id: other, lastDigits: '2222' });
    await tablet.trpc.auth.logout.mutate();
    expect(tablet.cookieNames()).toEqual(['dockside_device']);
    expect(await idsOf(tablet)).toEqual([]);
    await tablet.trpc.auth.login.mutate(account);
    expect(await tablet.trpc.booking.leftFromGuests.query()).toEqual([]);
    expect((await refusal(tablet.trpc.booking.get.query({ id: annas }))).status).toBe(404);
    await open(tablet, await linkOf(other));
    const cancel = tablet.trpc.booking.cancel.mutate({ id: other });
    expect(await refusal(cancel)).toMatchObject({ status: 403, reason: 'prove_phone' });
  });

  test('leaves nothing after the account is deleted or its session is ended there', async () => {
    const { tablet } = await kiosk();
    const account = await register(tablet);
    const [session] = await tablet.trpc.auth.sessions.query();
    await tablet.trpc.auth.endSession.mutate({ id: session?.id ?? '' });
    expect(await idsOf(tablet)).toEqual([]);
    await book(tablet, { ...BERT, date: '2026-06-17' });
    await tablet.trpc.auth.login.mutate(account);
    await tablet.trpc.account.delete.mutate({ currentPassword: account.password });
    expect(await idsOf(tablet)).toEqual([]);
  });

  test('shows the guests their list again when the session expires', async () => {
    const { tablet, annas, berts } = await kiosk();
    await register(tablet);
    tablet.setCookie('dockside_session', 'ended');
    expect(await idsOf(tablet)).toEqual([annas, berts]);
    expect(await tablet.trpc.booking.cancel.mutate({ id: annas })).toMatchObject({
      status: 'cancelled',
    });
  });

  test.each([
    ['+1 269.555.1111', true],
    ['269 555 1111', true],
    ['269 555 1112', false],
    ['555 1111 269', false],
  ])('has the phone number %s of the delivery: %p', async (phone, isTheirs) => {
    const { tablet, annas, berts } = await kiosk();
    const annasLink = await linkOf(annas);
    const account = await register(tablet, { phone });
    expect(await idsOf(tablet)).toEqual(isTheirs ? [annas] : []);
    expect(await ownerOf(annas)).toBe(isTheirs ? account.id : null);
    expect(await ownerOf(berts)).toBeNull();
    expect(account.guestDeliveries.added).toHaveLength(isTheirs ? 1 : 0);
    // The link still opens the delivery.
    expect(await open(app.visitor(), annasLink)).toMatchObject({ id: annas });
    expect(
      (await tablet.trpc.booking.leftFromGuests.query()).map(({ id }) => id).toSorted(),
    ).toEqual(isTheirs ? [berts] : [annas, berts].toSorted());
  });

  test('is compared with foreign numbers by all their digits', async () => {
    const tablet = app.visitor();
    const id = await book(tablet, { customerPhone: '+44 7700 900123' });
    await register(tablet, { phone: '+44 7700 900199' });
    expect(await ownerOf(id)).toBeNull();
    await tablet.trpc.auth.logout.mutate();
    const berlin = await book(tablet, { customerPhone: '+49 30 901820', date: '2026-06-15' });
    const account = await register(tablet, { phone: '+49 (30) 90-1820' });
    expect(await ownerOf(berlin)).toBe(account.id);
  });

  test("gets a delivery with their email address once it's verified, and signing in is enough", async () => {
    const { tablet, annas } = await kiosk();
    const anna = { email: 'Anna@Lake.example', phone: '(269) 555-9999' };
    const account = await register(tablet, anna);
    expect(await idsOf(tablet)).toEqual([]);
    await proveEmail(anna.email);
    await tablet.trpc.auth.login.mutate(account);
    expect(await idsOf(tablet)).toEqual([annas]);
  });

  test("doesn't get one by an address that somebody at the browser put on it", async () => {
    const { tablet, annas, berts } = await kiosk();
    for (const id of [annas, berts]) {
      await tablet.trpc.booking.sendLink.mutate({ id, email: CARL.email });
    }
    const sam = await customer(app, CARL);
    const { username } = (await sam.trpc.auth.me.query()) ?? { username: '' };
    await tablet.trpc.auth.login.mutate({ username, password: 'six-characters' });
    expect(await idsOf(tablet)).toEqual([]);
    expect(await ownerOf(annas)).toBeNull();
  });

  test('gets one whose address is notified, along with its card and its link', async () => {
    const { tablet, annas } = await kiosk();
    const link = await linkOf(annas);
    const account = await register(tablet, { phone: ANNA.customerPhone });
    await sendOutbox(app);
    const mail = app.mails.find(({ subject }) => subject.includes('was added to an account'));
    expect(mail?.to).toBe(ANNA.customerEmail);
    expect(mail?.text).toContain(`/d/${link}`);
    expect(mail?.text).not.toContain('Carl');
    expect(await tablet.trpc.account.cards.query()).toEqual([]);
    const { history } = await staff.trpc.admin.appointment.query({ id: annas });
    expect(history[0]).toMatchObject({ action: 'appointment.claimed', actorName: 'Carl Newman' });
    // The link alone is enough to pay and to cancel the delivery, as with any delivery of an
    // account.
    const phone = app.visitor();
    expect(await open(phone, link)).toMatchObject({ id: annas, canModify: false });
    const patch = phone.trpc.booking.patch.mutate({ id: annas, estimatedGallons: 5 });
    expect((await refusal(patch)).status).toBe(401);
    await readyToDeliver(staff, annas);
    await staff.trpc.admin.complete.mutate({ id: annas, actualGallons: 10 });
    expect(await tablet.trpc.booking.get.query({ id: annas })).toMatchObject({
      ...{ balancePaid: true, cardLast4: '4242' },
    });
    expect(await ownerOf(annas)).toBe(account.id);
  });

  test("doesn't get another card typed for it, and the first one is deleted", async () => {
    const { tablet, annas } = await kiosk();
    await register(tablet, { phone: ANNA.customerPhone });
    const methodOf = async () => {
      const { rows } = await app.deps.db.client.execute({
        sql: 'select stripe_payment_method_id as id from appointments where id = ?',
        args: [annas],
      });
      return String(rows[0]?.id);
    };
    const before = await methodOf();
    const setup = await tablet.trpc.booking.createPaymentAuthorization.mutate({
      appointmentId: annas,
    });
    await tablet.enterCard(setup, '5555555555554444');
    await tablet.trpc.booking.confirmPaymentSetup.mutate({
      appointmentId: annas,
      setupIntentId: setup.setupIntentId ?? '',
    });
    expect(await methodOf()).not.toBe(before);
    expect(await tablet.trpc.account.cards.query()).toEqual([]);
    const stripe = await app.sandbox.fetch(
      new Request(`http://sandbox/v1/payment_methods/${before}`, {
        headers: { authorization: 'Bearer sk_test_dockside' },
      }),
    );
    expect(((await stripe.json()) as { customer: unknown }).customer).toBeNull();
    // The delivery is still charged.
    await readyToDeliver(staff, annas);
    await staff.trpc.admin.complete.mutate({ id: annas, actualGallons: 10 });
    expect(await tablet.trpc.booking.get.query({ id: annas })).toMatchObject({
      ...{ balancePaid: true, cardLast4: '4444' },
    });
    // When the account books a delivery itself, its card is saved in the account.
    await book(tablet, { date: '2026-06-18' });
    expect(await tablet.trpc.account.cards.query()).toHaveLength(1);
  });

  test("can sign in if a delivery can't move, and it moves at the next sign-in", async () => {
    const { tablet, annas } = await kiosk();
    const { client } = app.deps.db;
    await client.execute(
      "create trigger stuck before update of user_id on appointments begin select raise(abort, 'stuck'); end",
    );
    const account = await register(tablet, { phone: ANNA.customerPhone });
    expect(account.guestDeliveries.added).toEqual([]);
    expect(await tablet.trpc.auth.me.query()).toMatchObject({ id: account.id });
    await client.execute('drop trigger stuck');
    await tablet.trpc.auth.login.mutate(account);
    expect(await idsOf(tablet)).toEqual([annas]);
  });

  test("takes nothing along if they're staff", async () => {
    const { tablet, annas } = await kiosk();
    await app.deps.db.client.execute({
      sql: "update users set phone = ? where username = 'boss'",
      args: [ANNA.customerPhone],
    });
    await tablet.trpc.auth.adminLogin.mutate({ username: 'boss', password: 'boss-password' });
    expect(await ownerOf(annas)).toBeNull();
    expect((await refusal(tablet.trpc.booking.get.query({ id: annas }))).status).toBe(404);
  });

  test("doesn't own a delivery by its last four digits, even if they know the whole number", async () => {
    const { tablet, annas } = await kiosk();
    const thief = app.visitor();
    const link = await linkOf(annas);
    await open(thief, link);
    await thief.trpc.booking.provePhone.mutate({ id: annas, lastDigits: '1111' });
    await register(thief, { phone: ANNA.customerPhone });
    expect(await ownerOf(annas)).toBeNull();
    expect(await idsOf(thief)).toEqual([]);
    const patch = thief.trpc.booking.patch.mutate({ id: annas, estimatedGallons: 70 });
    expect((await refusal(patch)).status).toBe(404);
    expect(await tablet.trpc.booking.get.query({ id: annas })).toMatchObject({ canModify: true });
    expect(await open(app.visitor(), link)).toMatchObject({ id: annas });
  });

  test("can't lock a guest out, whose address gets the new link and a message about a new address", async () => {
    const { annas } = await kiosk();
    const thief = app.visitor();
    await open(thief, await linkOf(annas));
    await thief.trpc.booking.provePhone.mutate({ id: annas, lastDigits: '1111' });
    await thief.trpc.booking.renewGuestLink.mutate({ id: annas });
    await thief.trpc.booking.provePhone.mutate({ id: annas, lastDigits: '1111' });
    await thief.trpc.booking.sendLink.mutate({ id: annas, email: 'thief@lake.example' });
    await thief.trpc.booking.sendLink.mutate({ id: annas, email: 'thief@lake.example' });
    await sendOutbox(app);
    const link = await linkOf(annas);
    const told = app.mails.filter(({ to }) => to === ANNA.customerEmail);
    const subjects = ['was replaced', 'go to a new address'];
    for (const subject of subjects) {
      const mails = told.filter((mail) => mail.subject.includes(subject));
      expect([subject, mails.length]).toEqual([subject, 1]);
      expect(mails[0]?.text).toContain(`/d/${link}`);
    }
  });

  test("follows the same rule with a program and a guest's key", async () => {
    const { appointment, manageToken } = await app
      .visitor()
      .trpc.booking.create.mutate({ ...ORDER, ...ANNA });
    const registerWith = (token: string, phone: string) => {
      people += 1;
      return app.visitor().fetch('/api/auth/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-manage-token': token },
        body: JSON.stringify({
          username: `carl${people}`,
          password: 'six-characters',
          email: `carl${people}@lake.example`,
          fullName: 'Carl Newman',
          phone,
          homeAddress: 'Pier 4',
        }),
      });
    };
    const link = await linkOf(appointment.id);
    expect((await registerWith(manageToken ?? '', CARL.phone)).status).toBe(201);
    expect((await registerWith(link, ANNA.customerPhone)).status).toBe(201);
    expect(await ownerOf(appointment.id)).toBeNull();
    const answer = await registerWith(manageToken ?? '', ANNA.customerPhone);
    expect(await ownerOf(appointment.id)).toBe(((await answer.json()) as { id: string }).id);
  });

  test("gets no key to an account's delivery by repeating a request", async () => {
    const tablet = app.visitor();
    const request = { ...ORDER, ...ANNA, requestId: 'booking-of-anna' };
    const first = await tablet.trpc.booking.create.mutate(request);
    await register(tablet, { phone: ANNA.customerPhone });
    tablet.setCookie('dockside_session', 'ended');
    const again = await tablet.trpc.booking.create.mutate(request);
    expect(again).toMatchObject({ appointment: { id: first.appointment.id }, manageToken: null });
    expect(await idsOf(tablet)).toEqual([]);
  });

  test('can release a hold that waits for its card', async () => {
    const tablet = app.visitor();
    const { appointment } = await tablet.trpc.booking.create.mutate({ ...ORDER, ...ANNA });
    await register(tablet);
    expect(await idsOf(tablet)).toEqual([]);
    const { id } = appointment;
    expect(await tablet.trpc.booking.cancel.mutate({ id })).toMatchObject({ status: 'cancelled' });
  });

  test('exports and deletes only their own data', async () => {
    const { tablet, annas } = await kiosk();
    const link = await linkOf(annas);
    await sendOutbox(app);
    // Nobody has verified that the address is Carl's.
    const account = await register(tablet, { email: ANNA.customerEmail });
    const data = JSON.stringify(await tablet.trpc.account.ownData.query());
    expect(data).not.toContain(annas);
    expect(data).not.toContain('Delivery booked');
    await staff.trpc.admin.confirm.mutate({ id: annas });
    await tablet.trpc.account.delete.mutate({ currentPassword: account.password });
    await sendOutbox(app);
    const subjects = app.mails.flatMap(({ to, subject }) =>
      to === ANNA.customerEmail ? [subject] : [],
    );
    expect(subjects.join()).toContain('Delivery confirmed');
    const { rows } = await app.deps.db.client.execute({
      sql: "select subject from outbox where appointment_id = ? and subject = '(removed)'",
      args: [annas],
    });
    expect(rows).toEqual([]);
    expect(await open(app.visitor(), link)).toMatchObject({ id: annas, location: ORDER.location });
    expect(LINK_MESSAGES.closed).toBeString();
  });
});
