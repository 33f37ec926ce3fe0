/**
 * Tests the one grammar for all stored email addresses and recipients, and usernames that aren't
 * addresses.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { insertRow } from '@/db/guarded-batch';
import { outbox } from '@/db/schema';
import { ensureAdmin } from '@/server/modules/auth/first-admin.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { createSmtpMail } from '@/server/ports/mail/smtp';
import { admin, BOOKED_FOR, book, customer, ORDER } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const PASSWORD = 'six-characters';
const VICTIM = 'victim@lake.example';
const FORMS = [
  `Eve<${VICTIM}>`,
  `Pay-at-evil.example<${VICTIM}>`,
  `x,${VICTIM}`,
  `x;${VICTIM}`,
  `grp:${VICTIM};`,
  'victim(c)@lake.example',
  `${VICTIM}.`,
  `${VICTIM},`,
  'a@[127.0.0.1]',
  'a..b@lake.example',
  'a@lake_example.com',
  'a@lake..example',
];

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  staff = await admin(app);
  sam = await customer(app);
});
afterAll(() => app.close());

let people = 0;
const registration = (over: object = {}) => {
  people += 1;
  return {
    username: `eve${people}`,
    password: PASSWORD,
    email: `eve${people}@lake.example`,
    fullName: 'Eve Stone',
    phone: '(269) 555-0199',
    homeAddress: 'Pier 4',
    ...over,
  };
};
const recipients = async () =>
  (await app.deps.db.client.execute('select distinct recipient from outbox')).rows.map(
    ({ recipient }) => String(recipient),
  );

describe('an address that an email program could misread is refused', () => {
  const helpful = 'Enter an email address like name@example.com';
  const ways: [string, (email: string) => Promise<unknown>][] = [
    [
      'at registration',
      (email) => app.visitor().trpc.auth.register.mutate(registration({ email })),
    ],
    [
      'as the new address of a profile',
      (email) => sam.trpc.auth.updateProfile.mutate({ email, currentPassword: PASSWORD }),
    ],
    [
      'as the address of a guest',
      (customerEmail) =>
        app.visitor().trpc.booking.create.mutate({
          ...ORDER,
          customerPhone: '(269) 555-0188',
          customerEmail,
        }),
    ],
    [
      'for the link of a guest',
      async (email) => {
        const guest = app.visitor();
        const { appointment } = await guest.trpc.booking.create.mutate({
          ...ORDER,
          customerPhone: '(269) 555-0188',
        });
        await guest.trpc.booking.sendLink.mutate({ id: appointment.id, email });
      },
    ],
    [
      'of a customer whom staff add',
      (email) =>
        staff.trpc.admin.addCustomer.mutate({
          fullName: 'Eve Stone',
          phone: '(269) 555-0199',
          email,
        }),
    ],
    [
      'of a guest for whom staff book',
      (customerEmail) => staff.trpc.admin.bookForCustomer.mutate({ ...BOOKED_FOR, customerEmail }),
    ],
    [
      'of a driver',
      (email) =>
        staff.trpc.admin.addDriver.mutate({
          username: 'eve-driver',
          password: PASSWORD,
          name: 'Eve',
          email,
        }),
    ],
    ['as the support address', (email) => staff.trpc.admin.saveSupport.mutate({ email })],
    [
      'in a request for a reset link',
      (email) => app.visitor().trpc.auth.requestPasswordReset.mutate({ email }),
    ],
  ];

  test.each(ways)('%s', async (_way, send) => {
    for (const form of FORMS) {
      const refused = await refusal(send(form));
      expect([form, refused.status, refused.message]).toEqual([
        form,
        400,
        form.includes('[') ? expect.any(String) : helpful,
      ]);
    }
    expect(await recipients()).not.toContain(VICTIM);
  });

  test('an address is refused over REST', async () => {
    const visitor = app.visitor();
    for (const email of FORMS) {
      const calls = [
        await visitor.rest('POST', '/api/auth/register', registration({ email })),
        await visitor.rest('POST', '/api/auth/reset-password-request', { email }),
        await visitor.rest('POST', '/api/appointments', {
          ...ORDER,
          customerPhone: '(269) 555-0188',
          customerEmail: email,
        }),
        await sam.rest('PUT', '/api/user/profile', { email, currentPassword: PASSWORD }),
        await sam.rest('PUT', '/api/auth/profile', { email, currentPassword: PASSWORD }),
        await staff.rest('PUT', '/api/support', { email }),
      ];
      expect([email, ...calls.map(({ status }) => status)]).toEqual([
        email,
        ...calls.map(() => 400),
      ]);
    }
  });
});

test('full-width letters are stored as ordinary letters', async () => {
  const visitor = app.visitor();
  await visitor.trpc.auth.register.mutate(
    registration({ email: '\uFF46\uFF55\uFF4A\uFF49\uFF20lake\uFF0Eexample' }),
  );
  expect((await visitor.trpc.auth.me.query())?.email).toBe('fuji@lake.example');
});

describe('an email server gets', () => {
  let server: Server;
  let said: string[];
  beforeAll(async () => {
    said = [];
    server = createServer((socket) => {
      let isBody = false;
      socket.on('error', () => {});
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        const text = data.toString();
        said.push(text);
        if (isBody && !text.endsWith('\r\n.\r\n')) return;
        const isData = !isBody && text.startsWith('DATA');
        isBody = isData;
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    app.deps.mail = createSmtpMail({
      url: `smtp://127.0.0.1:${port}`,
      from: 'Dockside, Inc. <us@dock.example>',
    });
    await app.deps.db.client.execute('update outbox set given_up_at = 1');
  });
  afterAll(async () => {
    await app.deps.mail.close();
    server.close();
  });

  async function sent(recipient: string) {
    said.length = 0;
    people += 1;
    const now = app.clock.now();
    const row = { subject: 'Your delivery', body: 'Hello', createdAt: now, nextAttemptAt: now };
    await app.deps.db.write((orm) =>
      insertRow(orm, outbox, { id: `to${people}`, recipient, dedupeKey: `x:${people}`, ...row }),
    );
    await sendOutbox(app);
    return said.join('');
  }

  test('exactly the stored address, without a name', async () => {
    const text = await sent('Sam.Waters@lake.example');
    expect(text).toContain('RCPT TO:<Sam.Waters@lake.example>\r\n');
    expect(text).toContain('\r\nTo: Sam.Waters@lake.example\r\n');
    expect(text).toContain('MAIL FROM:<us@dock.example>\r\n');
    expect(text).toContain('From: "Dockside, Inc." <us@dock.example>\r\n');
  });

  test('a domain in ASCII', async () => {
    expect(await sent('x@b\u00FCcher.example')).toContain('RCPT TO:<x@xn--bcher-kva.example>\r\n');
  });

  test('a mark that a program writes, and a reply address once support has one', async () => {
    const before = await sent('sam@lake.example');
    expect(before).toContain('\r\nAuto-Submitted: auto-generated\r\n');
    expect(before).toContain('\r\nX-Auto-Response-Suppress: All\r\n');
    expect(before).not.toContain('Reply-To:');
    await staff.trpc.admin.saveSupport.mutate({ email: 'help@b\u00FCcher.example' });
    expect(await sent('sam@lake.example')).toContain(
      '\r\nReply-To: help@xn--bcher-kva.example\r\n',
    );
  });

  test('nothing for an address from before the grammar, and staff see it', async () => {
    for (const old of [`Eve<${VICTIM}>`, `x,${VICTIM}`, `${VICTIM}.`, '\uFF41@lake.example']) {
      expect(await sent(old)).toBe('');
    }
    const { open } = await staff.trpc.admin.reviewQueue.query();
    const refused = open.filter(({ kind }) => kind === 'message_refused');
    expect(refused.length).toBeGreaterThan(0);
  });
});

test("a guest with an address from before the grammar isn't shown as notified", async () => {
  const { id } = await staff.trpc.admin.bookForCustomer.mutate({
    ...BOOKED_FOR,
    customerEmail: 'old@lake.example',
  });
  await app.deps.db.client.execute({
    sql: 'update appointments set customer_email = ? where id = ?',
    args: [`x,${VICTIM}`, id],
  });
  expect(await refusal(staff.trpc.admin.sendPayLink.mutate({ id }))).toMatchObject({
    status: 409,
    message: expect.stringContaining('We can’t email or text this customer'),
  });
  await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'They pay in cash.' });
  await staff.trpc.admin.schedule.mutate({ id });
  const { customerNotified } = await staff.trpc.driver.enRoute.mutate({ id });
  expect(customerNotified).toBe(false);
});

test("the delivery's own address, not the account's, decides who is shown as notified", async () => {
  const kim = await customer(app, { username: 'kimsaccount' });
  const about = { customerId: (await kim.trpc.auth.requireMe.query()).id };
  const booked = async (customerEmail: string) => {
    const order = { ...BOOKED_FOR, id: crypto.randomUUID(), ...about, customerName: null };
    return staff.trpc.admin.bookForCustomer.mutate({ ...order, customerEmail });
  };
  const other = await booked('marina@lake.example');
  expect(other.messagesTo).toBe('marina@lake.example');
  const { id } = await booked('');
  await app.deps.db.client.execute({
    sql: 'update appointments set customer_email = null where id = ?',
    args: [id],
  });
  await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'They pay in cash.' });
  await staff.trpc.admin.schedule.mutate({ id });
  const { customerNotified, appointment } = await staff.trpc.driver.enRoute.mutate({ id });
  expect(customerNotified).toBe(false);
  expect(appointment.messagesTo).toBe(null);
});

describe('an account from before the grammar', () => {
  test('signs in, reads its profile, and sees what to fix', async () => {
    const old = await customer(app, { username: 'oldtimer' });
    await app.deps.db.client.execute(
      `update users set email = 'old@lake.example.', email_proven_at = 1 where username = 'oldtimer'`,
    );
    expect((await old.trpc.auth.me.query())?.email).toBe('old@lake.example.');
    const again = app.visitor();
    await again.trpc.auth.login.mutate({ username: 'oldtimer', password: PASSWORD });
    expect(await refusal(book(again))).toMatchObject({
      status: 400,
      field: 'customerEmail',
      message: 'Please update your profile with a valid email address.',
    });
    await again.trpc.auth.updateProfile.mutate({ phone: '(269) 555-0111' });
    await again.trpc.auth.updateProfile.mutate({
      email: 'old@lake.example',
      currentPassword: PASSWORD,
    });
    expect((await again.trpc.auth.me.query())?.pendingEmail).toBe('old@lake.example');
  });
});

describe('a username', () => {
  const USERNAME_WITH_AT =
    'Enter a username without @. You can also sign in with your email address.';

  test.each([
    [VICTIM, USERNAME_WITH_AT],
    ['@sam', USERNAME_WITH_AT],
    ['sam\uFF20lake', USERNAME_WITH_AT],
    ['\u0430dmin', 'Use letters from only one alphabet in your username.'],
    ['b\u03BFss', 'Use letters from only one alphabet in your username.'],
    ['\u3164', 'Username is required'],
  ])('%p is refused', async (username, message) => {
    const refused = { status: 400, field: 'username', message };
    const registering = app.visitor().trpc.auth.register.mutate(registration({ username }));
    expect(await refusal(registering)).toMatchObject(refused);
    if (username !== '\u3164') {
      const changing = sam.trpc.auth.updateProfile.mutate({ username });
      expect(await refusal(changing)).toMatchObject(refused);
    }
    const driver = { username: `${username}1`, password: PASSWORD, name: 'Eve' };
    expect((await refusal(staff.trpc.admin.addDriver.mutate(driver))).status).toBe(400);
    const signIn = { username: `${username}2`, password: PASSWORD };
    if (username !== '\u3164') expect(ensureAdmin(app, signIn)).rejects.toThrow(message);
  });

  test('may be in another alphabet, or mix Japanese and Latin letters', async () => {
    for (const username of [
      '\u0418\u0432\u0430\u043D',
      '\u9234\u6728 sam',
      '\u0393\u03B9\u03CE\u03C1\u03B3\u03BF\u03C2',
    ]) {
      const made = await app.visitor().trpc.auth.register.mutate(registration({ username }));
      expect(made.username).toBe(username);
    }
  });

  test('with @ from before stays, and signs in', async () => {
    const old = await customer(app, { username: 'captain' });
    await app.deps.db.client.execute(
      `update users set username = 'captain@boat' where username = 'captain'`,
    );
    await old.trpc.auth.updateProfile.mutate({ username: 'captain@boat', fullName: 'The Captain' });
    const again = app.visitor();
    await again.trpc.auth.login.mutate({ username: 'Captain@boat', password: PASSWORD });
    expect((await again.trpc.auth.me.query())?.fullName).toBe('The Captain');
  });

  test('with @ from before yields to the account with that address', async () => {
    await customer(app, { username: 'squatter' });
    await app.deps.db.client.execute(
      `update users set username = 'owner@lake.example', password = 'none' where username = 'squatter'`,
    );
    await customer(app, { username: 'owner', email: 'owner@lake.example' });
    const visitor = app.visitor();
    await visitor.trpc.auth.login.mutate({ username: 'owner@lake.example', password: PASSWORD });
    expect((await visitor.trpc.auth.me.query())?.username).toBe('owner');
  });
});

test('one-line fields lose line breaks and control characters', async () => {
  const typed = 'Pier 4\r\nBcc: all\u0007\u2028\u0085x';
  const shown = 'Pier 4 Bcc: all x';
  const guest = app.visitor();
  const { appointment } = await guest.trpc.booking.create.mutate({
    ...ORDER,
    location: typed,
    slipNumber: typed,
    customerName: typed,
    customerPhone: '(269) 555-0166',
  });
  expect(appointment).toMatchObject({ location: shown, slipNumber: shown });
  await sam.trpc.auth.updateProfile.mutate({ address: typed, boatName: typed, boatType: typed });
  expect(await sam.trpc.auth.me.query()).toMatchObject({
    address: shown,
    boatName: shown,
    boatType: shown,
  });
  const docks = await sam.trpc.account.addDock.mutate({ label: typed, slip: typed, note: 'a\nb' });
  expect(docks).toMatchObject([{ label: shown, slip: shown, note: 'a\nb' }]);
});
