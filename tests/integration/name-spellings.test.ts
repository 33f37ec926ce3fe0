/** Two spellings of a username, driver name, or email address are one account. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { keepNameKeys } from '@/server/modules/customers/name-keys.usecases';
import { admin, customer } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const PASSWORD = 'six-characters';
let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
});
afterAll(() => app.close());

const idOf = async (visitor: Visitor) => (await visitor.trpc.auth.requireMe.query()).id;
async function signedIn(username: string, password = PASSWORD): Promise<string> {
  const visitor = app.visitor();
  await visitor.trpc.auth.login.mutate({ username, password });
  return idOf(visitor);
}
const sql = (text: string, ...args: (string | number | null)[]) =>
  app.deps.db.client.execute({ sql: text, args });

/** A name and other spellings of it. */
const SPELLINGS: [string, string[]][] = [
  ['Ren\u00E9e', ['Rene\u0301e', 'REN\u00C9E', 'ren\u00E9e', '\uFF32\uFF45\uFF4E\u00E9\uFF45']],
  ['\uFB01nn', ['finn', 'FINN', '\uFF26\uFF29\uFF2E\uFF2E']],
  ['\u212Aelvin', ['kelvin', 'KELVIN']],
  ['Stra\u00DFe', ['STRASSE', 'strasse', 'stra\u1E9Ee']],
  [
    '\u03A3\u03AF\u03C3\u03C5\u03C6\u03BF\u03C2',
    ['\u03C3\u03AF\u03C3\u03C5\u03C6\u03BF\u03C3', '\u03A3\u038A\u03A3\u03A5\u03A6\u039F\u03A3'],
  ],
  ['D\u00EDdac\u200B', ['di\u0301dac', 'D\u00CDDAC']],
];

describe.each(SPELLINGS)('the username %p', (username, others) => {
  let id: string;
  beforeAll(async () => {
    id = await idOf(await customer(app, { username }));
  });

  test('signs in in every spelling', async () => {
    for (const other of [username, ...others]) {
      expect([other, await signedIn(other)]).toEqual([other, id]);
    }
  });

  test('is taken in every spelling, for customers and drivers', async () => {
    const taken = { status: 409, field: 'username', message: 'That username is already taken.' };
    const sam = await customer(app);
    for (const other of others) {
      expect(await refusal(customer(app, { username: other }))).toMatchObject(taken);
      const changing = sam.trpc.auth.updateProfile.mutate({ username: other });
      expect(await refusal(changing)).toMatchObject(taken);
      const adding = staff.trpc.admin.addDriver.mutate({
        username: other,
        password: PASSWORD,
        name: 'Another Driver',
      });
      expect(await refusal(adding)).toMatchObject(taken);
    }
  });

  test('is shown as typed, and can be respelled by its owner', async () => {
    const visitor = app.visitor();
    await visitor.trpc.auth.login.mutate({ username, password: PASSWORD });
    const [other = ''] = others;
    await visitor.trpc.auth.updateProfile.mutate({ username: other });
    expect((await visitor.trpc.auth.me.query())?.username).toBe(other);
    expect(await signedIn(username)).toBe(id);
  });
});

test("signs a driver in in every spelling, and can't be added twice", async () => {
  const driver = { username: 'zo\u00EB', password: PASSWORD, name: 'Zo\u00EB' };
  await staff.trpc.admin.addDriver.mutate(driver);
  const id = await signedIn('zo\u00EB');
  for (const username of ['zoe\u0308', 'ZO\u00CB', '\uFF5A\uFF4F\u00EB']) {
    expect(await signedIn(username)).toBe(id);
    const again = staff.trpc.admin.addDriver.mutate({ ...driver, username });
    expect(await refusal(again)).toMatchObject({ status: 409, field: 'username' });
  }
});

describe('the email address', () => {
  const MAILBOXES: [string, string[]][] = [
    [
      'j\u00FCrgen@lake.example',
      [
        'J\u00DCRGEN@lake.example',
        'ju\u0308rgen@Lake.Example',
        '\uFF4A\u00FCrgen\uFF20lake.example',
      ],
    ],
    [
      'anna@b\u00FCcher.example',
      ['anna@xn--bcher-kva.example', 'Anna@B\u00DCCHER.example', 'anna@bu\u0308cher.example'],
    ],
    ['ken@lake.example', ['\u212Aen@lake.example', 'KEN@LAKE.EXAMPLE']],
  ];

  test.each(MAILBOXES)('%p has one account, in every spelling', async (email, others) => {
    const sam = await customer(app, { email });
    const id = await idOf(sam);
    const eve = await customer(app);
    for (const other of [email, ...others]) {
      expect([other, await signedIn(other)]).toEqual([other, id]);
      const taken = {
        status: 409,
        field: 'email',
        message: 'An account with that email already exists.',
      };
      expect(await refusal(customer(app, { email: other }))).toMatchObject(taken);
      const change = { email: other, currentPassword: PASSWORD };
      expect(await refusal(eve.trpc.auth.updateProfile.mutate(change))).toMatchObject(taken);
      const added = { fullName: 'Eve Stone', phone: '(269) 555-0199', email: other };
      expect(await refusal(staff.trpc.admin.addCustomer.mutate(added))).toMatchObject(taken);
      const driver = { username: 'eve', password: PASSWORD, name: 'Eve', email: other };
      expect(await refusal(staff.trpc.admin.addDriver.mutate(driver))).toMatchObject(taken);
    }
    // The typed form is stored, and a reset link goes nowhere else.
    for (const other of others) {
      await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: other });
    }
    const { rows } = await sql(
      "select recipient from outbox where dedupe_key like 'password-reset:' || ? || ':%'",
      id,
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual(others.map(() => email));
  });

  test('in a race goes to one of two accounts', async () => {
    const spellings = [
      'ra\u00E7a@lake.example',
      'RA\u00C7A@lake.example',
      'rac\u0327a@lake.example',
    ];
    const tries = spellings.map((email) =>
      customer(app, { email }).then(
        () => 'in',
        () => 'taken',
      ),
    );
    expect((await Promise.all(tries)).toSorted()).toEqual(['in', 'taken', 'taken']);
  });

  test("that only looks the same to us counts only once it's verified", async () => {
    const sam = await customer(app, { email: 'strasse@lake.example' });
    const change = { email: 'stra\u00DFe@lake.example' };
    expect((await refusal(sam.trpc.auth.updateProfile.mutate(change))).reason).toBe(
      'password_required',
    );
    await sam.trpc.auth.updateProfile.mutate({ email: 'Strasse@lake.example' });
    expect((await sam.trpc.auth.me.query())?.email).toBe('Strasse@lake.example');
  });
});

