/**
 * A typo needs a confirmation before it's charged, and a device's late delivery waits for staff.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
let keys = 0;
const key = () => {
  keys += 1;
  return `held-action-key-${keys}`;
};

beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

/** 25 gallons of Regular without ice, which Dana can deliver. */
async function ready(over: Record<string, unknown> = {}, card?: string): Promise<string> {
  const id = await book(
    sam,
    { estimatedGallons: 25, smallIceBags: 0, largeIceBags: 0, ...over },
    card,
  );
  await readyToDeliver(staff, id, dana.driverId);
  return id;
}
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const actions = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).history.map(({ action }) => action);
const open = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).open.filter((item) => item.delivery?.id === id);
const done = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).done.filter((item) => item.delivery?.id === id);
const messages = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: "select dedupe_key, body from outbox where appointment_id = ? and dedupe_key not like 'booked:%' and dedupe_key not like 'confirmed:%' and dedupe_key not like 'en-route:%'",
    args: [id],
  });
  return rows.map((row) => ({
    kind: String(row.dedupe_key).split(':')[0],
    body: String(row.body),
  }));
};

describe('figures far from the order', () => {
  test('need a confirmation in the staff dialog, and are charged once staff confirm them', async () => {
    const id = await ready();
    const complete = (over: object = {}) =>
      staff.trpc.admin.complete.mutate({ id, actualGallons: 284, ...over });
    const question = await refusal(complete());
    expect(question).toMatchObject({ status: 409, reason: 'needs_confirmation' });
    expect(question.message).toBe(
      '284 gallons were entered, for an order of 25. The total is above $600.00. The total is $1,189.40 (Fuel $1,164.40, ice $0.00, delivery fee $25.00). Please confirm it.',
    );
    expect((await refusal(complete({ expectedTotal: '1189.40' }))).status).toBe(409);
    expect((await refusal(complete({ confirmedTotal: '129.90' }))).status).toBe(409);
    expect(await seen(id)).toMatchObject({ status: 'scheduled', chargeState: null });
    expect(takenFor(app, id)).toBe(0);
    await complete({ confirmedTotal: '1189.40' });
    expect(takenFor(app, id)).toBe(118_940);
  });

  test.each([
    ['POST', (id: string) => `/api/appointments/${id}/complete`, {}],
    ['PATCH', (id: string) => `/api/appointments/${id}`, { status: 'completed' }],
  ] as const)(
    'need a confirmation over REST with %s, with the lines in dollars',
    async (method, path, more) => {
      const id = await ready({ estimatedGallons: 10 });
      const send = (over: object) =>
        staff.rest(method, path(id), { ...more, actualGallons: 500, ...over });
      const question = await send({});
      expect(question).toMatchObject({
        status: 409,
        body: {
          reason: 'needs_confirmation',
          field: 'confirmedTotal',
          total: 2075,
          lines: { fuel: 2050, ice: 0, deliveryFee: 25 },
          doubts: ['more_gallons', 'large_total'],
        },
      });
      expect((await send({ confirmedTotal: 2074.99 })).status).toBe(409);
      expect(takenFor(app, id)).toBe(0);
      expect((await send({ confirmedTotal: 2075 })).status).toBe(200);
      expect(takenFor(app, id)).toBe(207_500);
    },
  );

  test('include far too few gallons and far too many bags', async () => {
    const id = await ready({ smallIceBags: 2 });
    const complete = (over: {
      actualGallons: number;
      smallIceBags?: number;
      largeIceBags?: number;
    }) => staff.trpc.admin.complete.mutate({ id, ...over });
    const few = await refusal(complete({ actualGallons: 2 }));
    expect(few.message).toStartWith('2 gallons were entered, for an order of 25.');
    const bags = await refusal(complete({ actualGallons: 25, smallIceBags: 50, largeIceBags: 50 }));
    expect(bags.message).toStartWith('100 ice bags were entered, for an order of 2.');
    expect(takenFor(app, id)).toBe(0);
  });

  test("don't include a plausible delivery, which is charged immediately unless another total was shown", async () => {
    const id = await ready();
    const complete = (over: object) =>
      staff.trpc.admin.complete.mutate({ id, actualGallons: 28.4, ...over });
    // 28.4 gallons at $4.10, and $25 for fuel alone.
    const other = await refusal(complete({ expectedTotal: '100.00' }));
    expect(other).toMatchObject({ status: 409, reason: 'needs_confirmation' });
    expect((await complete({ expectedTotal: '141.44' })).paymentProcessed).toBe(true);
    expect(takenFor(app, id)).toBe(14_144);
  });
});

