/** Customers can export their own data and delete their account. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sealAudit } from '@/server/modules/audit/seal.usecases';
import { verifyAudit } from '@/server/modules/audit/verify.usecases';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { forgetCustomers } from '@/server/modules/own-data/forget-customers.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let stripeAnswers = true;
beforeAll(async () => {
  app = await startTestApp({
    capacity: 100,
    payments: (real) => ({
      ...real,
      async deleteCustomer(id) {
        if (!stripeAnswers) throw new PaymentsUnreachable('no answer');
        await real.deleteCustomer(id);
      },
    }),
  });
  staff = await admin(app);
});
afterAll(() => app.close());

const PASSWORD = { currentPassword: 'six-characters' };
/** Adds a mark to everything that a person types, so that the test can search for it. */
const person = (mark: string) => ({
  username: `${mark}name`,
  email: `${mark}@lake.example`,
  fullName: `${mark} Waters`,
  phone: '(269) 555-0188',
  homeAddress: `1 ${mark} Lane`,
});

/** Creates a customer who has one of everything, and a paid delivery. */
async function livedIn(mark: string): Promise<{ visitor: Visitor; id: string }> {
  const visitor = await customer(app, person(mark));
  const [boat] = await visitor.trpc.account.addBoat.mutate({
    ...{ name: `${mark} Boat`, fillerPlace: `${mark} hatch`, fillerPhoto: await picture() },
  });
  const [dock] = await visitor.trpc.account.addDock.mutate({
    ...{
      label: `${mark} Marina`,
      slip: `${mark} 7`,
      gateCode: `${mark} 4711`,
      note: `${mark} dog`,
    },
    position: { latitude: 41.97, longitude: -86.09 },
  });
  const id = await book(visitor, {
    ...{ location: `${mark} Marina`, slipNumber: `${mark} 7` },
    ...{ boatId: boat?.id, dockId: dock?.id },
  });
  await visitor.trpc.booking.patch.mutate({ id, estimatedGallons: 21 });
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  const { id: userId } = await visitor.trpc.auth.requireMe.query();
  await staff.trpc.admin.addCustomerNote.mutate({ id: userId, text: `${mark} ties up at night` });
  await sendOutbox({ deps: app.deps });
  return { visitor, id };
}

