/** Closing the day: counts, cash, the lock, and corrections after it. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { admin, driver, LOAD, office, WALK_UP } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const DAY_MS = 86_400_000;
const NOTHING = { regularGallons: '', premiumGallons: '', smallIceBags: '', largeIceBags: '' };

let app: TestApp;
let owner: Visitor;
let dana: Visitor;
let name: string;
beforeEach(async () => {
  app = await startTestApp({ capacity: 1_000 });
  owner = await admin(app);
  const found = await driver(app);
  dana = found.visitor;
  name = (await dana.trpc.driver.info.query({ id: found.driverId })).name;
});
afterEach(() => app.close());

let walkUps = 0;
/** Sells fuel at the dock, and takes cash for it. */
async function sell(gallons: number, { cash = true } = {}): Promise<string> {
  walkUps += 1;
  const id = `walk-up-of-closing-${walkUps}`;
  await dana.trpc.driver.walkUp.mutate({ ...WALK_UP, id, estimatedGallons: String(gallons) });
  await dana.trpc.driver.complete.mutate({ id, actualGallons: gallons, actionKey: id });
  if (cash) await owner.trpc.admin.recordCash.mutate({ id });
  return id;
}

const day = (date?: string) => owner.trpc.admin.closingDay.query(date ? { date } : {});
const [KEY, DRIVER] = ['driver:1', 1];
const count = (over: Record<string, unknown> = {}, who = owner) =>
  who.trpc.admin.countTruck.mutate({
    ...{ date: TODAY, key: KEY, loaded: LOAD, counted: NOTHING, reason: '', version: 0 },
    ...over,
  } as never);
const sign = (handedIn: string, over: Record<string, unknown> = {}) =>
  owner.trpc.admin.signOffCash.mutate({
    ...{ date: TODAY, driverId: DRIVER, handedIn, reason: '', version: 0, ...over },
  } as never);
const close = async (date = TODAY, who = owner) => {
  const { seen } = await owner.trpc.admin.closingDay.query({ date });
  return who.trpc.admin.closeDay.mutate({ date, seen: seen ?? 'none' });
};

/** Ends the day at the desk and lets the next one begin. */
async function nextMorning() {
  app.clock.advance(DAY_MS);
  owner = await admin(app);
}

async function correct(id: string, actualGallons: number, confirmedTotal: number) {
  const { appointment } = await owner.trpc.admin.appointment.query({ id });
  await owner.trpc.admin.correctDelivery.mutate({
    ...{ id, actualGallons, smallIceBags: 2, largeIceBags: 0, reason: 'A typo.', confirmedTotal },
    ...{ version: appointment.version, requestId: crypto.randomUUID() },
  } as never);
}

test('a day is balanced by truck and by driver, and then closed', async () => {
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD });
  await sell(20.1);
  await sell(12.3, { cash: false });
  const open = await day();
  expect(open).toMatchObject({
    closed: null,
    trucks: [
      {
        key: KEY,
        loaded: { regularGallonsTenths: 1_000, smallIceBags: 10, largeIceBags: 4 },
        delivered: { regularGallonsTenths: 324, smallIceBags: 4, largeIceBags: 0 },
        expected: { regularGallonsTenths: 676, smallIceBags: 6, largeIceBags: 4 },
        counted: null,
      },
    ],
    cash: [{ driverId: DRIVER, dueCents: 12_241, handedInCents: null }],
    open: { stopCount: 0, toCollect: { count: 1 } },
  });
  expect(open.problems).toEqual([`Count ${name}.`, `Sign off the cash: ${name}.`]);
  expect((await refusal(close())).message).toBe(`Count ${name}.`);

  const left = { regularGallons: '67.6', smallIceBags: 6, largeIceBags: 4, premiumGallons: '' };
  await count({ counted: left });
  await sign('122.41');
  expect((await day()).problems).toEqual([]);
  await close();
  const closed = await day();
  expect(closed).toMatchObject({
    closed: { by: 'Alex Harbor' },
    trucks: [{ variance: { regularGallonsTenths: 0, smallIceBags: 0, largeIceBags: 0 } }],
    cash: [{ dueCents: 12_241, handedInCents: 12_241, signedBy: 'Alex Harbor' }],
  });
  expect(await owner.trpc.admin.closedDays.query({ page: 1 })).toMatchObject({
    ...{ days: [{ date: TODAY, dueCents: 12_241, handedInCents: 12_241 }], total: 1 },
    openDays: [],
  });
});