describe('a driver’s device', () => {
  const late = async (id: string, over: object = {}) => {
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    return sent(id, over);
  };
  const sent = (id: string, over: object = {}) =>
    dana.visitor.trpc.driver.complete.mutate({
      id,
      actualGallons: 284,
      actionKey: key(),
      ...over,
    });

  test('is never refused: the delivery is recorded, and nothing is charged or sent', async () => {
    const id = await ready();
    const action = { actionKey: key() };
    const result = await late(id, action);
    expect(result).toMatchObject({ paymentProcessed: false, balancePaid: false, held: 'all' });
    expect(await sent(id, action)).toEqual(result);
    app.clock.advance(60_000);
    await sweepCharges(app);
    expect(takenFor(app, id)).toBe(0);
    expect(await seen(id)).toMatchObject({
      status: 'completed',
      chargeState: 'held',
      paymentChip: 'In review',
      remainingBalanceCents: 0,
    });
    expect(await messages(id)).toEqual([]);
    const pay = sam.trpc.booking.createBalancePayment.mutate({
      appointmentId: id,
      remainingAmount: '1189.40',
    });
    expect((await refusal(pay)).status).toBe(409);
    expect((await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).status).toBe(409);
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id, note: '' }))).status).toBe(409);
    expect(await open(id)).toMatchObject([
      {
        kind: 'held_charge',
        reason: '284 gallons were entered, for an order of 25. The total is above $600.00.',
        held: { totalCents: 118_940, ordered: { gallonsTenths: 250 } },
      },
    ]);
  });

  test("is charged immediately if the driver confirmed the total, or if it's plausible", async () => {
    const confirmed = await ready();
    await late(confirmed, { confirmedTotal: '1189.40' });
    expect(takenFor(app, confirmed)).toBe(118_940);
    const plausible = await ready();
    await late(plausible, { actualGallons: 28.4 });
    expect(takenFor(app, plausible)).toBe(14_144);
    const cheaper = await ready();
    await late(cheaper, { actualGallons: 28.4, expectedTotal: '150.00' });
    expect(takenFor(app, cheaper)).toBe(14_144);
  });

  test('whose driver saw a smaller total charges that, and the rest waits for staff', async () => {
    const id = await ready();
    await late(id, { actualGallons: 28.4, expectedTotal: '100.00' });
    expect(takenFor(app, id)).toBe(10_000);
    expect(await open(id)).toMatchObject([
      { reason: 'The total is higher than the one the driver saw.' },
    ]);
  });
});

