/** Tests the messages that strangers can trigger: how many to one address, and with whose words. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { RECIPIENT_LIMIT } from '@/domain/limits';
import { forgetPastTurns } from '@/server/modules/messages/turns';
import { admin, BOOKED_FOR, book, customer, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const PASSWORD = 'six-characters';
const VICTIM = 'victim@stranger.example';
const HOUR = 3_600_000;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ capacity: 100, settings: { limitFactor: 1, trustProxy: 1 } });
});
afterEach(() => app.close());

let networks = 0;
/** Opens a browser with its own network address. */
function stranger(): Visitor {
  networks += 1;
  const visitor = app.visitor();
  const fetch = visitor.fetch.bind(visitor);
  const address = `203.0.${Math.floor(networks / 250)}.${1 + (networks % 250)}`;
  visitor.fetch = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', address);
    return fetch(path, { ...init, headers });
  };
  return visitor;
}

const sentTo = async (recipient: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select dedupe_key, subject, body from outbox where recipient = ? order by created_at, id',
    args: [recipient],
  });
  return rows.map((row) => ({
    kind: String(row.dedupe_key).split(':')[0] ?? '',
    text: `${row.subject}\n${row.body}`,
  }));
};
const kindsTo = async (recipient: string) => (await sentTo(recipient)).map(({ kind }) => kind);

let people = 0;
async function account(over: object = {}): Promise<Visitor> {
  people += 1;
  const visitor = stranger();
  await visitor.trpc.auth.register.mutate({
    username: `eve${people}`,
    password: PASSWORD,
    email: `eve${people}@lake.example`,
    fullName: 'Eve Stone',
    phone: `(269) 555-${1000 + people}`,
    homeAddress: 'Pier 4',
    ...over,
  });
  return visitor;
}
const guestOrder = () => {
  people += 1;
  return { ...ORDER, customerPhone: `(269) 555-${1000 + people}` };
};
/**
 * Every way in which a stranger can make us write to an address. Each way uses a different sender.
 */
const WAYS: Record<string, (email: string) => Promise<unknown>> = {
  'a new address of an account': async (email) =>
    (await account()).trpc.auth.updateProfile.mutate({ email, currentPassword: PASSWORD }),
  'the same over REST': async (email) => {
    const visitor = await account();
    const change = { email, currentPassword: PASSWORD };
    const { status, body } = await visitor.rest('PUT', '/api/user/profile', change);
    if (status !== 200) throw new Error(body.message);
  },
  'a link to a delivery': async (email) => {
    const guest = stranger();
    const { appointment } = await guest.trpc.booking.create.mutate(guestOrder());
    await guest.trpc.booking.sendLink.mutate({ id: appointment.id, email });
  },
  'a booking': async (customerEmail) => book(stranger(), { ...guestOrder(), customerEmail }),
};

