import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { APPOINTMENT_MESSAGES } from '@/domain/appointment/messages';
import { MESSAGES } from '@/domain/errors';
import { ORDER_MESSAGES } from '@/domain/order/messages';
import { PROMO_CODE_MESSAGE } from '@/domain/pricing/promos';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const GALLONS = 'Gallons must be a whole number from 0 to 70.';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: Awaited<ReturnType<typeof driver>>;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

const rows = async (table: string) =>
  Number((await app.deps.db.client.execute(`select count(*) as n from ${table}`)).rows[0]?.n);

describe('each invalid field of a booking gets a 400 with its message, and nothing is stored', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['no date', { date: undefined }, APPOINTMENT_MESSAGES.dateAndTime],
    ['a date that does not exist', { date: '2026-02-30' }, APPOINTMENT_MESSAGES.dateAndTime],
    ['no time', { time: '' }, APPOINTMENT_MESSAGES.dateAndTime],
    ['an unknown time slot', { time: '9:00 AM - 10:00 AM' }, APPOINTMENT_MESSAGES.dateAndTime],
    ['no location', { location: '   ' }, 'Please enter a delivery address.'],
    ['no items', { estimatedGallons: 0, smallIceBags: 0, largeIceBags: 0 }, ORDER_MESSAGES.noItems],
    ['too many gallons', { estimatedGallons: 71 }, GALLONS],
    ['part of a gallon', { estimatedGallons: 1.5 }, GALLONS],
    ['negative gallons', { estimatedGallons: -1 }, GALLONS],
    ['gallons as words', { estimatedGallons: 'ten' }, GALLONS],
    ['negative ice', { smallIceBags: -1 }, 'Ice bags must be a whole number from 0 to 50.'],
    ['an unknown fuel', { fuelType: 'Diesel' }, 'Please select Regular or Premium fuel.'],
    ['an unknown can type', { canType: 'bucket' }, 'Please select how the fuel is delivered.'],
    ['a bad email', { customerEmail: 'nowhere' }, APPOINTMENT_MESSAGES.email],
    ['a short phone', { customerPhone: '555-0100' }, APPOINTMENT_MESSAGES.phone],
    ['a one-letter name', { customerName: 'S' }, APPOINTMENT_MESSAGES.fullName],
    ['a long promo code', { promoCode: 'ELEVENCHARS' }, PROMO_CODE_MESSAGE],
  ];
  for (const [what, change, sentence] of cases) {
    test(what, async () => {
      const before = await rows('appointments');
      const body = { ...ORDER, ...change };
      const answer = await sam.rest('POST', '/api/appointments', body);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe(sentence);
      expect(await refusal(sam.trpc.booking.create.mutate(body as never))).toMatchObject({
        status: 400,
        message: sentence,
      });
      expect(await rows('appointments')).toBe(before);
    });
  }
});

