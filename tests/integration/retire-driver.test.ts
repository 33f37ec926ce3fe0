/** A driver is retired by giving their work to others, in one write. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { gallonTenths } from '@/domain/money';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

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

test('what is still to be made is told by date', async () => {
  const stop = { stops: 1, gallonsTenths: gallonTenths(200), enRoute: false };
  expect(await staff.trpc.admin.driverWork.query({ id: dana.driverId })).toEqual([
    { date: TODAY, ...stop },
    { date: TOMORROW, ...stop },
  ]);
  expect(await staff.trpc.admin.driverWork.query({ id: kim.driverId })).toEqual([]);
});

test('each date goes to the driver who is named, and each appointment tells of it', async () => {
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

test('nothing is given away where a date is left out, or goes to a driver who cannot take it', async () => {
  const some = await refusal(retire([{ date: TODAY, driverId: kim.driverId }]));
  expect(some).toMatchObject({ status: 409, details: { open: 1 } });
  const to = (driverId: number) =>
    refusal(retire([TODAY, TOMORROW].map((date) => ({ date, driverId }))));
  expect(await to(dana.driverId)).toMatchObject({ status: 404, field: 'work' });
  expect(await to(99)).toMatchObject({ status: 404 });
  expect(await driverOf(today)).toBe(dana.driverId);
});

test('a driver on the way finishes first', async () => {
  await dana.visitor.trpc.driver.enRoute.mutate({ id: today });
  const work = [TODAY, TOMORROW].map((date) => ({ date, driverId: kim.driverId }));
  expect(await refusal(retire(work))).toMatchObject({ status: 409 });
  expect((await staff.trpc.admin.driverWork.query({ id: dana.driverId }))[0]?.enRoute).toBe(true);
  await dana.visitor.trpc.driver.complete.mutate({ id: today, actualGallons: 20 });
  expect((await retire(work)).status).toBe('retired');
  expect(await driverOf(today)).toBe(dana.driverId);
  expect(await driverOf(tomorrow)).toBe(kim.driverId);
});

test('of two takings at once no delivery is left with the retired driver', async () => {
  const work = [TODAY, TOMORROW].map((date) => ({ date, driverId: kim.driverId }));
  const robin = await driver(app);
  await Promise.all([
    retire(work),
    staff.trpc.admin.reschedule.mutate({ id: tomorrow, driverId: robin.driverId }),
  ]);
  expect(await staff.trpc.admin.driverWork.query({ id: dana.driverId })).toEqual([]);
  expect([kim.driverId, robin.driverId]).toContain((await driverOf(tomorrow)) ?? 0);
});

test('what waits on the phone of a retired driver stays there, and reaches staff once they are back', async () => {
  const press = {
    ...{ id: today, actualGallons: 18, smallIceBags: 2, largeIceBags: 0, notes: 'Left with Joe' },
    ...{
      shownDate: TODAY,
      actionKey: 'waited-on-the-phone-1',
      completedAt: '2026-06-13T14:00:00Z',
    },
  };
  await retire([TODAY, TOMORROW].map((date) => ({ date, driverId: kim.driverId })));
  // The phone keeps what is answered so: it may be taken in a later session.
  const ended = await refusal(dana.visitor.trpc.driver.complete.mutate(press));
  expect(ended).toMatchObject({ status: 401, reason: 'unauthenticated' });

  await staff.trpc.admin.restoreDriver.mutate({ id: dana.driverId, password: 'driver-again' });
  const accounts = await staff.trpc.admin.driverAccounts.query();
  const username = accounts.find(({ id }) => id === dana.driverId)?.username ?? '';
  await dana.visitor.trpc.auth.login.mutate({ username, password: 'driver-again' });
  for (let time = 0; time < 2; time += 1) {
    const late = await refusal(dana.visitor.trpc.driver.complete.mutate(press));
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