describe('an address gets 3 messages an hour and 8 a day', () => {
  test('from any number of senders, accounts, and network addresses', async () => {
    const ways = Object.values(WAYS);
    for (let hour = 0; hour < 24; hour += 1) {
      for (const cause of ways) await cause(VICTIM).catch(() => {});
      const sent = (await kindsTo(VICTIM)).length;
      expect([hour, sent]).toEqual([
        hour,
        Math.min(RECIPIENT_LIMIT.inHour * (hour + 1), RECIPIENT_LIMIT.inDay),
      ]);
      app.clock.advance(HOUR);
    }
    app.clock.advance(HOUR);
    await ways[0]?.(VICTIM);
    expect(await kindsTo(VICTIM)).toHaveLength(RECIPIENT_LIMIT.inDay + 1);
  }, 60_000);

  test.each(Object.entries(WAYS))('caused by %s alone', async (_way, cause) => {
    for (let count = 0; count < 6; count += 1) await cause(VICTIM).catch(() => {});
    expect(await kindsTo(VICTIM)).toHaveLength(RECIPIENT_LIMIT.inHour);
  });

  test('even if many arrive simultaneously', async () => {
    const guests = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const guest = stranger();
        const { appointment } = await guest.trpc.booking.create.mutate(guestOrder());
        return { guest, id: appointment.id };
      }),
    );
    const answers = await Promise.all(
      guests.map(({ guest, id }) =>
        guest.trpc.booking.sendLink.mutate({ id, email: VICTIM }).then(
          () => 'sent',
          () => 'refused',
        ),
      ),
    );
    const sent = answers.filter((answer) => answer === 'sent').length;
    expect(sent).toBe(RECIPIENT_LIMIT.inHour);
    expect(await kindsTo(VICTIM)).toHaveLength(sent);
  });

  test('in every spelling of its mailbox', async () => {
    const spellings = [
      'v.ictim+1@stranger.example',
      'VICTIM@Stranger.Example',
      'vic.tim+a+b@stranger.example',
    ];
    for (const email of [VICTIM, ...spellings, VICTIM])
      await WAYS['a link to a delivery']?.(email).catch(() => {});
    const { rows } = await app.deps.db.client.execute(
      "select count(*) as sent from outbox where recipient like '%stranger.example'",
    );
    expect(rows[0]?.sent).toBe(RECIPIENT_LIMIT.inHour);
  });

  test('and another address gets its own', async () => {
    const cause = WAYS['a link to a delivery'];
    for (let count = 0; count < 4; count += 1) await cause?.(VICTIM).catch(() => {});
    await cause?.('someone.else@stranger.example');
    expect(await kindsTo('someone.else@stranger.example')).toEqual(['link']);
  });

  test('with a refusal that names the time to try again, and nothing is changed', async () => {
    const visitor = await account();
    for (let count = 0; count < 3; count += 1) await WAYS['a link to a delivery']?.(VICTIM);
    app.clock.advance(10 * 60_000);
    const change = { email: VICTIM, currentPassword: PASSWORD };
    expect(await refusal(visitor.trpc.auth.updateProfile.mutate(change))).toMatchObject({
      status: 429,
      reason: 'rate_limited',
      message: 'Too many emails were sent to this address. Try again in 50 minutes, or call us.',
      details: { retryAfterSeconds: 3_000 },
    });
    expect((await visitor.trpc.auth.me.query())?.pendingEmail).toBeNull();
  });

  test("counted with a key that isn't an address and is deleted after a day", async () => {
    await WAYS['a link to a delivery']?.(VICTIM);
    const keys = async () =>
      (await app.deps.db.client.execute('select turn_key from outbox where turn_key is not null'))
        .rows;
    const [row] = await keys();
    expect(String(row?.turn_key)).toMatch(/^[\w-]{43}$/);
    app.clock.advance(24 * HOUR);
    await forgetPastTurns(app);
    expect(await keys()).toEqual([]);
  });
});

describe('an account', () => {
  test('sends 5 links an hour to new addresses, each address once', async () => {
    const visitor = await account();
    const to = (email: string) =>
      visitor.trpc.auth.updateProfile.mutate({ email, currentPassword: PASSWORD });
    await to('next1@lake.example');
    // Sending the same address again isn't a change, and needs no password.
    await visitor.trpc.auth.updateProfile.mutate({ email: 'next1@lake.example' });
    await visitor.trpc.auth.updateProfile.mutate({ email: 'NEXT1@lake.example' });
    expect(await kindsTo('next1@lake.example')).toEqual(['email-proof']);
    expect((await visitor.trpc.auth.me.query())?.email).not.toBe('next1@lake.example');
    for (const name of ['next2', 'next3', 'next4', 'next5']) await to(`${name}@lake.example`);
    expect(await refusal(to('next6@lake.example'))).toMatchObject({
      status: 429,
      message: expect.stringContaining('Too many links were sent.'),
    });
    // The button's messages count too.
    expect((await refusal(visitor.trpc.auth.requestEmailProof.mutate())).status).toBe(429);
  });

  test('loses none of its links to a wrong password', async () => {
    const visitor = await account();
    for (let count = 0; count < 6; count += 1) {
      const wrong = { email: 'next@lake.example', currentPassword: `guess ${count}` };
      expect((await refusal(visitor.trpc.auth.updateProfile.mutate(wrong))).status).toBe(400);
    }
    await visitor.trpc.auth.updateProfile.mutate({
      email: 'next@lake.example',
      currentPassword: PASSWORD,
    });
    expect(await kindsTo('next@lake.example')).toEqual(['email-proof']);
  });
});