/** Returns every text in every row of the database. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await app.deps.db.client.execute(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.deps.db.client.execute(`select * from "${name}"`);
    texts.push(...rows.map((row) => JSON.stringify({ name, ...row })));
  }
  return texts.join('\n');
}
const rowsWith = async (mark: string) =>
  (await wholeDatabase())
    .split('\n')
    .filter((row) => row.toLowerCase().includes(mark.toLowerCase()));

test('an export has everything in one readable object, and no secrets', async () => {
  const { visitor, id } = await livedIn('Exported');
  const data = await visitor.trpc.account.ownData.query();
  expect(data).toMatchObject({
    profile: { username: 'Exportedname', email: 'Exported@lake.example' },
    boats: [{ name: 'Exported Boat' }],
    docks: [{ label: 'Exported Marina', gateCode: 'Exported 4711', latitude: 41.97 }],
    savedCards: [{ brand: 'visa', last4: '4242' }],
    appointments: [
      {
        id,
        location: 'Exported Marina',
        slipNumber: 'Exported 7',
        boat: { name: 'Exported Boat', fillerPlace: 'Exported hatch' },
        dock: { gateCode: 'Exported 4711', position: { latitude: 41.97, longitude: -86.09 } },
        totalPrice: takenFor(app, id) / 100,
        charges: [
          {
            amount: takenFor(app, id) / 100,
            lines: { fuel: 82, ice: 17, deliveryFee: 30 },
            state: 'succeeded',
          },
        ],
      },
    ],
    signedInDevices: [{ lastSeenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) }],
  });
  expect((data as { messages: unknown[] }).messages.length).toBeGreaterThan(0);
  const text = JSON.stringify(data);
  for (const secret of ['argon2', 'password', 'tokenHash', 'resetToken', 'cus_', 'pm_', 'seti_']) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain('ties up at night');
});

test("an export has nothing of another customer's", async () => {
  await livedIn('Neighbour');
  const alone = await customer(app, person('Alone'));
  const data = JSON.stringify(await alone.trpc.account.ownData.query());
  expect(data).toContain('Alone');
  expect(data).not.toContain('Neighbour');
});

test('deleting an account removes the person from every row, and the figures stay', async () => {
  const { visitor, id } = await livedIn('Leaving');
  const taken = takenFor(app, id);
  expect((await rowsWith('Leaving')).length).toBeGreaterThan(5);
  const other = app.visitor();
  await other.trpc.auth.login.mutate({ username: 'Leavingname', password: 'six-characters' });

  await visitor.trpc.account.delete.mutate(PASSWORD);
  const left = (await rowsWith('Leaving')).map((row) => (JSON.parse(row) as { name: string }).name);
  expect(left).toEqual([]);
  await sealAudit(app);
  expect((await verifyAudit(app)).problems).toEqual([]);
  const { rows } = await app.deps.db.client.execute({
    sql: `select a.total_paid_cents as paid, a.actual_gallons_tenths as gallons, c.amount_cents as charged
          from appointments a join charges c on c.appointment_id = a.id where a.id = ?`,
    args: [id],
  });
  expect(rows[0]).toMatchObject({ paid: taken, gallons: 200, charged: taken });
  // Neither browser is signed in anymore, and the sign-in is gone.
  expect(await visitor.trpc.auth.me.query()).toBeNull();
  expect(await other.trpc.auth.me.query()).toBeNull();
  await expect(
    app.visitor().trpc.auth.login.mutate({ username: 'Leavingname', password: 'six-characters' }),
  ).rejects.toThrow();
  // The name is available again, and a new account inherits nothing.
  const newcomer = await customer(app, person('Leaving'));
  expect(await newcomer.trpc.account.ownData.query()).toMatchObject({
    appointments: [],
    boats: [],
    docks: [],
  });
});

test('deleting an account empties messages to its address in every spelling, and to former ones', async () => {
  const mark = 'Élodie';
  const visitor = await customer(app, {
    ...{ ...person('Spelled'), fullName: `Moved ${mark}` },
    email: `${mark}@lake.example`,
  });
  const { email, id } = await visitor.trpc.auth.requireMe.query();
  await visitor.trpc.auth.changePassword.mutate({
    ...{ currentPassword: 'six-characters', newPassword: 'seven-characters' },
  });
  const proveLast = async (address: string) => {
    await sendOutbox({ deps: app.deps });
    const text = app.mails.filter(({ to }) => to === address).at(-1)?.text ?? '';
    const [, token = ''] = /confirm-email\?token=(\S+)/.exec(text) ?? [];
    await visitor.trpc.auth.proveEmail.mutate({ token });
  };
  const currentPassword = 'seven-characters';
  // One address in another spelling, then a different one.
  await visitor.trpc.auth.updateProfile.mutate({ email: 'élodie@lake.example', currentPassword });
  await visitor.trpc.auth.updateProfile.mutate({ email: 'gone@lake.example', currentPassword });
  await proveLast('gone@lake.example');
  const toHer = app.mails.filter(({ to }) => to.includes('lodie@lake.example'));
  expect(toHer.length).toBeGreaterThan(1);

  const data = (await visitor.trpc.account.ownData.query()) as {
    messages: { recipient: string }[];
  };
  expect(data.messages.map(({ recipient }) => recipient)).toContain(email ?? '');
  await visitor.trpc.account.delete.mutate({ currentPassword });
  expect(await rowsWith('lodie')).toEqual([]);
  expect(await rowsWith('gone@lake')).toEqual([]);
  expect((await rowsWith(id)).filter((row) => row.includes('Hello'))).toEqual([]);
});

test('deleting an account keeps messages to a name that only folds to the same', async () => {
  const strasse = await customer(app, { ...person('Folded'), email: 'strasse@lake.example' });
  await app.deps.db.client.execute(
    `insert into outbox (id, recipient, subject, body, dedupe_key, sent_at, created_at)
     values ('other', 'straße@lake.example', 'Of someone else', 'Of someone else', 'other:1', 1, 1),
            ('typed', 'Strasse@XN--BCHER-KVA.example', 'Of someone else', 'x', 'typed:1', 1, 1)`,
  );
  await strasse.trpc.account.delete.mutate(PASSWORD);
  const { rows } = await app.deps.db.client.execute(
    "select id from outbox where subject = 'Of someone else' order by id",
  );
  expect(rows.map((row) => row.id)).toEqual(['other', 'typed']);
});

test('open, unpaid, or unrefunded items are named first, and nothing is deleted', async () => {
  const visitor = await customer(app, person('Owing'));
  const open = await book(visitor);
  expect(await visitor.trpc.account.deletionObstacles.query()).toMatchObject([
    { id: open, date: '2026-06-14', time: '10:00 AM - 12:00 PM', obstacle: 'open' },
  ]);
  await expect(visitor.trpc.account.delete.mutate(PASSWORD)).rejects.toMatchObject({
    data: { httpStatus: 409 },
  });
  expect(await visitor.trpc.account.cards.query()).toHaveLength(1);

  await visitor.trpc.booking.cancel.mutate({ id: open });
  await app.deps.db.client.execute({
    sql: `insert into charges (id, appointment_id, amount_cents, lines, state, created_at, updated_at)
          values ('owed', ?, 500, '[]', 'declined', 0, 0)`,
    args: [open],
  });
  expect(await visitor.trpc.account.deletionObstacles.query()).toMatchObject([
    { id: open, obstacle: 'unpaid' },
  ]);
  await app.deps.db.client.batch(
    [
      "update charges set state = 'succeeded' where id = 'owed'",
      `insert into refunds (id, charge_id, amount_cents, state, created_at, updated_at)
       values ('back', 'owed', 100, 'pending', 0, 0)`,
    ],
    'write',
  );
  expect(await visitor.trpc.account.deletionObstacles.query()).toMatchObject([
    { id: open, obstacle: 'refunding' },
  ]);
  await app.deps.db.client.execute("update refunds set state = 'succeeded' where id = 'back'");
  expect(await visitor.trpc.account.deletionObstacles.query()).toEqual([]);
});

test("a wrong password deletes nothing, and staff can't delete themselves", async () => {
  const visitor = await customer(app, person('Staying'));
  await expect(
    visitor.trpc.account.delete.mutate({ currentPassword: 'not it' }),
  ).rejects.toMatchObject({ data: { httpStatus: 400 } });
  expect(await visitor.trpc.auth.me.query()).toMatchObject({ username: 'Stayingname' });
  const dana = await driver(app);
  for (const crew of [staff, dana.visitor]) {
    await expect(crew.trpc.account.delete.mutate(PASSWORD)).rejects.toMatchObject({
      data: { httpStatus: 403 },
    });
  }
});

/** Stripe's response at an address of its API. */
async function atStripe(path: string) {
  const answer = await app.sandbox.fetch(
    new Request(`http://sandbox/v1/${path}`, {
      headers: { authorization: 'Bearer sk_test_dockside' },
    }),
  );
  return (await answer.json()) as Record<string, unknown>;
}