describe('a charge in review', () => {
  async function held(card?: string): Promise<string> {
    const id = await ready({}, card);
    await dana.visitor.trpc.driver.enRoute.mutate({ id });
    await dana.visitor.trpc.driver.complete.mutate({
      id,
      actualGallons: 284,
      actionKey: key(),
    });
    return id;
  }

  test('is charged with one press, and only once', async () => {
    const id = await held();
    const { openCount } = await staff.trpc.admin.reviewQueue.query();
    const release = (confirmedTotal: string) =>
      staff.trpc.admin.releaseCharge.mutate({ id, confirmedTotal });
    expect(await refusal(release('118.94'))).toMatchObject({
      status: 409,
      reason: 'needs_confirmation',
    });
    expect(takenFor(app, id)).toBe(0);
    await Promise.all([1, 2, 3].map(() => release('1189.40')));
    expect(await seen(id)).toMatchObject({ paymentBadge: 'Paid', totalPaidCents: 118_940 });
    expect(takenFor(app, id)).toBe(118_940);
    expect((await messages(id)).map(({ kind }) => kind)).toEqual(['completed']);
    expect(await open(id)).toEqual([]);
    expect(await done(id)).toMatchObject([{ outcome: 'charged', doneBy: 'Alex Harbor' }]);
    expect((await staff.trpc.admin.reviewQueue.query()).openCount).toBe(openCount - 1);
    expect(await actions(id)).toContain('charge.released');
  });

  test('is corrected, and only the right amount is charged and sent to the customer', async () => {
    const id = await held();
    const correct = (confirmedTotal: string) =>
      staff.trpc.admin.correctCharge.mutate({
        id,
        actualGallons: '28.4',
        smallIceBags: 0,
        largeIceBags: 0,
        confirmedTotal,
        note: 'The point was missing',
      });
    expect((await refusal(correct('1189.40'))).status).toBe(409);
    await correct('141.44');
    await correct('141.44');
    expect(await seen(id)).toMatchObject({
      actualGallonsTenths: 284,
      totalPriceCents: 14_144,
      totalPaidCents: 14_144,
      balancePaid: true,
    });
    expect(takenFor(app, id)).toBe(14_144);
    const told = await messages(id);
    expect(told.map(({ kind }) => kind)).toEqual(['completed']);
    expect(told[0]?.body).toContain('28.4 gallons');
    expect(told[0]?.body).not.toContain('1,189');
    expect(await done(id)).toMatchObject([
      { outcome: 'corrected', note: 'The point was missing', doneBy: 'Alex Harbor' },
    ]);
    const other = staff.trpc.admin.releaseCharge.mutate({ id, confirmedTotal: '1189.40' });
    expect((await refusal(other)).status).toBe(409);
    expect(takenFor(app, id)).toBe(14_144);
  });

  test('is corrected once: different figures with the same total are refused, and the first ones stay', async () => {
    const id = await held();
    // Seven small bags cost the same as five large ones.
    const correct = (bags: { smallIceBags: number; largeIceBags: number }) =>
      staff.trpc.admin.correctCharge.mutate({
        ...{ id, actualGallons: 20, ...bags, confirmedTotal: '147.00', note: '' },
      });
    await correct({ smallIceBags: 7, largeIceBags: 0 });
    await correct({ smallIceBags: 7, largeIceBags: 0 });
    expect(await refusal(correct({ smallIceBags: 0, largeIceBags: 5 }))).toMatchObject({
      status: 409,
      message: 'Someone already resolved this delivery. Reload the page to see it.',
    });
    expect(await seen(id)).toMatchObject({ smallIceBags: 7, largeIceBags: 0 });
    expect(takenFor(app, id)).toBe(14_700);
  });

  test('is written off, and nothing is owed', async () => {
    const id = await held();
    await staff.trpc.admin.forgiveCharge.mutate({ id, note: 'Our pump' });
    await staff.trpc.admin.forgiveCharge.mutate({ id, note: 'Our pump' });
    expect(await seen(id)).toMatchObject({
      totalPriceCents: 0,
      remainingBalanceCents: 0,
      balancePaid: true,
    });
    expect(takenFor(app, id)).toBe(0);
    expect((await messages(id))[0]?.body).toContain('There’s nothing to pay.');
    expect(await done(id)).toMatchObject([{ outcome: 'forgiven', note: 'Our pump' }]);
  });

  test('on a card that is then declined becomes an ordinary balance', async () => {
    const id = await held('4000000000000341');
    await staff.trpc.admin.releaseCharge.mutate({ id, confirmedTotal: '1189.40' });
    expect(await seen(id)).toMatchObject({
      chargeState: 'declined',
      remainingBalanceCents: 118_940,
    });
    await staff.trpc.admin.recordCash.mutate({ id, note: '' });
    expect((await seen(id)).paymentChip).toBe('Paid cash');
  });

  test('is decided once if two people press different buttons simultaneously', async () => {
    const id = await held();
    const pressed = await Promise.allSettled([
      staff.trpc.admin.releaseCharge.mutate({ id, confirmedTotal: '1189.40' }),
      staff.trpc.admin.forgiveCharge.mutate({ id, note: '' }),
    ]);
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([0, 118_940]).toContain(takenFor(app, id));
    expect(await done(id)).toHaveLength(1);
  });

  test("isn't closed by Mark Resolved, and other items are", async () => {
    const id = await held();
    const [item] = await open(id);
    const resolve = staff.trpc.admin.resolveReviewItem.mutate({ id: item?.id ?? '', note: '' });
    expect((await refusal(resolve)).status).toBe(409);
    const agreed = await book(sam, { estimatedGallons: 10, smallIceBags: 0, largeIceBags: 0 });
    await staff.rest('PATCH', `/api/appointments/${agreed}`, { customFuelPrice: 3 });
    await sam.rest('PATCH', `/api/appointments/${agreed}`, { fuelType: 'Premium' });
    const [price] = await open(agreed);
    expect(price).toMatchObject({
      kind: 'custom_price',
      reason: expect.stringContaining('$3.00 per gallon was for Regular'),
    });
    await staff.trpc.admin.resolveReviewItem.mutate({ id: price?.id ?? '', note: 'Called Sam' });
    await staff.trpc.admin.resolveReviewItem.mutate({ id: price?.id ?? '', note: '' });
    expect(await done(agreed)).toMatchObject([
      { outcome: 'dealt_with', note: 'Called Sam', doneBy: 'Alex Harbor' },
    ]);
    expect(await actions(agreed)).toContain('review.resolved');
  });
});

test('follows the setting for a large total, which the browser knows', async () => {
  const other = await startTestApp({ settings: { confirmAboveCents: cents(5_000) } });
  const boss = await admin(other);
  const rita = await driver(other);
  const id = await book(await customer(other), { date: TODAY });
  await readyToDeliver(boss, id, rita.driverId);
  const question = await refusal(boss.trpc.admin.complete.mutate({ id, actualGallons: 20 }));
  expect(question.message).toContain('The total is above $50.00.');
  expect(await boss.trpc.admin.chargeLimits.query()).toEqual({ confirmAboveCents: 5_000 });
  const day = await rita.visitor.trpc.driver.day.query({});
  expect(day.deliveries).toMatchObject([{ id, confirmAboveCents: 5_000 }]);
  await other.close();
});