describe('an address whose limit strangers have used up', () => {
  beforeEach(async () => {
    for (let count = 0; count < 3; count += 1) await WAYS['a link to a delivery']?.(VICTIM);
  });

  test('can still register, and gets its link later', async () => {
    const visitor = await account({ email: VICTIM });
    expect(await kindsTo(VICTIM)).toEqual(['link', 'link', 'link']);
    expect((await refusal(visitor.trpc.auth.requestEmailProof.mutate())).status).toBe(429);
    app.clock.advance(HOUR);
    await visitor.trpc.auth.requestEmailProof.mutate();
    expect((await kindsTo(VICTIM)).at(-1)).toBe('email-proof');
  });

  test('gets the same answer to a reset request as an unknown one', async () => {
    await account({ email: VICTIM });
    const ask = (email: string) => stranger().trpc.auth.requestPasswordReset.mutate({ email });
    expect(await ask(VICTIM)).toEqual(await ask('nobody@stranger.example'));
    expect(await kindsTo(VICTIM)).not.toContain('password-reset');
  });

  test('is notified of its own booking by everything that staff do', async () => {
    const guest = stranger();
    const id = await book(guest, { ...guestOrder(), customerEmail: VICTIM });
    expect(await kindsTo(VICTIM)).toEqual(['link', 'link', 'link']);
    const staff = await admin(app);
    await readyToDeliver(staff, id);
    await staff.trpc.admin.cancel.mutate({ id, reason: 'A storm is coming.' });
    expect(await kindsTo(VICTIM)).toEqual(['link', 'link', 'link', 'confirmed', 'cancelled']);
  });

  test('has staff call if its delivery was added to an account', async () => {
    const guest = stranger();
    const order = { ...guestOrder(), customerEmail: VICTIM };
    const id = await book(guest, order);
    await guest.trpc.auth.register.mutate({
      username: 'claimer',
      password: PASSWORD,
      email: 'claimer@lake.example',
      fullName: 'Eve Stone',
      phone: order.customerPhone,
      homeAddress: 'Pier 4',
    });
    expect((await guest.trpc.booking.list.query()).map((one) => one.id)).toEqual([id]);
    expect(await kindsTo(VICTIM)).toEqual(['link', 'link', 'link']);
    const { open } = await (await admin(app)).trpc.admin.reviewQueue.query();
    expect(open).toMatchObject([
      {
        kind: 'message_refused',
        delivery: { id },
        reason: expect.stringContaining('was added to an account'),
      },
    ]);
  });

  test('is shown to staff who add a customer', async () => {
    const staff = await admin(app);
    const added = { fullName: 'Vic Tim', phone: '(269) 555-0188', email: VICTIM };
    expect((await refusal(staff.trpc.admin.addCustomer.mutate(added))).status).toBe(429);
    const { rows } = await app.deps.db.client.execute({
      sql: 'select id from users where email = ?',
      args: [VICTIM],
    });
    expect(rows).toEqual([]);
  });
});

test('keeps its last reset link after the limit', async () => {
  await account({ email: VICTIM });
  for (let count = 0; count < 6; count += 1) {
    await stranger().trpc.auth.requestPasswordReset.mutate({ email: VICTIM });
  }
  const sent = await sentTo(VICTIM);
  expect(sent.map(({ kind }) => kind)).toEqual(['email-proof', 'password-reset', 'password-reset']);
  const [, token = ''] = /token=([\w-]+)/.exec(sent.at(-1)?.text ?? '') ?? [];
  await stranger().trpc.auth.resetPassword.mutate({ token, newPassword: 'another-one' });
  await stranger().trpc.auth.login.mutate({ username: VICTIM, password: 'another-one' });
});

test("is still notified of every booking if it's a verified customer's", async () => {
  const sam = await customer(app, { email: 'sam@lake.example' });
  for (const date of ['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18', '2026-06-19']) {
    await book(sam, { date });
  }
  expect(await kindsTo('sam@lake.example')).toEqual(Array(5).fill('booked'));
});

