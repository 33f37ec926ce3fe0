/** A partially paid delivery can still be collected: by retry, by the payment link, and in cash. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { applyPaymentIntent } from '@/server/modules/payments/charges/charge-outcome.usecases';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const GOOD = '4242424242424242';
const DECLINES = '4000000000000341';
/** 10 gallons at $4.10, two small bags and a large one, all delivered. */
const TOTAL = 8_800;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let requests = 0;
const request = () => {
  requests += 1;
  return `part-paid-${requests}`;
};

beforeAll(async () => {
  app = await startTestApp({ capacity: 200 });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

async function delivered(card = DECLINES): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const cash = (id: string, amount: string | null, requestId = request()) =>
  staff.trpc.admin.recordCash.mutate({ id, amount, requestId });
async function payByLink(id: string, dollars: number) {
  const payment = await sam.trpc.booking.createBalancePayment.mutate({
    appointmentId: id,
    remainingAmount: dollars,
  });
  await payInBrowser(app, payment.clientSecret, { number: GOOD });
  return sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
}
/** Stripe collected $50.00 of $88.00. */
async function partOfCard(): Promise<string> {
  const id = await delivered();
  const payment = await sam.trpc.booking.createBalancePayment.mutate({
    appointmentId: id,
    remainingAmount: TOTAL / 100,
  });
  const intent = await app.deps.payments.retrievePaymentIntent(payment.paymentIntentId);
  await applyPaymentIntent(app.deps, {
    ...intent,
    status: 'succeeded',
    amountReceivedCents: cents(5_000),
    refusal: null,
  });
  return id;
}
/** $50.00 of $88.00 was paid in cash. */
async function partInCash(): Promise<string> {
  const id = await delivered();
  await cash(id, '50.00');
  return id;
}
const WAYS = [
  ['by card', partOfCard],
  ['in cash', partInCash],
] as const;

describe.each(WAYS)('a delivery paid in part %s', (_way, begin) => {
  test('owes the rest and shows it', async () => {
    expect(await seen(await begin())).toMatchObject({
      totalPaidCents: 5_000,
      remainingBalanceCents: 3_800,
      balancePaid: false,
      paymentBadge: 'Payment Failed',
    });
  });

  test('is paid by the link', async () => {
    const id = await begin();
    await payByLink(id, 38);
    expect(await seen(id)).toMatchObject({ totalPaidCents: TOTAL, balancePaid: true });
    expect(takenFor(app, id)).toBe(3_800);
  });

  test('is paid by a retry of the card', async () => {
    const id = await begin();
    const other = await book(sam);
    await app.deps.db.client.execute({
      sql: 'update appointments set stripe_payment_method_id = (select stripe_payment_method_id from appointments where id = ?) where id = ?',
      args: [other, id],
    });
    await staff.trpc.admin.retryCharge.mutate({ id });
    expect(await seen(id)).toMatchObject({ totalPaidCents: TOTAL, balancePaid: true });
    expect(takenFor(app, id)).toBe(3_800);
  });

  test('is paid in cash, in full or in part', async () => {
    const id = await begin();
    await cash(id, '10');
    expect(await seen(id)).toMatchObject({ totalPaidCents: 6_000, remainingBalanceCents: 2_800 });
    await cash(id, null);
    expect(await seen(id)).toMatchObject({ totalPaidCents: TOTAL, balancePaid: true });
  });
});

describe('cash for a part', () => {
  test('sent again counts once, even simultaneously', async () => {
    const id = await delivered();
    const requestId = request();
    await Promise.allSettled([1, 2, 3].map(() => cash(id, '50', requestId)));
    await cash(id, '50', requestId);
    expect(await seen(id)).toMatchObject({ totalPaidCents: 5_000, remainingBalanceCents: 3_800 });
  });

  test('of another amount is refused with the same request ID and counts nothing', async () => {
    const id = await delivered();
    const requestId = request();
    await cash(id, '50', requestId);
    expect(await refusal(cash(id, '20', requestId))).toMatchObject({
      status: 409,
      message: '$50.00 in cash is already recorded. Check it before you record more.',
    });
    expect(await seen(id)).toMatchObject({ totalPaidCents: 5_000, remainingBalanceCents: 3_800 });
  });

  test("doesn't count as the whole rest with the same request ID", async () => {
    const id = await delivered();
    const requestId = request();
    await cash(id, '50', requestId);
    expect(await refusal(cash(id, null, requestId))).toMatchObject({
      status: 409,
      message: '$50.00 in cash is already recorded. Check it before you record more.',
    });
    expect(await seen(id)).toMatchObject({ totalPaidCents: 5_000, remainingBalanceCents: 3_800 });
    const rest = request();
    await cash(id, null, rest);
    await cash(id, null, rest);
    await cash(id, '38', rest);
    expect(await seen(id)).toMatchObject({ totalPaidCents: TOTAL, balancePaid: true });
  });

  test('is never more than the balance, and needs a request ID', async () => {
    const id = await delivered();
    expect(await refusal(cash(id, '88.01'))).toMatchObject({ status: 409 });
    expect(await refusal(cash(id, '0'))).toMatchObject({ status: 400 });
    expect(await refusal(staff.trpc.admin.recordCash.mutate({ id, amount: '5' }))).toMatchObject({
      status: 400,
    });
    expect(await seen(id)).toMatchObject({ totalPaidCents: 0, remainingBalanceCents: TOTAL });
  });

  test("can leave a rest that's too small for a card and payable only in cash", async () => {
    const id = await delivered();
    await cash(id, '87.70');
    expect((await refusal(staff.trpc.admin.retryCharge.mutate({ id }))).message).toContain('$0.50');
    const link = sam.trpc.booking.createBalancePayment.mutate({
      appointmentId: id,
      remainingAmount: 0.3,
    });
    expect(await refusal(link)).toMatchObject({ status: 409 });
    await cash(id, null);
    expect(await seen(id)).toMatchObject({ totalPaidCents: TOTAL, balancePaid: true });
  });
});

test('can be recorded after a partial refund and a declined correction', async () => {
  const id = await delivered();
  await payByLink(id, 88);
  await staff.trpc.admin.refund.mutate({ id, amount: 20, requestId: request(), reason: '' });
  const { version } = await seen(id);
  await staff.trpc.admin.correctDelivery.mutate({
    id,
    actualGallons: 11,
    smallIceBags: 2,
    largeIceBags: 1,
    reason: 'Read again',
    confirmedTotal: 92.1,
    version,
    requestId: request(),
  });
  expect(await seen(id)).toMatchObject({ remainingBalanceCents: 410, refundedCents: 2_000 });
  await staff.trpc.admin.retryCharge.mutate({ id });
  expect(await seen(id)).toMatchObject({ remainingBalanceCents: 410, chargeState: 'declined' });
  await payByLink(id, 4.1);
  expect(await seen(id)).toMatchObject({ totalPaidCents: 9_210, balancePaid: true });
  expect(takenFor(app, id)).toBe(9_210);
});