test('a variance above the limit and a cash difference need a reason', async () => {
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD });
  await sell(20);
  const counted = { ...LOAD, regularGallons: '77.9', smallIceBags: 8 };
  expect(await refusal(count({ counted }))).toMatchObject({
    field: 'reason',
    message: 'Enter a reason for the variance: Regular -2.1.',
  });
  await owner.trpc.admin.changeBusinessSettings.mutate({ countLimit: '2.1' } as never);
  await count({ counted });
  expect(await refusal(sign('100'))).toMatchObject({ field: 'reason' });
  await sign('100', { reason: 'A customer pays the rest tomorrow.' });
  await close();
  expect((await day()).cash).toMatchObject([{ reason: 'A customer pays the rest tomorrow.' }]);
});

test('a closed day is locked, and corrections are posted to the open one', async () => {
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD });
  const id = await sell(20);
  const unpaid = await sell(10, { cash: false });
  await count({ counted: { ...LOAD, regularGallons: '70', smallIceBags: 6 } });
  await sign('122');
  await close();
  const closed = await day();
  expect((await refusal(count({ version: 1 }))).message).toStartWith('Alex Harbor already closed');
  expect((await refusal(sign('1', { version: 1 }))).message).toStartWith('Alex Harbor already');

  await correct(id, 15, 101.5);
  await owner.trpc.admin.recordCash.mutate({ id: unpaid });
  const after = await day();
  expect(after).toMatchObject({ trucks: closed.trucks, cash: closed.cash });
  expect(after.later).toMatchObject([
    { load: { regularGallonsTenths: -50 }, postedOn: null },
    { cents: -2_050, postedOn: null },
    { cents: 8_100, postedOn: null },
  ]);

  await nextMorning();
  const next = await day();
  expect(next).toMatchObject({
    ...{ date: TOMORROW, lastClosed: TODAY },
    trucks: [
      {
        carried: { regularGallonsTenths: 700, smallIceBags: 6, largeIceBags: 4 },
        delivered: { regularGallonsTenths: -50, smallIceBags: 0 },
        expected: { regularGallonsTenths: 750 },
      },
    ],
    cash: [{ dueCents: 8_100 }],
    refundsCents: -2_050,
    later: [{ date: TODAY }, { date: TODAY }, { date: TODAY }],
  });
  const counted = { ...LOAD, regularGallons: '75', smallIceBags: 6 };
  await count({ date: TOMORROW, loaded: NOTHING, counted });
  await sign('81', { date: TOMORROW });
  await close(TOMORROW);
  const posted = (await day(TODAY)).later.map(({ postedOn }) => postedOn);
  expect(posted).toEqual([TOMORROW, TOMORROW, TOMORROW]);
});

test('if two people close at once, one succeeds, and the other one sees who did', async () => {
  const { visitor: olive } = await office(app, 'accountant');
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD });
  await count({ counted: LOAD });
  const results = await Promise.allSettled([close(), close(TODAY, olive)]);
  const lost = results.filter(({ status }) => status === 'rejected');
  expect(lost).toHaveLength(1);
  expect(String((lost[0] as PromiseRejectedResult).reason)).toContain('already closed');
});

test('nobody closes a day with figures they haven’t seen, or overwrites a count', async () => {
  const { visitor: olive } = await office(app, 'dispatcher');
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD });
  await count({ counted: LOAD });
  const { seen } = await day();
  expect((await refusal(count({ counted: NOTHING, reason: 'Stolen.' }, olive))).message).toBe(
    `Alex Harbor saved another count of ${name}: Regular 100, Small ice bags 10, Large ice bags 4. Yours wasn’t saved. Check it and save again.`,
  );
  await count({ counted: { ...LOAD, regularGallons: '99' }, version: 1 }, olive);
  const late = owner.trpc.admin.closeDay.mutate({ date: TODAY, seen: seen ?? '' });
  expect((await refusal(late)).message).toStartWith('The figures changed');
  await close();
});

