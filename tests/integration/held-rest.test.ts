/**
 * If a driver's device showed a smaller total than ours, that total is charged and the rest goes to review.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
/** 28 gallons at $4.10, and $25 for fuel alone. */
const TOTAL = 13_980;
/** The device's total, with an old fuel price of $3.60. */
const SEEN = 12_580;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let dana: { visitor: Visitor; driverId: number };
let keys = 0;

beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
  dana = await driver(app);
});
afterAll(() => app.close());

/** Completed by a device that showed a smaller total. */
async function delivered(over: Record<string, unknown> = {}, card?: string) {
  const order = { estimatedGallons: 25, smallIceBags: 0, largeIceBags: 0 };
  const id = await book(sam, order, card);
  await readyToDeliver(staff, id, dana.driverId);
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  keys += 1;
  const action = {
    id,
    actualGallons: 28,
    actionKey: `held-rest-action-key-${keys}`,
    expectedTotal: '125.80',
  };
  const result = await dana.visitor.trpc.driver.complete.mutate({ ...action, ...over });
  return {
    id,
    result,
    again: () => dana.visitor.trpc.driver.complete.mutate({ ...action, ...over }),
  };
}
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const open = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).open.filter((item) => item.delivery?.id === id);
const outcomes = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).done
    .filter((item) => item.delivery?.id === id)
    .map(({ outcome }) => outcome);
const charges = async (id: string) =>
  (await staff.trpc.admin.charges.query({ id })).map(({ kind, state, amountCents }) => [
    kind,
    state,
    amountCents,
  ]);
const told = async (id: string, kind: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select body from outbox where appointment_id = ? and dedupe_key like ?',
    args: [id, `${kind}:%`],
  });
  return rows.map(({ body }) => String(body));
};
const releaseCharge = (id: string, cents = TOTAL) =>
  staff.trpc.admin.releaseCharge.mutate({ id, confirmedTotal: cents / 100 });
const correctCharge = (id: string, gallons: number) =>
  staff.trpc.admin.correctCharge.mutate({
    ...{ id, actualGallons: gallons, smallIceBags: 0, largeIceBags: 0 },
    confirmedTotal: ((gallons * 410 + 2_500) / 100).toFixed(2),
  });
/**
 * Corrects the delivery to 20 gallons, with ice for $35.00, which is seven small bags or five large
 * ones.
 */
const correctWithIce = (id: string, bags: { smallIceBags: number; largeIceBags: number }) =>
  staff.trpc.admin.correctCharge.mutate({
    ...{ id, actualGallons: 20, ...bags, confirmedTotal: '147.00' },
  });
const forgiveCharge = (id: string) =>
  staff.trpc.admin.forgiveCharge.mutate({ id, note: 'Our slip' });

describe('the device', () => {
  test("charges its smaller total immediately, and the rest waits, however often it's sent", async () => {
    const { id, result, again } = await delivered();
    expect(result).toMatchObject({ paymentProcessed: true, balancePaid: false, held: 'rest' });
    expect(result.paymentError).toContain('We charged $125.80');
    expect(await again()).toEqual(result);
    app.clock.advance(60_000);
    await sweepCharges(app);
    expect(takenFor(app, id)).toBe(SEEN);
    expect(await charges(id)).toEqual([
      ['delivery', 'succeeded', SEEN],
      ['correction', 'held', TOTAL - SEEN],
    ]);
    expect(await seen(id)).toMatchObject({
      actualGallonsTenths: 280,
      totalPriceCents: TOTAL,
      totalPaidCents: SEEN,
      remainingBalanceCents: 0,
      balancePaid: false,
      paymentChip: 'In review',
    });
    expect(await open(id)).toMatchObject([
      {
        kind: 'held_charge',
        reason: 'The total is higher than the one the driver saw.',
        held: { totalCents: TOTAL, takenCents: SEEN },
      },
    ]);
    const [mail] = await told(id, 'completed');
    expect(mail).toContain('$125.80');
    expect(mail).not.toContain('$139.80');
  });

  test('charges ours if it saw a larger total or none, and nothing goes to review', async () => {
    for (const expectedTotal of ['150.00', undefined]) {
      const { id } = await delivered({ expectedTotal });
      expect(takenFor(app, id)).toBe(TOTAL);
      expect(await charges(id)).toEqual([['delivery', 'succeeded', TOTAL]]);
      expect(await open(id)).toEqual([]);
      // The history explains why the customer heard a different amount at the dock.
      const { history } = await staff.trpc.admin.appointment.query({ id });
      const completed = history.find(({ action }) => action === 'appointment.completed');
      expect(completed?.after?.seenTotalCents).toBe(expectedTotal && 15_000);
    }
  });

  test('charges nothing if the figures are far from the order, or if it saw almost nothing', async () => {
    const far = await delivered({ actualGallons: 284 });
    const nothing = await delivered({ expectedTotal: '0' });
    const cent = await delivered({ expectedTotal: '0.49' });
    for (const { id } of [far, nothing, cent]) {
      expect(takenFor(app, id)).toBe(0);
      expect(await charges(id)).toMatchObject([['delivery', 'held', expect.any(Number)]]);
    }
  });
});

