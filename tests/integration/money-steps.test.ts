/**
 * Tests steps that cancel each other out. In the end, no payment has changed, and none was
 * collected or lost unnoticed.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { admin, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
/** 20 gallons at $4.10, two small bags and a large one, all delivered. */
const TOTAL = 12_900;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let driverId: number;
beforeAll(async () => {
  app = await startTestApp({ capacity: 200 });
  sam = await customer(app);
  staff = await admin(app);
  ({ driverId } = await driver(app));
});
afterAll(() => app.close());

async function scheduled(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id, driverId);
  return id;
}
async function delivered(card?: string): Promise<string> {
  const id = await scheduled(card);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  return id;
}
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
/** Returns what Stripe collected for a delivery, minus refunds. */
const keptFor = (id: string) =>
  app.sandbox
    .ledger()
    .lines.filter((line) => line.appointmentId === id)
    .reduce((sum, { charged, refunded }) => sum + charged - refunded, 0);
const refund = (id: string, amount: string | null) =>
  staff.trpc.admin.refund.mutate({ id, amount, requestId: crypto.randomUUID() });
const correct = async (id: string, gallons: number) =>
  staff.trpc.admin.correctDelivery.mutate({
    ...{ id, actualGallons: gallons, smallIceBags: 2, largeIceBags: 1, reason: 'Read again' },
    confirmedTotal: (gallons * 4.1 + 47).toFixed(2),
    version: (await seen(id)).version,
    requestId: crypto.randomUUID(),
  });

describe('a correction down and up again', () => {
  test.each<[string, string | null, number]>([
    ['nothing was refunded', '', TOTAL],
    ['all was refunded', null, 0],
    ['a part was refunded', '120', TOTAL - 12_000],
  ])('charges the earlier amount if %s', async (_, refunded, kept) => {
    const id = await delivered();
    if (refunded !== '') await refund(id, refunded);
    await correct(id, 15);
    await correct(id, 20);
    expect(keptFor(id)).toBe(kept);
    await correct(id, 21);
    expect(keptFor(id)).toBe(kept + 410);
  });

  test('charges nothing again for a corrected and refunded delivery', async () => {
    const id = await delivered();
    await correct(id, 22);
    await refund(id, null);
    await correct(id, 20);
    await correct(id, 22);
    expect(keptFor(id)).toBe(0);
  });
});

test("doesn't reclaim a staff refund as its own", async () => {
  const id = await delivered();
  const named = { id, amount: '5', requestId: `correction:${crypto.randomUUID()}` };
  expect(await refusal(staff.trpc.admin.refund.mutate(named))).toMatchObject({
    status: 400,
    field: 'requestId',
  });
  await refund(id, '5');
  await correct(id, 21);
  expect(keptFor(id)).toBe(TOTAL - 500 + 410);
});

test('waits for staff if Stripe refuses its refund', async () => {
  const id = await delivered();
  const { rows } = await app.deps.db.client.execute({
    sql: 'select payment_intent_id from charges where appointment_id = ?',
    args: [id],
  });
  // The cardholder disputed the payment at their bank, and we haven't been notified.
  const body = JSON.stringify({ payment_intent: String(rows[0]?.payment_intent_id) });
  await app.sandbox.fetch(
    new Request('http://sandbox/_sandbox/disputes', { method: 'POST', body }),
  );
  await correct(id, 15);
  expect(await seen(id)).toMatchObject({ refundedCents: 0, refundFailed: true });
  const { open } = await staff.trpc.admin.reviewQueue.query();
  expect(open.filter(({ delivery }) => delivery?.id === id)).toMatchObject([
    { kind: 'refund_failed', refund: { amountCents: 2_050 } },
  ]);
});

test("adds up small steps, and collects them once they're enough for a card", async () => {
  const id = await delivered();
  await correct(id, 20.1);
  expect(keptFor(id)).toBe(TOTAL);
  await correct(id, 20.2);
  expect(keptFor(id)).toBe(TOTAL + 82);
  await correct(id, 20.3);
  await correct(id, 20.4);
  expect(keptFor(id)).toBe(TOTAL + 164);
  expect(await seen(id)).toMatchObject({ totalPriceCents: TOTAL + 164, balancePaid: true });
  await correct(id, 20);
  expect(keptFor(id)).toBe(TOTAL);
});

test('leaves an overpayment if the customer pays while the debt is lowered, and staff are notified', async () => {
  const id = await delivered(DECLINES);
  const payment = await sam.trpc.booking.createBalancePayment.mutate({
    appointmentId: id,
    remainingAmount: TOTAL / 100,
  });
  await payInBrowser(app, payment.clientSecret, { number: '4242424242424242' });
  await correct(id, 15);
  await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
  const { open } = await staff.trpc.admin.reviewQueue.query();
  expect(open.filter(({ delivery }) => delivery?.id === id)).toMatchObject([
    {
      kind: 'payment_difference',
      reason: 'The customer paid $129.00 and owed $108.50. Refund $20.50 of this delivery.',
    },
  ]);
  await refund(id, '20.50');
  expect(keptFor(id)).toBe(TOTAL - 2_050);
});

describe('two tabs', () => {
  test('that complete with different figures show the second one what was recorded', async () => {
    const id = await scheduled();
    const complete = (actualGallons: number, expectedTotal: string, over = {}) =>
      staff.trpc.admin.complete.mutate({ id, actualGallons, expectedTotal, ...over });
    const first = await complete(20, '129.00');
    expect(await complete(20, '129.00')).toEqual(first);
    for (const other of [complete(25, '149.50'), complete(20, '134.00', { smallIceBags: 3 })]) {
      const heard = await refusal(other);
      expect(heard).toMatchObject({ status: 409, reason: 'conflict' });
      expect(heard.message).toBe('Someone already completed this delivery with 20 gallons.');
    }
    // A program that doesn't send the total it showed gets the first result.
    expect(await staff.trpc.admin.complete.mutate({ id, actualGallons: 25 })).toEqual(first);
    expect(takenFor(app, id)).toBe(TOTAL);
  });
});