describe('registration and sign-in', () => {
  const person = {
    username: 'newcomer',
    password: 'six-characters',
    email: 'new@lake.example',
    fullName: 'New Comer',
    phone: '2695550199',
    homeAddress: 'Pier 4',
  };
  const cases: [string, Record<string, unknown>, string][] = [
    ['no user name', { username: ' ' }, 'Username is required'],
    ['a short password', { password: '12345' }, 'Password must be at least 6 characters long.'],
    ['a bad email', { email: 'x@y' }, 'Please enter a valid email address'],
    ['no name', { fullName: '' }, 'Full name is required'],
    ['a short phone', { phone: '555' }, 'Valid phone number is required'],
    ['no address', { homeAddress: '' }, 'Address is required'],
  ];
  for (const [what, change, sentence] of cases) {
    test(what, async () => {
      const before = await rows('users');
      const answer = await app
        .visitor()
        .rest('POST', '/api/auth/register', { ...person, ...change });
      expect(answer).toMatchObject({ status: 400, body: { message: sentence } });
      expect(await rows('users')).toBe(before);
    });
  }

  test('refuse a taken username or email address, ignoring case', async () => {
    expect((await app.visitor().rest('POST', '/api/auth/register', person)).status).toBe(201);
    const again = { ...person, username: 'NEWCOMER', email: 'other@lake.example' };
    expect(await app.visitor().rest('POST', '/api/auth/register', again)).toMatchObject({
      status: 409,
      body: { message: 'That username is already taken.' },
    });
    const mail = { ...person, username: 'somebody', email: 'NEW@lake.example' };
    expect(await app.visitor().rest('POST', '/api/auth/register', mail)).toMatchObject({
      status: 409,
      body: { message: 'An account with that email already exists.' },
    });
  });

  test('answer a wrong password and an unknown username the same, without a session', async () => {
    const visitor = app.visitor();
    for (const username of ['newcomer', 'nobody-at-all']) {
      const answer = await visitor.rest('POST', '/api/auth/login', {
        username,
        password: 'wrong-one',
      });
      expect(answer).toMatchObject({
        status: 401,
        body: { message: 'Invalid username or password.' },
      });
    }
    expect(await visitor.trpc.auth.me.query()).toBeNull();
  });

  test('create no admin session for a customer, and never answer with a password', async () => {
    const visitor = app.visitor();
    const answer = await visitor.rest('POST', '/api/auth/admin-login', {
      username: 'newcomer',
      password: 'six-characters',
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'You do not have admin privileges.' },
    });
    expect(await visitor.trpc.auth.me.query()).toBeNull();
    const user = await visitor.trpc.auth.login.mutate({
      username: 'newcomer',
      password: 'six-characters',
    });
    expect(Object.keys(user)).not.toContain('password');
    expect(JSON.stringify(user)).not.toContain('argon2');
    await visitor.trpc.auth.logout.mutate();
    expect(await visitor.trpc.auth.me.query()).toBeNull();
  });
});

describe('staff calls', () => {
  const calls = (visitor: Visitor, id: string) => [
    () => visitor.trpc.admin.appointments.query({ status: 'pending' }),
    () => visitor.trpc.admin.appointment.query({ id }),
    () => visitor.trpc.admin.confirm.mutate({ id }),
    () => visitor.trpc.admin.schedule.mutate({ id }),
    () => visitor.trpc.admin.cancel.mutate({ id }),
    () => visitor.trpc.admin.complete.mutate({ id, actualGallons: 1 }),
    () => visitor.trpc.driver.enRoute.mutate({ id }),
    () => visitor.trpc.driver.complete.mutate({ id, actualGallons: 1 }),
  ];

  test("answer a visitor with 401 and a customer with 403, and the appointment doesn't change", async () => {
    const id = await book(sam);
    for (const call of calls(app.visitor(), id)) expect((await refusal(call())).status).toBe(401);
    for (const call of calls(sam, id)) expect((await refusal(call())).status).toBe(403);
    expect((await sam.trpc.booking.get.query({ id })).status).toBe('pending');
    await sam.trpc.booking.cancel.mutate({ id });
  });

  test('by a driver change only their own deliveries, by the transition table', async () => {
    const eve = await driver(app);
    const id = await book(sam);
    await readyToDeliver(staff, id, dana.driverId);
    for (const call of calls(eve.visitor, id).slice(6)) {
      expect((await refusal(call())).status).toBe(404);
    }
    expect((await refusal(dana.visitor.trpc.admin.cancel.mutate({ id }))).status).toBe(403);
    const early = dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 5 });
    expect(await refusal(early)).toMatchObject({ status: 409, reason: 'conflict' });
    const gone = await dana.visitor.trpc.driver.enRoute.mutate({ id });
    expect(gone).toMatchObject({ customerNotified: true, appointment: { status: 'en_route' } });
    expect((await refusal(sam.trpc.booking.cancel.mutate({ id }))).status).toBe(409);
    const done = await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: '5.5' });
    expect(done.balancePaid).toBe(true);
  });

  test('change statuses only by the transition table', async () => {
    const id = await book(sam);
    expect((await refusal(staff.trpc.admin.schedule.mutate({ id }))).status).toBe(409);
    expect((await refusal(staff.trpc.admin.complete.mutate({ id, actualGallons: 1 }))).status).toBe(
      409,
    );
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.cancel.mutate({ id, reason: 'Storm' });
    expect((await refusal(staff.trpc.admin.confirm.mutate({ id }))).status).toBe(409);
    expect((await refusal(staff.trpc.admin.confirm.mutate({ id: 'nothing' }))).status).toBe(404);
  });

  test('confirm without a card only with a reason', async () => {
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    const { id } = appointment;
    expect(await refusal(staff.trpc.admin.confirm.mutate({ id }))).toMatchObject({
      status: 409,
      details: { needsReason: true },
    });
    await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays cash at the dock' });
    await staff.trpc.admin.schedule.mutate({ id, driverId: dana.driverId });
    const done = await staff.trpc.admin.complete.mutate({ id, actualGallons: 3 });
    expect(done).toMatchObject({
      balancePaid: false,
      paymentError: 'No card is on file for this delivery.',
    });
  });

  test('complete nothing without gallons, with bad gallons, or without a picture', async () => {
    const id = await book(sam);
    await readyToDeliver(staff, id, dana.driverId);
    const complete = (body: Record<string, unknown>) =>
      staff.rest('POST', `/api/appointments/${id}/complete`, body);
    for (const actualGallons of [undefined, '', -1, 1.25, 'many', 501]) {
      expect((await complete({ actualGallons })).status).toBe(400);
    }
    const notAPicture = `data:image/png;base64,${btoa('hello')}`;
    expect(await complete({ actualGallons: 5, fuelPhoto: notAPicture })).toMatchObject({
      status: 400,
      body: { message: 'Please select an image file.' },
    });
    expect((await staff.trpc.admin.appointment.query({ id })).appointment.status).toBe('scheduled');
  });
});

