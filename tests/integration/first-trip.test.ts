/**
 * Tests that a call's preconditions, its session and its attempt, are part of its first round trip.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Db } from '@/db/client';
import { resetFactors } from '@/server/modules/auth/factors.usecases';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { onEveryDatabase } from '../support/every-database';
import { challengeOf, setUpApp } from '../support/second-factor';
import { codeAt } from '../support/totp';
import { refusal, refusals } from '../support/visitor';

/** A date on which no other test here books anything. */
const LATER = '2026-06-17';

/** A customer whom this process has cached. */
async function met(app: TestApp, over: Record<string, string> = {}) {
  const visitor = await customer(app, over);
  const me = await visitor.trpc.auth.me.query();
  const execute = (sql: string) => app.deps.db.client.execute({ sql, args: [me?.id ?? ''] });
  return { visitor, execute, end: () => execute('delete from sessions where user_id = ?') };
}

/** Runs something between the next call's reads and its write. */
function beforeNextWrite(app: TestApp, what: () => Promise<unknown>) {
  const { db } = app.deps;
  const { batch } = db;
  db.batch = (async (...args: Parameters<Db['batch']>) => {
    db.batch = batch;
    await what();
    return batch(...args);
  }) as Db['batch'];
}

describe('the round trips', () => {
  let app: TestApp;
  let trips: ('read' | 'write')[] = [];
  const tripsOf = async (call: () => Promise<unknown>) => {
    trips = [];
    await call();
    return [...trips];
  };

  beforeAll(async () => {
    app = await startTestApp({
      capacity: 9,
      settings: { limitFactor: 1 },
      db: (real) => ({
        ...real,
        read: (async (queries) => {
          trips.push('read');
          return real.read(queries);
        }) as Db['read'],
        batch: (async (queries) => {
          trips.push('write');
          return real.batch(queries);
        }) as Db['batch'],
      }),
    });
  });
  afterAll(() => app.close());

  test('of a read are one, and of a change two', async () => {
    const staff = await admin(app);
    await staff.trpc.auth.me.query();
    const { visitor } = await met(app);
    const id = await book(visitor);
    // The first list after someone registered also folds the texts that it's searched and sorted by.
    await staff.trpc.admin.customers.query({});
    expect(await tripsOf(() => visitor.trpc.auth.me.query())).toEqual(['read']);
    expect(await tripsOf(() => visitor.trpc.booking.list.query())).toEqual(['read']);
    expect(await tripsOf(() => staff.trpc.admin.customers.query({}))).toEqual(['read']);
    const changed = () => visitor.trpc.auth.updateProfile.mutate({ phone: '(269) 555-0144' });
    expect(await tripsOf(changed)).toEqual(['read', 'write']);
    expect(await tripsOf(() => staff.trpc.admin.confirm.mutate({ id }))).toEqual(['read', 'write']);
    expect(await tripsOf(() => staff.rest('GET', '/api/auth/admin-status'))).toEqual(['read']);
  });

  test("of a completion are two until it's recorded, and two for its charge", async () => {
    const staff = await admin(app);
    const { visitor } = await met(app);
    const id = await book(visitor, { time: '12:00 PM - 2:00 PM' });
    await readyToDeliver(staff, id);
    const complete = () => staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    expect(await tripsOf(complete)).toEqual(['read', 'write', 'write', 'write']);
    const [charge] = await staff.trpc.admin.charges.query({ id });
    expect(charge).toMatchObject({ state: 'succeeded', receivedCents: charge?.amountCents });
    const refund = { id, amount: 5, requestId: 'trips-of-a-refund' };
    const giveBack = () => staff.trpc.admin.refund.mutate(refund);
    expect(await tripsOf(giveBack)).toEqual(['read', 'write', 'read', 'write']);
  });

  test('of a retried charge are three, plus the view', async () => {
    const staff = await admin(app);
    const { visitor } = await met(app);
    const id = await book(visitor, { date: TODAY, time: '12:00 PM - 2:00 PM' }, '4000000000000341');
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const retry = () => staff.trpc.admin.retryCharge.mutate({ id });
    expect(await tripsOf(retry)).toEqual(['read', 'write', 'write', 'read']);
  });

  test('of a sign-in are two, even on a known device', async () => {
    const signIn = { username: 'known', password: 'six-characters' };
    const { visitor } = await met(app, { username: signIn.username });
    for (const person of [app.visitor(), visitor]) {
      await person.trpc.auth.logout.mutate();
      expect(await tripsOf(() => person.trpc.auth.login.mutate(signIn))).toEqual([
        'write',
        'write',
      ]);
    }
  });

  test('of the second sign-in step are three', async () => {
    const staff = await admin(app);
    const { secret } = await setUpApp(app, staff);
    const browser = app.visitor();
    const challenge = await challengeOf(browser, { username: 'boss', password: 'boss-password' });
    const proof = { challenge, code: codeAt(secret, app.clock.now()) };
    expect(await tripsOf(() => browser.trpc.auth.secondFactor.mutate(proof))).toEqual([
      'read',
      'write',
      'write',
    ]);
    await resetFactors(app, { username: 'boss' });
  });

  test('of a charge in review are four to approve or correct it, and two to write it off', async () => {
    const staff = await admin(app);
    const { visitor: dana, driverId } = await driver(app);
    const { visitor } = await met(app);
    const deliver = async (action: object = {}) => {
      const id = await book(visitor, { date: LATER });
      await readyToDeliver(staff, id, driverId);
      await dana.trpc.driver.enRoute.mutate({ id });
      const actionKey = crypto.randomUUID();
      await dana.trpc.driver.complete.mutate({ id, actualGallons: 200, actionKey, ...action });
      return id;
    };
    const totalOf = async (id: string) => {
      const { appointment } = await staff.trpc.admin.appointment.query({ id });
      return appointment.totalPriceCents / 100;
    };
    const { releaseCharge, correctCharge, forgiveCharge } = staff.trpc.admin;
    const expectFour = async (id: string, decide: () => Promise<unknown>) => {
      let answer: unknown;
      const decided = async () => (answer = await decide());
      expect(await tripsOf(decided)).toEqual(['read', 'write', 'write', 'write']);
      expect(answer).toMatchObject({ chargeState: 'succeeded', balancePaid: true });
      expect(answer).toEqual((await staff.trpc.admin.appointment.query({ id })).appointment);
    };
    const held = await deliver();
    const release = { id: held, confirmedTotal: await totalOf(held) };
    await expectFour(held, () => releaseCharge.mutate(release));

    // A gallon costs $4.10. This write-off is large enough to require a proof.
    const twenty = { actualGallons: 20, smallIceBags: 0, largeIceBags: 0 };
    const slip = await deliver({ smallIceBags: 0, largeIceBags: 0 });
    const right = (await totalOf(slip)) - 180 * 4.1;
    const confirmedTotal = right.toFixed(2);
    await expectFour(slip, () => correctCharge.mutate({ id: slip, ...twenty, confirmedTotal }));

    // The rest of a charge, above the total that the driver saw.
    const rest = await deliver({ ...twenty, actualGallons: 22, expectedTotal: 110 });
    const whole = { id: rest, confirmedTotal: await totalOf(rest) };
    await expectFour(rest, () => releaseCharge.mutate(whole));
    const forgiven = { id: await deliver(), note: 'Our pump' };
    expect(await tripsOf(() => forgiveCharge.mutate(forgiven))).toEqual(['read', 'write']);
  });

  test('of a correction are four, with a refund or another charge', async () => {
    const staff = await admin(app);
    const { visitor } = await met(app);
    const id = await book(visitor, { date: LATER });
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    const correct = async (actualGallons: number, more: number) => {
      const { appointment } = await staff.trpc.admin.appointment.query({ id });
      const { version, smallIceBags, largeIceBags, totalPriceCents } = appointment;
      const correction = {
        ...{
          id,
          version,
          actualGallons,
          smallIceBags,
          largeIceBags,
          requestId: crypto.randomUUID(),
        },
        ...{ reason: 'Read again', confirmedTotal: (totalPriceCents + more * 410) / 100 },
      };
      let answer: unknown;
      const trips = await tripsOf(async () => {
        answer = await staff.trpc.admin.correctDelivery.mutate(correction);
      });
      expect(answer).toEqual((await staff.trpc.admin.appointment.query({ id })).appointment);
      return trips;
    };
    expect(await correct(18, -2)).toEqual(['read', 'write', 'read', 'write']);
    expect(await correct(21, 3)).toEqual(['read', 'write', 'write', 'write']);
  });

  test('of recording and charging a late device action are four', async () => {
    const staff = await admin(app);
    const { visitor: dana, driverId } = await driver(app);
    const { visitor } = await met(app);
    const id = await book(visitor, { date: TODAY, time: '12:00 PM - 2:00 PM' });
    await readyToDeliver(staff, id, driverId);
    await staff.trpc.admin.cancel.mutate({ id });
    const action = { id, actualGallons: 20, actionKey: 'a-press-of-a-cancelled-order' };
    await refusal(dana.trpc.driver.complete.mutate(action));
    const { open } = await staff.trpc.admin.reviewQueue.query();
    const item = open.find(({ delivery }) => delivery?.id === id)?.id ?? '';
    const { details } = await refusal(staff.trpc.admin.acceptPress.mutate({ id: item }));
    const accepted = { id: item, confirmedTotal: Number(details?.total) };
    expect(await tripsOf(() => staff.trpc.admin.acceptPress.mutate(accepted))).toEqual([
      'read',
      // The completion also closes the item. Then comes its charge.
      'write',
      'write',
      'write',
    ]);
  });

  test('of an account are two, and of an already saved card two and its view', async () => {
    const visitor = app.visitor();
    const register = () =>
      visitor.trpc.auth.register.mutate({
        username: 'newcomer',
        password: 'six-characters',
        email: 'newcomer@lake.example',
        fullName: 'New Comer',
        phone: '(269) 555-0118',
        homeAddress: '58112 Lakeshore Drive',
        preferredFuelType: 'Regular',
      });
    expect(await tripsOf(register)).toEqual(['read', 'write']);
    const order = { ...ORDER, time: '2:00 PM - 4:00 PM' };
    await visitor.trpc.auth.me.query();
    const { visitor: owner } = await met(app);
    await book(owner, order);
    const [card] = await owner.trpc.account.cards.query();
    const { appointment } = await owner.trpc.booking.create.mutate({ ...order, date: TODAY });
    const using = { appointmentId: appointment.id, paymentMethodId: card?.id ?? '' };
    const authorize = () =>
      owner.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: appointment.id });
    expect(await tripsOf(authorize)).toEqual(['read', 'write']);
    const use = () => owner.trpc.booking.useSavedCard.mutate(using);
    expect(await tripsOf(use)).toEqual(['read', 'write', 'read']);
  });

  test('of a refused attempt leave its work undone', async () => {
    const { visitor } = await met(app);
    const sendAgain = () => visitor.trpc.auth.requestEmailProof.mutate();
    await app.deps.db.client.execute('update users set email_proven_at = null');
    let refused: unknown = null;
    for (let count = 0; count < 50 && refused === null; count += 1) {
      refused = await sendAgain().then(
        () => null,
        (error) => error.data,
      );
    }
    expect(refused).toMatchObject({ httpStatus: 429, reason: 'rate_limited' });
    const sent = () => app.deps.db.client.execute('select count(*) as n from outbox');
    const before = (await sent()).rows[0]?.n;
    expect((await refusal(sendAgain())).status).toBe(429);
    expect((await sent()).rows[0]?.n).toBe(before ?? null);
  });
});