describe('a rest in review', () => {
  test('is charged once, with one press by a person who saw the total', async () => {
    const { id } = await delivered();
    expect(await refusal(releaseCharge(id, SEEN))).toMatchObject({ reason: 'needs_confirmation' });
    await Promise.all([releaseCharge(id), releaseCharge(id), releaseCharge(id)]);
    await releaseCharge(id);
    expect(takenFor(app, id)).toBe(TOTAL);
    expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: TOTAL });
    expect(await outcomes(id)).toEqual(['charged']);
    const [mail] = await told(id, 'corrected');
    expect(mail).toContain('The total was $125.80. It’s now $139.80.');
    expect(app.sandbox.ledger().doubleCharged).toEqual([]);
    expect((await refusal(forgiveCharge(id))).status).toBe(409);
  });

  test('is written off, and the paid part stays', async () => {
    const { id } = await delivered();
    await Promise.all([forgiveCharge(id), forgiveCharge(id)]);
    expect(await seen(id)).toMatchObject({
      totalPriceCents: SEEN,
      totalPaidCents: SEEN,
      balancePaid: true,
      paymentChip: 'Paid by card',
    });
    expect(await outcomes(id)).toEqual(['forgiven']);
    expect(await told(id, 'corrected')).toEqual([]);
    expect((await refusal(releaseCharge(id, SEEN))).status).toBe(409);
  });

  test('is corrected upward with a charge for the difference, or downward with a refund', async () => {
    const up = await delivered();
    await correctCharge(up.id, 26);
    await correctCharge(up.id, 26);
    expect(takenFor(app, up.id)).toBe(26 * 410 + 2_500);
    expect(await seen(up.id)).toMatchObject({ actualGallonsTenths: 260, balancePaid: true });
    const down = await delivered();
    await correctCharge(down.id, 20);
    expect(await seen(down.id)).toMatchObject({
      totalPriceCents: 10_700,
      totalPaidCents: SEEN,
      refundedCents: SEEN - 10_700,
      balancePaid: true,
    });
    expect(await outcomes(down.id)).toEqual(['corrected']);
  });

  test('is corrected once: different figures with the same total are refused, and the first ones stay', async () => {
    const { id } = await delivered();
    await correctWithIce(id, { smallIceBags: 7, largeIceBags: 0 });
    await correctWithIce(id, { smallIceBags: 7, largeIceBags: 0 });
    const other = correctWithIce(id, { smallIceBags: 0, largeIceBags: 5 });
    expect(await refusal(other)).toMatchObject({
      status: 409,
      message: 'Someone already resolved this delivery. Reload the page to see it.',
    });
    expect(await seen(id)).toMatchObject({ smallIceBags: 7, largeIceBags: 0 });
  });

  test('of more than a quarter extra is paid by the customer, not by the saved card alone', async () => {
    const { id } = await delivered({ expectedTotal: '100.00' });
    await releaseCharge(id);
    expect(takenFor(app, id)).toBe(10_000);
    expect(await seen(id)).toMatchObject({ remainingBalanceCents: TOTAL - 10_000 });
    expect((await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).status).toBe(409);
    const payment = await sam.trpc.booking.createBalancePayment.mutate({
      appointmentId: id,
      remainingAmount: (TOTAL - 10_000) / 100,
    });
    await payInBrowser(app, payment.clientSecret, { number: '4242424242424242' });
    await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect(takenFor(app, id)).toBe(TOTAL);
    expect(await seen(id)).toMatchObject({ balancePaid: true });
  });

  test('is added to the balance if the card was declined', async () => {
    const { id } = await delivered({}, DECLINES);
    expect(await seen(id)).toMatchObject({ remainingBalanceCents: SEEN, chargeState: 'declined' });
    await releaseCharge(id);
    expect(await seen(id)).toMatchObject({ remainingBalanceCents: TOTAL, totalPriceCents: TOTAL });
    await staff.trpc.admin.recordCash.mutate({ id });
    expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: TOTAL });
    expect(takenFor(app, id)).toBe(0);
  });

  test("also waits if the other part is paid in cash, and cash pays it once it's approved", async () => {
    const { id } = await delivered({}, DECLINES);
    await staff.trpc.admin.recordCash.mutate({ id });
    expect(await seen(id)).toMatchObject({ totalPaidCents: SEEN, balancePaid: false });
    expect((await refusal(staff.trpc.admin.recordCash.mutate({ id }))).status).toBe(409);
    await releaseCharge(id);
    await staff.trpc.admin.recordCash.mutate({ id });
    expect(await seen(id)).toMatchObject({ totalPaidCents: TOTAL, balancePaid: true });
  });

  test('is decided once if two people press different buttons simultaneously', async () => {
    const { id } = await delivered();
    const pressed = await Promise.allSettled([releaseCharge(id), forgiveCharge(id)]);
    expect(pressed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await outcomes(id)).toHaveLength(1);
    expect([SEEN, TOTAL]).toContain(takenFor(app, id));
    expect((await seen(id)).totalPriceCents as number).toBe(takenFor(app, id));
  });
});
