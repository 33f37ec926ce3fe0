import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
  sam = await customer(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.deps.db.client.execute("update appointments set status = 'cancelled'");
});

let made = 0;
const newDriver = (over: Record<string, unknown> = {}) => {
  made += 1;
  return {
    name: 'Kim Shore',
    username: `kim${made}`,
    password: 'secret-kim',
    phone: '269 555 0140',
    email: `kim${made}@lake.example`,
    vehicleInfo: 'Whaler 17',
    ...over,
  };
};
const signIn = async (username: string, password: string) => {
  const visitor = app.visitor();
  await visitor.trpc.auth.login.mutate({ username, password });
  return visitor;
};

describe('drivers', () => {
  test('are added with a working sign-in and an audit entry without the password', async () => {
    const input = newDriver();
    const added = await staff.trpc.admin.addDriver.mutate(input);
    expect(added).toMatchObject({
      name: 'Kim Shore',
      username: input.username,
      status: 'available',
      email: input.email,
      vehicleInfo: 'Whaler 17',
    });
    const kim = await signIn(input.username, input.password);
    expect((await kim.trpc.driver.day.query({})).driver.id).toBe(added.id);
    expect((await staff.trpc.admin.drivers.query()).map((one) => one.id)).toContain(added.id);
    const { rows } = await app.deps.db.client.execute(
      "select after, actor_name from audit_log where action = 'driver.added' order by id desc limit 1",
    );
    expect(rows[0]?.actor_name).toBe('Alex Harbor');
    expect(String(rows[0]?.after)).not.toContain('secret-kim');
  });

  test('need a name, a free username, and a password of six characters', async () => {
    const bare = newDriver({ phone: '', email: ' ', vehicleInfo: undefined });
    expect(await staff.trpc.admin.addDriver.mutate(bare as never)).toMatchObject({
      phone: null,
      email: null,
      vehicleInfo: null,
    });
    const add = (over: Record<string, unknown>) =>
      refusal(staff.trpc.admin.addDriver.mutate(newDriver(over) as never));
    expect((await add({ name: ' ' })).message).toBe('Please enter the driver’s name.');
    expect((await add({ password: '12345' })).message).toBe(
      'Password must be at least 6 characters long.',
    );
    for (const username of ['ab', 'a b c', 'kim@lake', undefined]) {
      expect((await add({ username })).message).toBe(
        'Usernames need 3 to 60 characters, without spaces or @.',
      );
    }
    expect(await add({ username: bare.username.toUpperCase() })).toMatchObject({
      status: 409,
      field: 'username',
      message: 'That username is already taken.',
    });
    const other = newDriver();
    await staff.trpc.admin.addDriver.mutate(other);
    expect(await add({ email: other.email })).toMatchObject({ status: 409, field: 'email' });
    expect((await add({ phone: '123' })).status).toBe(400);
    const before = (await staff.trpc.admin.driverAccounts.query()).length;
    await add({ email: other.email });
    expect(await staff.trpc.admin.driverAccounts.query()).toHaveLength(before);
  });

  test('are edited along with their sign-in', async () => {
    const input = newDriver();
    const { id } = await staff.trpc.admin.addDriver.mutate(input);
    const edited = await staff.trpc.admin.editDriver.mutate({
      id,
      name: 'Kim Marsh',
      phone: '',
      email: `new-${input.email}`,
      vehicleInfo: 'Truck 2',
    });
    expect(edited).toMatchObject({ name: 'Kim Marsh', phone: null, vehicleInfo: 'Truck 2' });
    const kim = await signIn(`new-${input.email}`, input.password);
    expect((await kim.trpc.auth.me.query())?.fullName).toBe('Kim Marsh');
    const unknown = staff.trpc.admin.editDriver.mutate({ id: 9_999, name: 'X' });
    expect((await refusal(unknown)).status).toBe(404);
  });

  test('lose their sessions, password, and new deliveries when deactivated', async () => {
    const input = newDriver();
    const { id } = await staff.trpc.admin.addDriver.mutate(input);
    const kim = await signIn(input.username, input.password);
    const retired = await staff.trpc.admin.retireDriver.mutate({ id });
    expect(retired.status).toBe('retired');
    expect(await staff.trpc.admin.retireDriver.mutate({ id })).toEqual(retired);
    expect(await kim.trpc.auth.me.query()).toBeNull();
    expect((await refusal(signIn(input.username, input.password))).status).toBe(401);
    expect((await staff.trpc.admin.drivers.query()).map((one) => one.id)).not.toContain(id);
    const booked = await book(sam);
    await staff.trpc.admin.confirm.mutate({ id: booked });
    const scheduled = staff.trpc.admin.schedule.mutate({ id: booked, driverId: id });
    expect((await refusal(scheduled)).status).toBe(404);
  });

  test('get no new password by email once deactivated, and are reactivated with one from staff', async () => {
    const input = newDriver();
    const { id } = await staff.trpc.admin.addDriver.mutate(input);
    await staff.trpc.admin.retireDriver.mutate({ id });
    await staff.trpc.admin.editDriver.mutate({ id, name: 'Kim Shore', email: input.email });
    await app.visitor().trpc.auth.requestPasswordReset.mutate({ email: input.email });
    const { rows } = await app.deps.db.client.execute({
      sql: 'select id from outbox where recipient = ?',
      args: [input.email],
    });
    expect(rows).toHaveLength(0);
    const reset = staff.trpc.admin.resetDriverPassword.mutate({ id, password: 'again-1' });
    expect((await refusal(reset)).status).toBe(409);
    const back = await staff.trpc.admin.restoreDriver.mutate({ id, password: 'again-2' });
    expect(back.status).toBe('available');
    await signIn(input.email, 'again-2');
    const twice = staff.trpc.admin.restoreDriver.mutate({ id, password: 'again-3' });
    expect((await refusal(twice)).message).toBe('This driver is already active.');
  });

  test("can't be deactivated while they have deliveries", async () => {
    const { id } = await staff.trpc.admin.addDriver.mutate(newDriver());
    const booked = await book(sam);
    await readyToDeliver(staff, booked, id);
    expect(await refusal(staff.trpc.admin.retireDriver.mutate({ id }))).toMatchObject({
      status: 409,
      details: { open: 1 },
      message: 'Kim Shore still has 1 delivery to make. Assign them to another driver first.',
    });
    await staff.trpc.admin.complete.mutate({ id: booked, actualGallons: 10 });
    expect((await staff.trpc.admin.retireDriver.mutate({ id })).status).toBe('retired');
  });

  test('get a new password, which ends their sessions', async () => {
    const input = newDriver();
    const { id } = await staff.trpc.admin.addDriver.mutate(input);
    const kim = await signIn(input.username, input.password);
    const reset = await staff.trpc.admin.resetDriverPassword.mutate({ id, password: 'fresh-one' });
    expect(reset.endedSessions).toBe(1);
    expect(await kim.trpc.auth.me.query()).toBeNull();
    expect((await refusal(signIn(input.username, input.password))).status).toBe(401);
    await signIn(input.username, 'fresh-one');
  });

  test('have a name and vehicle over REST, for staff and for themselves', async () => {
    const input = newDriver();
    const { id } = await staff.trpc.admin.addDriver.mutate(input);
    const kim = await signIn(input.username, input.password);
    for (const who of [staff, kim]) {
      const { status, body } = await who.rest('GET', `/api/drivers/${id}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        id,
        name: 'Kim Shore',
        vehicleInfo: 'Whaler 17',
        status: 'available',
      });
    }
    const { visitor: dana } = await driver(app);
    expect((await dana.rest('GET', `/api/drivers/${id}`)).status).toBe(404);
    expect((await sam.rest('GET', `/api/drivers/${id}`)).status).toBe(403);
    expect((await app.visitor().rest('GET', `/api/drivers/${id}`)).status).toBe(401);
    expect((await staff.rest('GET', '/api/drivers/9999')).status).toBe(404);
    const wrong = await staff.rest('GET', '/api/drivers/one');
    expect(wrong).toMatchObject({ status: 400, body: { message: 'Select a driver.' } });
  });
});

describe('promo codes', () => {
  test('are added, work, and are deactivated', async () => {
    const added = await staff.trpc.admin.addPromoCode.mutate({ code: 'dock26', note: 'Crew' });
    expect(added).toMatchObject({ code: 'DOCK26', note: 'Crew', works: true, testMode: true });
    const valid = async () =>
      (await sam.trpc.booking.validatePromo.mutate({ promoCode: 'dock26' })).valid;
    expect(await valid()).toBe(true);
    const { appointment } = await sam.trpc.booking.create.mutate({ ...ORDER, promoCode: 'DOCK26' });
    await staff.trpc.admin.retirePromoCode.mutate({ code: 'DOCK26' });
    await staff.trpc.admin.retirePromoCode.mutate({ code: 'DOCK26' });
    expect(await valid()).toBe(false);
    expect((await sam.trpc.booking.get.query({ id: appointment.id })).testMode).toBe(true);
    await staff.trpc.admin.editPromoCode.mutate({ code: 'DOCK26', isActive: true });
    expect(await valid()).toBe(true);
    const edited = await staff.trpc.admin.editPromoCode.mutate({ code: 'DOCK26', note: '' });
    expect(edited).toMatchObject({ note: null, isActive: true });
    expect((await staff.trpc.admin.promoCodes.query()).map((code) => code.code)).toEqual([
      'DOCK26',
    ]);
    const { rows } = await app.deps.db.client.execute(
      "select action from audit_log where action like 'promo.%' order by id",
    );
    expect(rows.map((row) => row.action)).toEqual([
      'promo.added',
      'promo.edited',
      'promo.edited',
      'promo.edited',
    ]);
  });

  test('end after the days that staff selected, and work for a week when reactivated', async () => {
    const valid = async () =>
      (await sam.trpc.booking.validatePromo.mutate({ promoCode: 'SHORT' })).valid;
    await staff.trpc.admin.addPromoCode.mutate({ code: 'SHORT', days: 1 });
    app.clock.advance(24 * 3_600_000 - 1);
    expect(await valid()).toBe(true);
    app.clock.advance(1);
    expect(await valid()).toBe(false);
    const { appointment } = await sam.trpc.booking.create.mutate({ ...ORDER, promoCode: 'SHORT' });
    expect(appointment.testMode).toBe(false);
    await sam.trpc.booking.cancel.mutate({ id: appointment.id });
    const [listed] = (await staff.trpc.admin.promoCodes.query()).filter(
      ({ code }) => code === 'SHORT',
    );
    expect(listed).toMatchObject({ isActive: true, works: false });
    await staff.trpc.admin.editPromoCode.mutate({ code: 'SHORT', isActive: true });
    expect(await valid()).toBe(true);
    app.clock.advance(7 * 24 * 3_600_000);
    expect(await valid()).toBe(false);
    for (const days of [0, 31, 1.5, -1]) {
      const call = staff.trpc.admin.addPromoCode.mutate({ code: 'LONG', days });
      expect((await refusal(call)).status).toBe(400);
    }
  });

  test('can only be added or work in production if the settings list them', async () => {
    const allowedTestCodes = ['NAMED'];
    const production = await startTestApp({ settings: { allowedTestCodes } });
    const boss = await admin(production);
    const refused = await refusal(boss.trpc.admin.addPromoCode.mutate({ code: 'FALL20' }));
    expect(refused).toMatchObject({ status: 409, field: 'code' });
    await boss.trpc.admin.addPromoCode.mutate({ code: 'named' });
    // Adds a code from before the rule existed.
    await production.deps.db.client.execute(
      "insert into promo_codes (code, created_at) values ('OLDONE', 0)",
    );
    const visitor = await customer(production);
    const works = async (promoCode: string) =>
      (await visitor.trpc.booking.validatePromo.mutate({ promoCode })).valid;
    expect([await works('NAMED'), await works('OLDONE')]).toEqual([true, false]);
    await production.close();
  });

  test("are refused if they exist, or if customers couldn't type them", async () => {
    await staff.trpc.admin.addPromoCode.mutate({ code: 'TWICE' });
    expect(await refusal(staff.trpc.admin.addPromoCode.mutate({ code: 'twice' }))).toMatchObject({
      status: 409,
      field: 'code',
    });
    for (const code of ['', 'AB', 'TOOLONGACODE', 'NO WAY', 'A-B-C', null]) {
      const call = staff.trpc.admin.addPromoCode.mutate({ code } as never);
      expect((await refusal(call)).status).toBe(400);
    }
    const unknown = staff.trpc.admin.editPromoCode.mutate({ code: 'NONE', isActive: true });
    expect((await refusal(unknown)).status).toBe(404);
  });
});

test('can be managed only by staff, as can drivers', async () => {
  const { visitor: dana, driverId } = await driver(app);
  for (const [who, status] of [
    [app.visitor(), 401],
    [sam, 403],
    [dana, 403],
  ] as const) {
    const { admin: calls } = who.trpc;
    for (const answer of await refusals([
      calls.driverAccounts.query(),
      calls.addDriver.mutate(newDriver()),
      calls.editDriver.mutate({ id: driverId, name: 'Mine' }),
      calls.retireDriver.mutate({ id: driverId }),
      calls.restoreDriver.mutate({ id: driverId, password: 'secret-2' }),
      calls.resetDriverPassword.mutate({ id: driverId, password: 'secret-2' }),
      calls.promoCodes.query(),
      calls.addPromoCode.mutate({ code: 'MINE' }),
      calls.editPromoCode.mutate({ code: 'TWICE', isActive: false }),
      calls.retirePromoCode.mutate({ code: 'TWICE' }),
    ])) {
      expect(answer.status).toBe(status);
    }
  }
});