/** The IDs of a customer at Stripe that are in our books. */
async function knownToStripe(appointmentId: string): Promise<string[]> {
  const { rows } = await app.deps.db.client.execute({
    sql: `select stripe_customer_id as id from appointments where id = ?1 union
          select stripe_customer_id from users
          where id = (select user_id from appointments where id = ?1)`,
    args: [appointmentId],
  });
  return rows.flatMap(({ id }) => (id === null ? [] : [String(id)]));
}

test("a deleted account's card is also removed at Stripe", async () => {
  const { visitor } = await livedIn('Carded');
  const { rows } = await app.deps.db.client.execute(
    "select stripe_payment_method_id as id from payment_methods where user_id = (select id from users where username = 'Cardedname')",
  );
  await visitor.trpc.account.delete.mutate(PASSWORD);
  expect(await atStripe(`payment_methods/${rows[0]?.id}`)).toMatchObject({ customer: null });
});

test("Stripe deletes a deleted account's customer, and past payments stay there", async () => {
  const { visitor, id } = await livedIn('Stripeless');
  const [customerId = '', ...others] = await knownToStripe(id);
  expect([customerId.slice(0, 4), others]).toEqual(['cus_', []]);
  const { rows } = await app.deps.db.client.execute({
    sql: 'select payment_intent_id as id from charges where appointment_id = ?',
    args: [id],
  });
  await visitor.trpc.account.delete.mutate(PASSWORD);
  expect(await atStripe(`customers/${customerId}`)).toEqual({
    id: customerId,
    object: 'customer',
    deleted: true,
  });
  expect(await knownToStripe(id)).toEqual([]);
  expect(await atStripe(`payment_intents/${rows[0]?.id}`)).toMatchObject({ status: 'succeeded' });
  await forgetCustomers(app);
});

test("an account is deleted even while Stripe doesn't answer, and a job notifies Stripe later", async () => {
  const { visitor, id } = await livedIn('Outage');
  const neighbour = await livedIn('Beside');
  const [customerId = ''] = await knownToStripe(id);
  stripeAnswers = false;
  await visitor.trpc.account.delete.mutate(PASSWORD);
  await forgetCustomers(app);
  expect(await atStripe(`customers/${customerId}`)).not.toHaveProperty('deleted');
  expect(await rowsWith('Outage')).toEqual([]);
  stripeAnswers = true;
  await forgetCustomers(app);
  await forgetCustomers(app);
  expect(await atStripe(`customers/${customerId}`)).toMatchObject({ deleted: true });
  expect(await knownToStripe(id)).toEqual([]);
  const [other = ''] = await knownToStripe(neighbour.id);
  expect(await atStripe(`customers/${other}`)).not.toHaveProperty('deleted');
});