onEveryDatabase((app) => {
  beforeAll(async () => {
    await app().deps.db.client.execute(
      'insert into booking_settings (id, default_capacity, updated_at) values (1, 40, 0)',
    );
  });

  test('of an expired session read and write nothing, even if an actor is cached', async () => {
    const { visitor, execute, end } = await met(app());
    const { booking, account, auth } = visitor.trpc;
    const id = await book(visitor);
    await end();
    const answers = await refusals([
      booking.cancel.mutate({ id }),
      booking.get.query({ id }),
      account.addBoat.mutate({ name: 'Seal', type: 'Pontoon' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await auth.me.query()).toBeNull();
    expect((await visitor.rest('GET', '/api/appointments')).body).toEqual([]);
    const { rows } = await execute('select status from appointments where user_id = ?');
    expect(rows[0]?.status).toBe('pending');
    expect((await execute('select id from boats where user_id = ?')).rows).toEqual([]);
  });

  test("stop before the write if the session ends between a call's reads and its write", async () => {
    const { visitor, execute, end } = await met(app());
    const { booking, account, auth } = visitor.trpc;
    const me = await auth.me.query();
    const signIn = { username: me?.username ?? '', password: 'six-characters' };
    const id = await book(visitor);
    const [boat] = await account.addBoat.mutate({ name: 'Seal', type: 'Pontoon' });
    const renamed = { id: boat?.id ?? '', name: 'Otter', type: 'Pontoon' as const };
    for (const call of [
      () => booking.cancel.mutate({ id }),
      () => account.editBoat.mutate(renamed),
      () => auth.updateProfile.mutate({ fullName: 'Another Name' } as never),
    ]) {
      await auth.login.mutate(signIn);
      await auth.me.query();
      beforeNextWrite(app(), end);
      expect((await refusal(call())).status).toBe(401);
    }
    const { rows } = await execute(
      `select status, full_name, boats.name from users
       join appointments on appointments.user_id = users.id
       join boats on boats.user_id = users.id where users.id = ?`,
    );
    expect({ ...rows[0] }).toMatchObject({
      status: 'pending',
      full_name: 'Sam Waters',
      name: 'Seal',
    });
  });

  test("stop before the write if a role or a key ends between a call's reads and its write", async () => {
    const staff = await admin(app());
    const me = await staff.trpc.auth.me.query();
    const execute = (sql: string) => app().deps.db.client.execute({ sql, args: [me?.id ?? ''] });
    const { visitor } = await met(app());
    const id = await book(visitor);
    const { key } = await staff.trpc.admin.apiKeys.create.mutate({
      name: 'Books',
      scope: 'write',
      extras: [],
    });
    const byKey = () =>
      app()
        .visitor()
        .fetch(`/api/appointments/${id}`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ status: 'confirmed' }),
        });
    beforeNextWrite(app(), () =>
      execute('update api_keys set revoked_at = 1 where created_by = ?'),
    );
    expect((await byKey()).status).toBe(401);
    beforeNextWrite(app(), () => execute("update users set role = 'customer' where id = ?"));
    expect((await refusal(staff.trpc.admin.confirm.mutate({ id }))).status).toBe(403);
    await execute("update users set role = 'admin' where id = ?");
    const { rows } = await app().deps.db.client.execute({
      sql: 'select status from appointments where id = ?',
      args: [id],
    });
    expect(rows[0]?.status).toBe('pending');
  });

  test('finish the work that a write started, even if the session ends after it', async () => {
    const dana = await driver(app());
    const staff = await admin(app());
    const { visitor } = await met(app());
    const id = await book(visitor);
    await readyToDeliver(staff, id, dana.driverId);
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    const { db } = app().deps;
    const { batch } = db;
    db.batch = (async (...args: Parameters<Db['batch']>) => {
      const results = await batch(...args);
      db.batch = batch;
      await db.client.execute({
        sql: 'delete from sessions where user_id in (select id from users where driver_id = ?)',
        args: [dana.driverId],
      });
      return results;
    }) as Db['batch'];
    const done = await dana.visitor.trpc.driver.complete.mutate({ id, actualGallons: 20 });
    expect(done.paymentProcessed).toBe(true);
    expect((await refusal(dana.visitor.trpc.driver.day.query({}))).status).toBe(401);
  });

  test('include the session check even for a call without its own trip', async () => {
    const { visitor, end } = await met(app());
    expect(await visitor.trpc.auth.adminStatus.query()).toMatchObject({
      user: { name: 'Sam Waters' },
    });
    await end();
    expect(await visitor.trpc.auth.adminStatus.query()).toEqual({ isAdmin: false, user: null });
  });

  test('use a new role at the very next call, over tRPC and REST', async () => {
    const { visitor, execute } = await met(app());
    const list = () => visitor.trpc.admin.customers.query({});
    const rest = async () => (await visitor.rest('GET', '/api/admin/appointments')).status;
    const file = async () => (await visitor.fetch('/api/admin/export/report.csv')).status;
    expect((await refusal(list())).status).toBe(403);
    await execute("update users set role = 'admin' where id = ?");
    expect((await list()).total).toBeGreaterThan(0);
    await execute("update users set role = 'customer' where id = ?");
    expect((await refusal(list())).status).toBe(403);
    await execute("update users set role = 'admin' where id = ?");
    expect([await rest(), await file()]).toEqual([200, 200]);
    await execute("update users set role = 'customer' where id = ?");
    expect([await rest(), await file()]).toEqual([403, 403]);
  });

  test('of calls at the end of a session are entirely before it or entirely after it', async () => {
    const { visitor, execute, end } = await met(app());
    const adding = Array.from({ length: 20 }, (_, n) =>
      visitor.trpc.account.addBoat.mutate({ name: `Boat ${n}`, type: 'Pontoon' }).then(
        () => 'added',
        (error) => error.data.reason,
      ),
    );
    await end();
    const answers = await Promise.all(adding);
    expect(answers.filter((one) => one !== 'added' && one !== 'unauthenticated')).toEqual([]);
    const { rows } = await execute('select id from boats where user_id = ?');
    expect(rows.length).toBe(answers.filter((one) => one === 'added').length);
  });
});