describe('the server', () => {
  const post = (headers: Record<string, string>, body = '{}') =>
    sam.fetch('/api/auth/logout', { method: 'POST', headers, body });

  test('refuses writes from other sites, other content types, and oversized bodies', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await post({ ...json, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ ...json, origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post({ ...json, 'content-length': String(20 * 1024 * 1024) })).status).toBe(413);
    expect(await sam.trpc.auth.me.query()).not.toBeNull();
  });

  test('answers broken JSON, unknown paths, and wrong methods with a clear 4xx', async () => {
    const broken = await sam.fetch('/api/appointments', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"date":',
    });
    expect(broken.status).toBe(400);
    expect((await sam.rest('GET', '/api/nothing-here')).status).toBe(404);
    const method = await sam.rest('PUT', '/api/fuel-prices', {});
    expect(method.status).toBe(405);
    expect(method.headers.get('allow')).toBe('GET, HEAD');
    const trpc = await sam.fetch('/api/trpc/booking.create', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'not json',
    });
    expect(trpc.status).toBe(400);
    expect(await trpc.text()).not.toContain('node_modules');
  });

  test('refuses a batch with more calls than a page makes', async () => {
    const many = Array.from({ length: 200 }, () => 'auth.me').join(',');
    expect((await sam.fetch(`/api/trpc/${many}?batch=1&input={}`)).status).toBe(400);
  });

  test('reveals nothing about an unknown failure', async () => {
    const failing = await startTestApp({
      payments: (real) => ({
        ...real,
        createSetupIntent: () => Promise.reject(new Error('secret internals')),
      }),
    });
    const visitor = await customer(failing);
    const { appointment } = await visitor.trpc.booking.create.mutate(ORDER);
    const failed = await refusal(
      visitor.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: appointment.id }),
    );
    expect(failed).toMatchObject({ status: 500, reason: null });
    expect(failed.message).not.toContain('secret');
    await failing.close();
  });

  test('asks a guest without a phone to sign in', async () => {
    const answer = await app.visitor().rest('POST', '/api/appointments', ORDER);
    expect(answer).toMatchObject({ status: 400, body: { message: MESSAGES.signInFirst } });
  });
});
