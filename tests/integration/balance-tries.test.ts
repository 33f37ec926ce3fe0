/**
 * Limits card testing on a delivery's balance too, because its secret accepts one card after
 * another.
 */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { forgetCardTries } from '@/server/modules/payments/cards/card-tries.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const DECLINES_LATER = '4000000000000341';
const DECLINED = { number: '4000000000000002' };
const VISA = { number: '4242424242424242' };
/** 10 gallons at $4.10, $17 for ice, and $30 for delivery. */
const DUE = 88;

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let id: string;
beforeEach(async () => {
  app = await startTestApp({ settings: { limitFactor: 1 } });
  staff = await admin(app);
  sam = await customer(app);
  id = await book(sam, {}, DECLINES_LATER);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  await tellDeclines();
});
afterEach(() => app.close());

const open = (visitor = sam) =>
  visitor.trpc.booking.createBalancePayment.mutate({ appointmentId: id, remainingAmount: DUE });
/** Sends Stripe's events about declines. */
async function tellDeclines() {
  for (const event of await app.deps.payments.listEvents({ since: 0 })) {
    if (event.type === 'payment_intent.payment_failed') await handlePaymentEvent(app, event);
  }
}
/** Tries this many declined cards with one client secret, without a call to us in between. */
async function tryCards(count: number, clientSecret: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) {
    statuses.push((await payInBrowser(app, clientSecret, DECLINED)).status);
    await tellDeclines();
  }
  return statuses;
}
const counted = async () => {
  const { rows } = await app.deps.db.client.execute(
    'select count(*) as n from card_tries where decline_event is not null',
  );
  return Number(rows[0]?.n);
};

test('the ninth card finds the payment closed, and staff are notified once', async () => {
  const { clientSecret } = await open();
  // One card was typed during booking.
  const statuses = await tryCards(12, clientSecret);
  expect(statuses.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => 402));
  expect(statuses.slice(7)).toEqual(Array.from({ length: 5 }, () => 400));
  expect(await counted()).toBe(7);
  expect((await payInBrowser(app, clientSecret, VISA)).status).toBe(400);
  expect(takenFor(app, id)).toBe(0);
  const items = (await staff.trpc.admin.reviewQueue.query()).open;
  expect(items).toMatchObject([{ kind: 'cards_tried', delivery: { id } }]);
  expect(await refusal(open())).toMatchObject({ status: 429 });
  // Staff can still settle the balance.
  await staff.trpc.admin.recordCash.mutate({ id });
  const { appointment } = await staff.trpc.admin.appointment.query({ id });
  expect(appointment).toMatchObject({ balancePaid: true, paymentChip: 'Paid cash' });
});

test('no new secret is issued for a while after a few declines, and then the right card pays', async () => {
  const { clientSecret } = await open();
  await tryCards(2, clientSecret);
  const refused = await refusal(open());
  expect(refused).toMatchObject({ status: 429, reason: 'rate_limited' });
  expect(refused.message).toContain('Several cards were declined.');
  // Staff may open the payment, because they're with the customer.
  expect((await open(staff)).amountCents as number).toBe(8800);
  app.clock.advance(5_000);
  const again = await open();
  expect((await payInBrowser(app, again.clientSecret, VISA)).status).toBe(200);
  await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
  expect(takenFor(app, id)).toBe(8800);
});

test("the saved card isn't a new card, and a repeated event counts once", async () => {
  expect(await counted()).toBe(0);
  const payment = await open();
  const saved = { paymentMethodId: payment.savedCard?.paymentMethodId ?? '' };
  for (let n = 0; n < 4; n += 1) await payInBrowser(app, payment.clientSecret, saved);
  await tellDeclines();
  expect(await counted()).toBe(0);
  await tryCards(1, payment.clientSecret);
  await tellDeclines();
  expect(await counted()).toBe(1);
});

test('card attempts are kept as long as the balance is open', async () => {
  const { clientSecret } = await open();
  await tryCards(3, clientSecret);
  app.clock.advance(400 * 86_400_000);
  await forgetCardTries(app);
  expect(await counted()).toBe(3);
});
