import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addDays } from '@/domain/dates';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

/** 10 gallons of Regular at $4.10, two small bags and a large one, all delivered. */
const EACH = 8_800;
const RANGE = { from: TODAY, to: addDays(TODAY, 13) };

let app: TestApp;
let staff: Visitor;
let sam: Visitor;

/**
 * Today: one paid, one paid and partially refunded. Tomorrow: one declined, one declined and paid
 * in cash, one Premium without ice, one test, one cancelled, and one not delivered yet.
 */
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  const { client } = app.deps.db;
  await client.execute("insert into promo_codes (code, created_at) values ('DOCKTEST', 0)");
  staff = await admin(app);
  sam = await customer(app);
  const deliver = async (order: Record<string, unknown>, card?: string) => {
    const id = await book(sam, order, card);
    await readyToDeliver(staff, id);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    return id;
  };
  await deliver({ date: TODAY });
  const refunded = await deliver({ date: TODAY });
  await staff.trpc.admin.refund.mutate({ id: refunded, amount: 8, requestId: 'refund-of-eight' });
  await deliver({ date: TOMORROW }, '4000000000000341');
  const cash = await deliver({ date: TOMORROW }, '4000000000000341');
  await staff.trpc.admin.recordCash.mutate({ id: cash });
  await deliver({ date: TOMORROW, fuelType: 'Premium', smallIceBags: 0, largeIceBags: 0 });
  await deliver({ date: TOMORROW, promoCode: 'DOCKTEST' });
  const cancelled = await book(sam, { date: TOMORROW });
  await sam.trpc.booking.cancel.mutate({ id: cancelled });
  await book(sam, { date: TOMORROW });
});
afterAll(() => app.close());

describe('reports', () => {
  test('by driver and place have sums and the deliveries that were on time', async () => {
    const { drivers, places } = await staff.trpc.admin.reportGroups.query(RANGE);
    const sums = { deliveries: 5, gallonsTenths: 500, late: 0, onTime: 5 };
    expect(drivers).toMatchObject([sums]);
    expect(places).toMatchObject([{ ...sums, salesCents: drivers[0]?.salesCents }]);
  });

  test('by time window have the spots that were booked and offered', async () => {
    const range = { from: TODAY, to: TOMORROW };
    const { windows } = await staff.trpc.admin.reportGroups.query(range);
    // The cancelled appointment and the test don't count.
    expect(windows.map(({ booked, spots }) => [booked, spots])).toEqual([
      [6, 200],
      [0, 200],
      [0, 200],
    ]);
  });

  test('by day have deliveries, payments, refunds, balances, and refusals', async () => {
    const { rows } = await staff.trpc.admin.report.query({ ...RANGE, by: 'day' });
    expect(rows).toHaveLength(14);
    expect(rows[0]).toEqual({
      from: TODAY,
      to: TODAY,
      deliveries: 2,
      revenueCents: 2 * EACH - 800,
      cardCents: 2 * EACH - 800,
      cashCents: 0,
      refundedCents: 800,
      disputedCents: 0,
      discountCents: 0,
      owedCents: 0,
      regularGallonsTenths: 200,
      premiumGallonsTenths: 0,
      smallIceBags: 4,
      largeIceBags: 2,
      iceCents: 3_400,
      failedCharges: 0,
      failedCents: 0,
      taxCents: 0,
    });
    const premium = 5_160 + 2_500;
    expect(rows[1]).toMatchObject({
      deliveries: 3,
      revenueCents: EACH + premium,
      cardCents: premium,
      cashCents: EACH,
      owedCents: EACH,
      regularGallonsTenths: 200,
      premiumGallonsTenths: 100,
      smallIceBags: 4,
      failedCharges: 1,
      failedCents: EACH,
    });
    expect(rows[2]?.deliveries).toBe(0);
  });

  test('have the same totals by week and by month', async () => {
    const day = await staff.trpc.admin.report.query({ ...RANGE, by: 'day' });
    for (const by of ['week', 'month'] as const) {
      expect((await staff.trpc.admin.report.query({ ...RANGE, by })).total).toEqual(day.total);
    }
    const week = await staff.trpc.admin.report.query({ ...RANGE, by: 'week' });
    expect(week.rows.map((row) => [row.from, row.to])).toEqual([
      ['2026-06-13', '2026-06-14'],
      ['2026-06-15', '2026-06-21'],
      ['2026-06-22', '2026-06-26'],
    ]);
  });

  test('without a range cover the last thirty days', async () => {
    const report = await staff.trpc.admin.report.query({});
    expect(report).toMatchObject({ by: 'day', from: '2026-05-15', to: TODAY });
    expect(report.total.deliveries).toBe(2);
  });

  test('have a CSV file with a total', async () => {
    const response = await staff.fetch(
      `/api/admin/export/report.csv?by=month&from=${RANGE.from}&to=${RANGE.to}`,
    );
    expect(response.status).toBe(200);
    const lines = (await response.text()).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    // Programs read the columns by position, so new figures are added after these.
    expect(lines[0]).toStartWith(
      'From,To,Deliveries,Revenue,By card,Cash,Refunded,Owed,Regular gallons,Premium gallons,' +
        'Small ice bags,Large ice bags,Ice sold,Failed charges,Failed amount,Lost in disputes,Discounts,Tax included',
    );
    expect(lines[1]).toBe(
      `${TODAY},2026-06-26,5,332.60,244.60,88.00,8.00,88.00,40,10,8,4,68.00,1,88.00,0.00,0.00,0.00`,
    );
    expect(lines[2]).toBe(`Total,${lines[1]?.slice(TODAY.length + '2026-06-26'.length + 1)}`);
    const wrong = await staff.fetch('/api/admin/export/report.csv?by=hour');
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toEqual({
      message: 'Select day, week, or month.',
      reason: 'invalid_input',
    });
  });

  test('are only for staff', async () => {
    const { visitor: dana } = await driver(app);
    for (const [who, status] of [
      [app.visitor(), 401],
      [sam, 403],
      [dana, 403],
    ] as const) {
      expect((await refusal(who.trpc.admin.report.query({}))).status).toBe(status);
      expect((await who.fetch('/api/admin/export/report.csv')).status).toBe(status);
    }
  });
});
