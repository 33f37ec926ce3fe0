/** Deactivating a driver reassigns their work in the same write. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { MESSAGES } from '@/domain/errors';
import { LIMITS } from '@/domain/limits';
import { gallonTenths } from '@/domain/money';
import { SUPPORT_DEFAULTS } from '@/domain/support';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { appRouter } from '@/server/trpc';
import { PROCEDURES } from '../support/access-table';
import {
  admin,
  book,
  customer,
  driver,
  picture,
  readyToDeliver,
  SPILL,
  WALK_UP,
} from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
let kim: { visitor: Visitor; driverId: number };
let today: string;
let tomorrow: string;
beforeEach(async () => {
  app = await startTestApp({ capacity: 5 });
  staff = await admin(app);
  dana = await driver(app);
  kim = await driver(app);
  const sam = await customer(app);
  const given = async (date: string) => {
    const id = await book(sam, { date });
    await readyToDeliver(staff, id, dana.driverId);
    return id;
  };
  [today, tomorrow] = [await given(TODAY), await given(TOMORROW)];
});
afterEach(() => app.close());

const retire = (work?: { date: string; driverId: number }[]) =>
  staff.trpc.admin.retireDriver.mutate({ id: dana.driverId, work });
const driverOf = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).appointment.driverId;

test('remaining deliveries are listed by date', async () => {
  const stop = { stops: 1, gallonsTenths: gallonTenths(200), enRoute: false };
  expect(await staff.trpc.admin.driverWork.query({ id: dana.driverId })).toEqual([
    { date: TODAY, ...stop },
    { date: TOMORROW, ...stop },
  ]);
  expect(await staff.trpc.admin.driverWork.query({ id: kim.driverId })).toEqual([]);
});

test("each date goes to the named driver, and each appointment's history shows it", async () => {
  const robin = await driver(app);
  const work = [
    { date: TODAY, driverId: kim.driverId },
    { date: TOMORROW, driverId: robin.driverId },
  ];
  const { version } = (await staff.trpc.admin.appointment.query({ id: today })).appointment;
  expect((await retire(work)).status).toBe('retired');
  expect(await driverOf(today)).toBe(kim.driverId);
  expect(await driverOf(tomorrow)).toBe(robin.driverId);
  const { appointment, history } = await staff.trpc.admin.appointment.query({ id: today });
  expect(appointment.version).toBe(version + 1);
  expect(history[0]).toMatchObject({
    action: 'appointment.rescheduled',
    actorName: 'Alex Harbor',
    before: { driverId: dana.driverId },
    after: { driverId: kim.driverId },
  });
  const { deliveries } = await kim.visitor.trpc.driver.day.query({});
  expect(deliveries.map(({ id }) => id)).toEqual([today]);
  expect((await retire(work)).status).toBe('retired');
});

test("no delivery is reassigned if a date is omitted or its driver can't take it", async () => {
  const some = await refusal(retire([{ date: TODAY, driverId: kim.driverId }]));
  expect(some).toMatchObject({ status: 409, details: { open: 1 } });
  const to = (driverId: number) =>
    refusal(retire([TODAY, TOMORROW].map((date) => ({ date, driverId }))));
  expect(await to(dana.driverId)).toMatchObject({ status: 404, field: 'work' });
  expect(await to(99)).toMatchObject({ status: 404 });
  expect(await driverOf(today)).toBe(dana.driverId);
});

test('a driver en route finishes first', async () => {
  await dana.visitor.trpc.driver.enRoute.mutate({ id: today });
  const work = [TODAY, TOMORROW].map((date) => ({ date, driverId: kim.driverId }));
  expect(await refusal(retire(work))).toMatchObject({ status: 409 });
  expect((await staff.trpc.admin.driverWork.query({ id: dana.driverId }))[0]?.enRoute).toBe(true);
  await dana.visitor.trpc.driver.complete.mutate({ id: today, actualGallons: 20 });
  expect((await retire(work)).status).toBe('retired');
  expect(await driverOf(today)).toBe(dana.driverId);
  expect(await driverOf(tomorrow)).toBe(kim.driverId);
});

test('simultaneous reassignments leave no delivery with the deactivated driver', async () => {
  const work = [TODAY, TOMORROW].map((date) => ({ date, driverId: kim.driverId }));
  const robin = await driver(app);
  await Promise.all([
    retire(work),
    staff.trpc.admin.reschedule.mutate({ id: tomorrow, driverId: robin.driverId }),
  ]);
  expect(await staff.trpc.admin.driverWork.query({ id: dana.driverId })).toEqual([]);
  expect([kim.driverId, robin.driverId]).toContain((await driverOf(tomorrow)) ?? 0);
});

test("actions that couldn't be handed over stay on the phone until the driver is reactivated", async () => {
  const action = {
    ...{ id: today, actualGallons: 18, smallIceBags: 2, largeIceBags: 0, notes: 'Left with Joe' },
    ...{
      shownDate: TODAY,
      actionKey: 'waited-on-the-phone-1',
      completedAt: '2026-06-13T14:00:00Z',
    },
  };
  await retire([TODAY, TOMORROW].map((date) => ({ date, driverId: kim.driverId })));
  // The phone keeps an action with this answer, because a later session may accept it.
  const ended = await refusal(dana.visitor.trpc.driver.complete.mutate(action));
  expect(ended).toMatchObject({ status: 401, reason: 'unauthenticated' });

  await staff.trpc.admin.restoreDriver.mutate({ id: dana.driverId, password: 'driver-again' });
  const accounts = await staff.trpc.admin.driverAccounts.query();
  const username = accounts.find(({ id }) => id === dana.driverId)?.username ?? '';
  await dana.visitor.trpc.auth.login.mutate({ username, password: 'driver-again' });
  for (let time = 0; time < 2; time += 1) {
    const late = await refusal(dana.visitor.trpc.driver.complete.mutate(action));
    expect(late.details).toMatchObject({ isKept: true });
  }
  const { open } = await staff.trpc.admin.reviewQueue.query();
  expect(open.filter(({ delivery }) => delivery?.id === today)).toMatchObject([
    {
      kind: 'refused_action',
      press: { kind: 'complete', actualGallonsTenths: 180, notes: 'Left with Joe' },
    },
  ]);
});

describe('the device of a deactivated driver', () => {
  const DAY = 86_400_000;
  /** An hour before the deactivation. */
  const BEFORE = '2026-06-13T11:00:00Z';
  const key = () => crypto.randomUUID();
  const retired = () => retire([TODAY, TOMORROW].map((date) => ({ date, driverId: kim.driverId })));
  const open = async () => (await staff.trpc.admin.reviewQueue.query()).open;
  /** The actions that the device sends about a delivery completed without signal. */
  const action = (over: Record<string, unknown> = {}) => ({
    ...{
      id: today,
      kind: 'complete' as const,
      actionKey: key(),
      pressedAt: BEFORE,
    },
    ...{ actualGallons: 18, smallIceBags: 2, largeIceBags: 0, notes: 'Left with Joe' },
    ...{ text: 'Complete with 18 gallons', refusal: 'The driver was retired.' },
    ...over,
  });

  test("may hand over its unsent work, and every other call is refused as a stranger's", async () => {
    await retired();
    const handsOver = [
      ...['driver.handOver', 'driver.completePhoto', 'driver.reportIssue'],
      ...['driver.reportIssuePhoto', 'driver.reportSpill'],
    ];
    const procedures = appRouter._def.procedures as unknown as Record<
      string,
      { _def: { type: string } }
    >;
    const closed = Object.entries(PROCEDURES).filter(([, line]) => line.startsWith('401'));
    const names = new Set(closed.map(([call]) => call.replace(' (own)', '')));
    expect(names.size).toBeGreaterThan(100);
    const notRefused: string[] = [];
    for (const name of names) {
      const isQuery = procedures[name]?._def.type === 'query';
      const answer = isQuery
        ? await dana.visitor.fetch(`/api/trpc/${name}?input=${encodeURIComponent('{"json":{}}')}`)
        : await dana.visitor.fetch(`/api/trpc/${name}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"json":{}}',
          });
      if (answer.status !== 401) notRefused.push(name);
    }
    expect(notRefused.toSorted()).toEqual(handsOver.toSorted());
    expect(await dana.visitor.trpc.auth.me.query()).toBeNull();
    expect((await dana.visitor.fetch(`/api/drivers/${dana.driverId}`)).status).toBe(401);
    expect(await dana.visitor.trpc.booking.list.query()).toEqual(
      await app.visitor().trpc.booking.list.query(),
    );
  });

  test('hands over a stop once, with figures, notes, time, and pictures, and charges nothing', async () => {
    await retired();
    const { handOver, completePhoto } = dana.visitor.trpc.driver;
    const sent = action();
    const completionKey = sent.actionKey;
    const photo = { id: today, actionKey: key(), completionKey, photo: await picture() };
    const proof = { ...photo, actionKey: key(), proof: 'signature' as const };
    for (let time = 0; time < 2; time += 1) {
      expect(await handOver.mutate(sent)).toEqual({ id: today });
      expect(await completePhoto.mutate(photo)).toEqual({ id: today });
      expect(await completePhoto.mutate(proof)).toEqual({ id: today });
    }
    const items = await open();
    expect(items).toMatchObject([
      {
        kind: 'refused_action',
        press: {
          ...{ kind: 'complete', actualGallonsTenths: 180, smallIceBags: 2 },
          ...{ notes: 'Left with Joe', pressedAt: BEFORE },
        },
      },
    ]);
    const [item] = items;
    for (const picture of [item?.id, `${item?.id}-proof`]) {
      expect((await staff.fetch(`/api/photos/${picture}`)).status).toBe(200);
      expect((await dana.visitor.fetch(`/api/photos/${picture}`)).status).toBe(404);
    }
    const { appointment } = await staff.trpc.admin.appointment.query({ id: today });
    expect(appointment).toMatchObject({ status: 'scheduled', driverId: kim.driverId });
    const { rows } = await app.deps.db.client.execute('select count(*) as charges from charges');
    expect(rows[0]).toMatchObject({ charges: 0 });
  });

  test('hands over its reports, and a walk-up as a report, without naming an order', async () => {
    await retired();
    const { reportIssue, reportIssuePhoto, reportSpill, walkUp } = dana.visitor.trpc.driver;
    const report = {
      actionKey: key(),
      pressedAt: BEFORE,
      text: `Walk-up for ${WALK_UP.boatName}: 20 gallons`,
    };
    const spill = { ...SPILL, actionKey: key(), pressedAt: BEFORE };
    for (let time = 0; time < 2; time += 1) {
      expect(await reportIssue.mutate(report)).toEqual({ id: report.actionKey });
      const photo = { id: report.actionKey, photo: await picture() };
      expect(await reportIssuePhoto.mutate(photo)).toEqual({ id: report.actionKey });
      expect(await reportSpill.mutate(spill)).toEqual({ id: spill.actionKey });
    }
    expect((await open()).map(({ kind }) => kind).toSorted()).toEqual(['driver_report', 'spill']);
    const sale = walkUp.mutate({ ...WALK_UP, id: key() });
    expect((await refusal(sale)).status).toBe(401);
  });

  test("can't report an order that driver never had", async () => {
    const other = await book(await customer(app), { date: TODAY, time: '2:00 PM - 4:00 PM' });
    await readyToDeliver(staff, other, kim.driverId);
    await retired();
    const { handOver, completePhoto, reportIssue } = dana.visitor.trpc.driver;
    const photo = { id: other, actionKey: key(), photo: await picture() };
    const report = {
      ...{ actionKey: key(), pressedAt: BEFORE, appointmentId: other },
      text: 'The dock is closed',
    };
    for (const call of [
      handOver.mutate(action({ id: other })),
      handOver.mutate(action({ id: key() })),
      completePhoto.mutate(photo),
      reportIssue.mutate(report),
    ]) {
      expect(await refusal(call)).toMatchObject({ status: 404, details: null });
    }
    expect(await open()).toEqual([]);
  });

  test('learns that it may, until its session would have ended or the driver is back', async () => {
    const { day, handOver } = dana.visitor.trpc.driver;
    const { id: userId } = (await dana.visitor.trpc.auth.me.query()) ?? {};
    const eve = await driver(app);
    await retired();
    expect((await refusal(day.query({}))).details).toEqual({ retiredUserId: userId });
    expect((await refusal(app.visitor().trpc.driver.day.query({}))).details).toBeNull();

    await staff.trpc.admin.restoreDriver.mutate({ id: dana.driverId, password: 'driver-again' });
    expect(await refusal(handOver.mutate(action()))).toMatchObject({ status: 401, details: null });

    await staff.trpc.admin.retireDriver.mutate({ id: eve.driverId });
    const late = () => refusal(eve.visitor.trpc.driver.handOver.mutate(action()));
    app.clock.advance(9 * DAY);
    expect(await late()).toMatchObject({ status: 404 });
    app.clock.advance(DAY + 1);
    expect(await late()).toMatchObject({ status: 401, details: null });
  });

  test('hands over nothing from after the deactivation or without a time', async () => {
    await retired();
    const { handOver, reportIssue, reportSpill } = dana.visitor.trpc.driver;
    const after = ['2026-06-13T12:00:00Z', '2026-06-13T18:00:00Z', 'never', undefined];
    const calls = after.flatMap((pressedAt) => [
      handOver.mutate(action({ pressedAt })),
      reportIssue.mutate({ actionKey: key(), pressedAt, text: 'Call our new number' }),
      reportSpill.mutate({ ...SPILL, actionKey: key(), pressedAt }),
    ]);
    for (const refused of await refusals(calls)) {
      expect(refused).toMatchObject({ status: 403, message: MESSAGES.afterRetirement });
    }
    expect(await open()).toEqual([]);
    await sendOutbox(app);
    expect(app.mails.filter(({ to }) => to === SUPPORT_DEFAULTS.email)).toEqual([]);
  });

  test('hands over dozens of actions of all kinds together', async () => {
    await retired();
    app.deps.settings.limitFactor = 1;
    const statusOf = (error: { data: { httpStatus: number } }) => error.data.httpStatus;
    const { handOver, reportIssue, reportSpill } = dana.visitor.trpc.driver;
    const { burst } = LIMITS.retiredDevice.allowances.account;
    const statuses: number[] = [];
    for (let n = 0; n < burst + 3; n += 1) {
      const sent = { actionKey: key(), pressedAt: BEFORE };
      const call = [
        () => reportIssue.mutate({ ...sent, text: `The pump leaks ${n}` }),
        () => reportSpill.mutate({ ...SPILL, ...sent }),
        () => handOver.mutate(action({ id: key() })),
      ][n % 3];
      statuses.push(await (call?.() ?? Promise.reject()).then(() => 200, statusOf));
    }
    app.deps.settings.limitFactor = 0;
    expect(statuses.slice(burst)).toEqual([429, 429, 429]);
    expect(statuses.slice(0, burst)).not.toContain(429);
    const { rows } = await app.deps.db.client.execute('select count(*) as n from review_items');
    expect(rows[0]).toMatchObject({ n: (burst / 3) * 2 });
  });

  test('hands over nothing after Logout', async () => {
    await retired();
    const { handOver } = dana.visitor.trpc.driver;
    await dana.visitor.trpc.auth.logout.mutate();
    expect((await refusal(handOver.mutate(action()))).status).toBe(401);
  });
});