describe('accounts from before names were compared this way', () => {
  test('get their keys at the start, even after an older program renamed one', async () => {
    await customer(app, { username: '\u00C1ron', email: '\u00C1ron@lake.example' });
    await sql(
      "update users set username_key = null, email_key = null where username = '\u00C1ron'",
    );
    const zita = await customer(app, { username: 'Zita' });
    await sql("update users set username = 'Zit\u00E1' where username = 'Zita'");
    await keepNameKeys(app);
    expect(await refusal(customer(app, { username: '\u00E1ron' }))).toMatchObject({ status: 409 });
    expect(await refusal(customer(app, { email: '\u00E1RON@lake.example' }))).toMatchObject({
      status: 409,
    });
    expect(await signedIn('zita\u0301')).toBe(await idOf(zita));
    await customer(app, { username: 'zita' });
  });

  test("that share a name both stay, sign in as they're spelled, and staff are notified", async () => {
    const spelled = { first: 'No\u00EBl', second: 'Noe\u0308l' };
    const first = await customer(app, { username: spelled.first, email: 'no\u00EB@lake.example' });
    const second = await customer(app, { username: 'noel-2', email: 'noel-2@lake.example' });
    await sql("update users set username_key = null, email_key = null where username = 'noel-2'");
    await sql(
      "update users set username = ?, email = ? where username = 'noel-2'",
      spelled.second,
      'NO\u00CB@lake.example',
    );
    await keepNameKeys(app);
    await keepNameKeys(app);
    expect(await signedIn(spelled.first)).toBe(await idOf(first));
    expect(await signedIn(spelled.second)).toBe(await idOf(second));
    expect(await signedIn('no\u00EB@lake.example')).toBe(await idOf(first));
    expect(await signedIn('NO\u00CB@lake.example')).toBe(await idOf(second));
    const { open } = await staff.trpc.admin.reviewQueue.query();
    const told = open.filter(({ kind }) => kind === 'shared_name');
    expect(told.map(({ reason }) => reason)).toEqual([expect.stringContaining('Search for “Noe”')]);
    // The second account saves its profile and fixes its name.
    await second.trpc.auth.updateProfile.mutate({
      username: spelled.second,
      email: 'NO\u00CB@lake.example',
      phone: '(269) 555-0101',
    });
    await second.trpc.auth.updateProfile.mutate({ username: 'noel-the-second' });
    expect(await signedIn('NOEL-the-second')).toBe(await idOf(second));
  });
});

test('every account has its name keys, whatever happened to it', async () => {
  const gone = await customer(app, { username: 'Go\u00F1zalo' });
  await gone.trpc.account.delete.mutate({ currentPassword: PASSWORD });
  await customer(app, { username: 'go\u00F1zalo' });
  const { rows: before } = await sql('select id, username_key, email_key from users order by id');
  await keepNameKeys(app);
  const { rows: after } = await sql('select id, username_key, email_key from users order by id');
  expect(before).toEqual(after);
});

test('guesses in many spellings count for one account', async () => {
  const own = await startTestApp({ settings: { limitFactor: 1 } });
  try {
    await customer(own, { username: 'L\u00E9a' });
    const spellings = ['L\u00E9a', 'Le\u0301a', 'L\u00C9A', '\uFF2C\u00E9\uFF41'];
    const answers: number[] = [];
    for (let count = 0; count < 260; count += 1) {
      const visitor = own.visitor();
      const username = spellings[count % spellings.length] ?? '';
      const { status } = await refusal(
        visitor.trpc.auth.login.mutate({ username, password: `guess ${count}` }),
      );
      answers.push(status);
      if (status === 429) break;
    }
    expect(answers.at(-1)).toBe(429);
    expect(answers.length).toBeLessThanOrEqual(201);
  } finally {
    await own.close();
  }
}, 60_000);