test('days are closed in order, and the month’s close names those that aren’t', async () => {
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD });
  await count({ counted: LOAD });
  await close();
  await nextMorning();
  await dana.trpc.driver.setLoad.mutate({ date: TOMORROW, ...LOAD });
  await nextMorning();
  const third = '2026-06-15';
  await dana.trpc.driver.setLoad.mutate({ date: third, ...LOAD });
  expect((await day()).problems).toEqual(['Close Sunday, June 14, 2026 first.']);
  expect(await owner.trpc.admin.closedDays.query({ page: 1 })).toMatchObject({
    openDays: [TOMORROW, third],
  });

  const month = '2026-06-01';
  await sell(10);
  app.clock.set(Date.parse('2026-07-01T14:00:00Z'));
  owner = await admin(app);
  expect(await owner.trpc.admin.month.query({ month })).toMatchObject({
    openDays: [TOMORROW, third],
  });
  const closing = { month, leavesDaysOpen: false };
  expect((await refusal(owner.trpc.admin.closeMonth.mutate(closing))).message).toBe(
    'These days aren’t closed: Jun 14, Jun 15. Close them first, or close the month without them.',
  );
  await owner.trpc.admin.closeMonth.mutate({ month, leavesDaysOpen: true });
});

test('fuel is counted by truck once the owner has trucks', async () => {
  await owner.trpc.admin.saveTruck.mutate({ name: 'Blue Ford', meterSerial: '' });
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD });
  await sell(10);
  expect((await day()).trucks).toMatchObject([
    { key: 'truck:1', name: 'Blue Ford', delivered: { regularGallonsTenths: 100 } },
  ]);
  // A delivery stays with the truck on its ticket.
  await owner.trpc.admin.saveTruck.mutate({ name: 'Red Ford', meterSerial: '' });
  await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: 2 });
  await sell(20);
  expect((await day()).trucks).toMatchObject([
    { key: 'truck:1', delivered: { regularGallonsTenths: 100 } },
    { key: 'truck:2', delivered: { regularGallonsTenths: 200 } },
  ]);
});

test('a truck switched at midday leaves its load, its deliveries, and its count where they were', async () => {
  await owner.trpc.admin.saveTruck.mutate({ name: 'Blue Ford', meterSerial: '' });
  await owner.trpc.admin.saveTruck.mutate({ name: 'Red Ford', meterSerial: '' });
  // The load is entered before the driver selects a truck.
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD, regularGallons: '100' });
  await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: 1 });
  await sell(10);
  await count({ key: 'truck:1', loaded: { ...LOAD, regularGallons: '100' }, reason: 'A test' });
  await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: 2 });
  expect((await dana.trpc.driver.day.query({})).loads).toMatchObject({ loaded: null, truckId: 2 });
  await dana.trpc.driver.setLoad.mutate({ date: TODAY, ...LOAD, regularGallons: '60' });
  await sell(20);
  const both = [
    {
      key: 'truck:1',
      entered: { regularGallonsTenths: 1_000 },
      delivered: { regularGallonsTenths: 100 },
      expected: { regularGallonsTenths: 900 },
      counted: { regularGallonsTenths: 0 },
    },
    {
      key: 'truck:2',
      entered: { regularGallonsTenths: 600 },
      delivered: { regularGallonsTenths: 200 },
      expected: { regularGallonsTenths: 400 },
    },
  ];
  expect((await day()).trucks).toMatchObject(both);
  await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: 1 });
  expect((await day()).trucks).toMatchObject(both);
  expect((await dana.trpc.driver.day.query({})).loads).toMatchObject({
    loaded: { regularGallonsTenths: 1_000 },
    truckId: 1,
  });
});

test('a test order takes nothing from the truck', async () => {
  const id = await sell(10);
  expect((await day()).trucks).toMatchObject([{ delivered: { regularGallonsTenths: 100 } }]);
  await app.deps.db.client.execute(`update appointments set test_mode = 1 where id = '${id}'`);
  expect((await day()).trucks).toMatchObject([{ delivered: { regularGallonsTenths: 0 } }]);
});

