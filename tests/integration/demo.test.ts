/** Tests the demo of a first start, as people see it at first. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { instantOf } from '@/domain/time';
import { seedDay } from '@/server/demo/day';
import { seedDemo } from '@/server/demo/seed';
import { sendOutbox } from '@/server/modules/outbox/send-outbox.usecases';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import type { Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  const given = { deps: app.deps, sandbox: app.sandbox };
  expect(await seedDemo(given)).toMatchObject({ isNew: true });
  expect(await seedDemo(given)).toMatchObject({ isNew: false });
  await seedDay({ ...given, isOver: () => false });
  staff = app.visitor();
  await staff.trpc.auth.adminLogin.mutate({ username: 'admin', password: 'admin-demo' });
});
afterAll(() => app.close());

const rowsOf = async (sql: string) => {
  const { rows } = await app.deps.db.client.execute({ sql, args: [TODAY] });
  return rows.map((row): Record<string, unknown> => ({ ...row }));
};

test('strangers find the places of the lake', async () => {
  const stranger = app.visitor();
  expect(await stranger.trpc.places.search.query({ text: 'lake landing' })).toMatchObject([
    { location: 'Magician Lake Landing, 68150 Magician Lake Rd, Dowagiac, MI 49047' },
  ]);
  expect(await staff.trpc.admin.places.query()).toHaveLength(8);
});

test('three drivers have a day of deliveries in every state, to known boats and docks', async () => {
  const perDriver = await rowsOf(
    'select driver_id as driver, count(*) as stops from appointments where date = ? group by 1',
  );
  expect(perDriver).toEqual([
    { driver: 1, stops: 5 },
    { driver: 2, stops: 5 },
    { driver: 3, stops: 4 },
  ]);
  const unknown = await rowsOf(
    "select id from appointments where date = ? and (boat is null or dock is null) and booked_by is not 'driver'",
  );
  expect(unknown).toEqual([]);
  for (const { id } of await staff.trpc.admin.drivers.query()) {
    const { deliveries, done, loads } = await staff.trpc.driver.day.query({ driverId: id });
    expect(deliveries.some(({ status }) => status === 'en_route')).toBe(id < 4);
    expect(deliveries.every(({ position }) => position !== null)).toBe(true);
    expect(done.length).toBeGreaterThan(0);
    expect(loads.loaded).not.toBeNull();
  }
});

test('the day has a declined card, an unpaid walk-up, a reported spill, and a closed month', async () => {
  const declined = await rowsOf(
    "select c.state from charges c join appointments a on a.id = c.appointment_id where a.date = ? and c.state = 'declined' and a.booked_by is not 'driver'",
  );
  expect(declined).toHaveLength(1);
  const owed = await rowsOf(
    "select remaining_balance_cents as cents from appointments where date = ? and booked_by = 'driver'",
  );
  expect(owed).toHaveLength(1);
  expect(Number(owed[0]?.cents)).toBeGreaterThan(0);
  const { open } = await staff.trpc.admin.reviewQueue.query();
  expect(open.map(({ kind }) => kind)).toContain('spill');
  expect(await staff.trpc.admin.month.query({ month: '2026-05-01' })).toMatchObject({
    closed: { by: 'Alex Harbor' },
  });
});

test('every month has its charges with their fees, and none has a loss', async () => {
  const { months } = await staff.trpc.admin.months.query({ page: 1 });
  expect(months.map(({ month }) => month)).toEqual(['2026-06-01', '2026-05-01']);
  for (const { figures } of months) expect(figures.netCents).toBeGreaterThan(0);
  const apart = await rowsOf(
    `select fee.source from ledger fee left join ledger charge
       on charge.appointment_id = fee.appointment_id and charge.kind = 'charge'
     where fee.kind = 'fee' and fee.moved_at is not charge.moved_at and ? is not null`,
  );
  expect(apart).toEqual([]);
});

test('a demo started in the evening has notified everyone in time', async () => {
  const evening = await startTestApp({ texts: () => null });
  evening.clock.set(instantOf({ date: TODAY, minutes: 17 * 60 }, evening.deps.settings.timeZone));
  const given = { deps: evening.deps, sandbox: evening.sandbox };
  await seedDemo(given);
  await seedDay({ ...given, isOver: () => false });
  await sendOutbox({ deps: evening.deps });
  const { rows } = await evening.deps.db.client.execute(
    "select subject from outbox where last_error = 'late'",
  );
  expect(rows).toEqual([]);
  await evening.close();
});