describe('a message to an unverified address', () => {
  const TYPED = {
    customerName: 'Markedname Security Team',
    location: 'Markedplace, call (800) 555-0123 now',
    slipNumber: 'Markedslip',
    customerAddress: 'Markedaddress',
  };

  async function throughAll(visitor: Visitor, order: Record<string, unknown>): Promise<string> {
    const id = await book(visitor, order);
    const staff = await admin(app);
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.reschedule.mutate({ id, time: '2:00 PM - 4:00 PM', date: ORDER.date });
    await staff.trpc.admin.schedule.mutate({ id });
    await staff.trpc.driver.enRoute.mutate({ id });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    return id;
  }

  test.each([
    ['of a guest', async () => stranger()],
    ['of a new account', async () => account({ email: VICTIM, fullName: 'Markedfull Name' })],
    [
      'of someone else, typed by a proven customer',
      async () => customer(app, { email: 'eve@lake.example', fullName: 'Markedfull Name' }),
    ],
  ])("doesn't repeat typed text: %s", async (_whose, visitor) => {
    await throughAll(await visitor(), { ...guestOrder(), ...TYPED, customerEmail: VICTIM });
    const sent = await sentTo(VICTIM);
    expect(sent.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['booked', 'confirmed', 'rescheduled', 'en-route', 'completed']),
    );
    for (const { text } of sent) {
      expect(text).not.toContain('Marked');
      expect(text).not.toContain('555-0123');
    }
    expect(sent.find(({ kind }) => kind === 'booked')?.text).toContain('Where: your dock\n');
  });

  test("doesn't repeat a guest's typed text, even with the requested link", async () => {
    const guest = stranger();
    const { appointment } = await guest.trpc.booking.create.mutate({ ...guestOrder(), ...TYPED });
    await guest.trpc.booking.sendLink.mutate({ id: appointment.id, email: VICTIM });
    const [sent] = await sentTo(VICTIM);
    expect(sent?.text).toContain('Where: your dock\n');
    expect(sent?.text).not.toContain('Marked');
  });

  test('has the day and the link if staff spoke to the customer by phone', async () => {
    const staff = await admin(app);
    await staff.trpc.admin.bookForCustomer.mutate({ ...BOOKED_FOR, customerEmail: VICTIM });
    const [sent] = await sentTo(VICTIM);
    expect(sent?.text).toContain('Where: your dock\n');
    expect(sent?.text).toContain('/d/');
  });

  test("has name and dock if the address is the account's verified one", async () => {
    const sam = await customer(app, { email: 'sam@lake.example' });
    await book(sam, { location: 'Maple Island Marina' });
    const [sent] = await sentTo('sam@lake.example');
    expect(sent?.text).toContain('Hello Sam Waters,');
    expect(sent?.text).toContain('Where: Maple Island Marina');
  });
});

describe("after strangers have used up an address's limit", () => {
  async function spent(): Promise<{ id: string; thief: Visitor; link: string }> {
    const guest = stranger();
    const id = await book(guest, {
      ...{ ...ORDER, customerPhone: '(269) 555-4321', customerEmail: VICTIM },
    });
    const link = (await guest.trpc.booking.guestLink.query({ id })) ?? '';
    for (let count = 0; count < RECIPIENT_LIMIT.inHour; count += 1) {
      await WAYS['a booking']?.(VICTIM);
    }
    const thief = stranger();
    await thief.trpc.booking.manage.mutate({ token: link.split('/').at(-1) ?? '' });
    await thief.trpc.booking.provePhone.mutate({ id, lastDigits: '4321' });
    return { id, thief, link };
  }
  const opens = (link: string) =>
    stranger().trpc.booking.manage.mutate({ token: link.split('/').at(-1) ?? '' });

  test('no link is replaced without reaching its guest', async () => {
    const { id, thief, link } = await spent();
    const answer = await refusal(thief.trpc.booking.renewGuestLink.mutate({ id }));
    expect(answer).toMatchObject({ status: 429 });
    expect(await opens(link)).toMatchObject({ id });
    app.clock.advance(HOUR);
    await thief.trpc.booking.provePhone.mutate({ id, lastDigits: '4321' });
    await thief.trpc.booking.renewGuestLink.mutate({ id });
    expect(await kindsTo(VICTIM)).toContain('link-replaced');
  });

  test('no messages go elsewhere without notifying the guest', async () => {
    const { id, thief } = await spent();
    const email = 'thief@lake.example';
    const answer = await refusal(thief.trpc.booking.sendLink.mutate({ id, email }));
    expect(answer).toMatchObject({ status: 429 });
    expect(await kindsTo(email)).toEqual([]);
    app.clock.advance(HOUR);
    await thief.trpc.booking.provePhone.mutate({ id, lastDigits: '4321' });
    await thief.trpc.booking.sendLink.mutate({ id, email });
    expect(await kindsTo(VICTIM)).toContain('messages-moved');
  });
});