test('a day of 1,000 tickets balances to 0.0 gallons and 0 cents', async () => {
  await owner.trpc.admin.saveTruck.mutate({ name: 'Blue Ford', meterSerial: '' });
  const id = await sell(0.1, { cash: false });
  const { client } = app.deps.db;
  const { rows } = await client.execute("select name from pragma_table_info('appointments')");
  const own: Record<string, string> = {
    id: "'copy-' || value",
    public_code: "'D-' || value",
    actual_gallons_tenths: '1 + value * 7919 % 1499',
    fuel_type: "iif(value % 3 = 0, 'Premium', 'Regular')",
    small_ice_bags: 'value % 4',
    large_ice_bags: 'value % 3',
  };
  const fixed = new Set(['request_id', 'request_hash', 'link_hash']);
  const columns = rows.map(({ name }) => String(name));
  const values = columns.map((name) => own[name] ?? (fixed.has(name) ? 'null' : name));
  await client.batch([
    `insert into appointments (${columns}) select ${values} from appointments, generate_series(1, 999) where id = '${id}' order by value * 7919 % 1009`,
    `insert into ledger (source, sequence, kind, gross_cents, fee_cents, moved_at, moved_on, delivered_on, appointment_id, written_at)
     select 'cash:' || id, 1, 'cash', 3 + actual_gallons_tenths * 41, 0, 0, '${TODAY}', '${TODAY}', id, 0 from appointments`,
  ]);
  const [sums] = (
    await client.execute(
      `select sum(iif(fuel_type = 'Regular', actual_gallons_tenths, 0)) as regular,
         sum(iif(fuel_type = 'Premium', actual_gallons_tenths, 0)) as premium,
         sum(small_ice_bags) as small, sum(large_ice_bags) as large,
         sum(3 + actual_gallons_tenths * 41) as cash, count(*) as tickets from appointments`,
    )
  ).rows;
  const of = (name: string) => Number(sums?.[name]);
  expect(of('tickets')).toBe(1_000);
  const left = { regularGallons: '12.3', premiumGallons: '0.4', smallIceBags: 5, largeIceBags: 6 };
  const loaded = {
    regularGallons: String((of('regular') + 123) / 10),
    premiumGallons: String((of('premium') + 4) / 10),
    smallIceBags: of('small') + 5,
    largeIceBags: of('large') + 6,
  };
  expect(Number(loaded.regularGallons)).toBeGreaterThan(5_000);
  await count({ key: 'truck:1', loaded, counted: left });
  await sign(String(of('cash') / 100));
  await close();
  expect(await day()).toMatchObject({
    trucks: [
      {
        variance: {
          ...{ regularGallonsTenths: 0, premiumGallonsTenths: 0 },
          ...{ smallIceBags: 0, largeIceBags: 0 },
        },
      },
    ],
    cash: [{ dueCents: of('cash'), handedInCents: of('cash') }],
  });
});

test('a day with only a cash refund can be closed, and so can the days after it', async () => {
  const id = await sell(20);
  await count({
    loaded: { ...LOAD, regularGallons: '20', smallIceBags: 2, largeIceBags: 0 },
    reason: 'A test',
  });
  await sign('122', { reason: 'A test' });
  await close();
  await nextMorning();
  await owner.trpc.admin.refund.mutate({ id, amount: 10, requestId: 'refund-in-cash-1' });
  expect((await day()).problems).toEqual([]);
  await close(TOMORROW);
});

test('a driver’s own load must be counted as 0 once the driver has a truck', async () => {
  await sell(20);
  await count({ counted: { ...NOTHING, regularGallons: '50' }, reason: 'A test' });
  await sign('122', { reason: 'A test' });
  const truck = await owner.trpc.admin.saveTruck.mutate({ name: 'Blue Ford', meterSerial: '' });
  await dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: truck.id });
  expect((await day()).problems).toContain(
    `Enter 0 for ${name}. This driver now uses a truck, which has its own count.`,
  );
});

test('a truck can’t be selected for a closed day', async () => {
  await sell(20);
  await count({ reason: 'A test' });
  await sign('122', { reason: 'A test' });
  await close();
  const truck = await owner.trpc.admin.saveTruck.mutate({ name: 'Blue Ford', meterSerial: '' });
  const chosen = dana.trpc.driver.setTruck.mutate({ date: TODAY, truckId: truck.id });
  expect(await refusal(chosen)).toMatchObject({
    message: 'The office has closed this day, so you can’t change its trucks.',
  });
});

test('a correction made long after its day was closed names the day that it’s posted to', async () => {
  const id = await sell(20);
  await count({ counted: LOAD, reason: 'New truck' });
  await sign('122');
  await close();
  await correct(id, 15, 101.5);
  const { client } = app.deps.db;
  // The days after it were closed before the correction, except the last one.
  await client.execute(`with recursive days(n) as (select 1 union all select n + 1 from days where n < 150)
    insert into closed_days (date, trucks, cash, stock, refunds_cents, last_delivery, last_ledger, closed_by, closed_at)
    select date('${TODAY}', '+' || n || ' days'), '[]', '[]', '[]', 0,
      iif(n = 150, 1000, own.last_delivery), iif(n = 150, 1000, own.last_ledger), 'Alex', n
    from days, closed_days as own where own.date = '${TODAY}'`);
  const posted = (await day(TODAY)).later.map(({ postedOn }) => postedOn);
  expect(posted).toEqual(['2026-11-10', '2026-11-10']);
});
