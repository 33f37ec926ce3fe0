/**
 * Tests corrections of delivered amounts. A lower total is a refund, and a higher one is another
 * charge.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { sweepRefunds } from '@/server/modules/payments/refunds/send-refunds.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const DECLINES = '4000000000000341';
/** 20 gallons at $4.10, two small bags and a large one, all delivered. */
const TOTAL = 12_900;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
let requests = 0;
/** Calls to the provider that are lost, before or after they take effect. */
const lost: { before: Set<string>; after: Set<string> } = { before: new Set(), after: new Set() };

beforeAll(async () => {
  app = await startTestApp({
    capacity: 200,
    payments: (real) =>
      new Proxy(real, {
        get(target, name: keyof typeof real) {
          return async (...input: unknown[]) => {
            if (lost.before.has(name)) throw new PaymentsUnreachable('no answer');
            const call = target[name] as (...args: unknown[]) => Promise<unknown>;
            const answer = await call(...input);
            if (lost.after.has(name)) throw new PaymentsUnreachable('the reply was lost');
            return answer;
          };
        },
      }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterEach(() => {
  lost.before.clear();
  lost.after.clear();
});
afterAll(() => app.close());

/** 20 gallons and three bags, delivered and charged. */
async function delivered(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  return id;
}
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const totalOf = (gallons: number) => gallons * 410 + 1_700 + 3_000;

/** A correction as the dialog sends it: to this many gallons, with the shown total. */
async function correction(id: string, gallons: number, over: Record<string, unknown> = {}) {
  requests += 1;
  return {
    id,
    actualGallons: gallons,
    smallIceBags: 2,
    largeIceBags: 1,
    reason: 'The meter was read again',
    confirmedTotal: totalOf(gallons) / 100,
    version: (await seen(id)).version,
    requestId: `correction-${requests}`,
    ...over,
  };
}
const correct = async (id: string, gallons: number, over: Record<string, unknown> = {}) =>
  staff.trpc.admin.correctDelivery.mutate(await correction(id, gallons, over));
const charges = (id: string) => staff.trpc.admin.charges.query({ id });
const linesOf = (id: string) =>
  app.sandbox
    .ledger()
    .lines.filter((line) => line.appointmentId === id)
    .map(({ chargeId, charged, refunded }) => ({ chargeId, charged, refunded }));
const history = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).history;
const mails = async (id: string, kind: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: `select body from outbox where appointment_id = ? and dedupe_key like ?`,
    args: [id, `${kind}:%`],
  });
  return rows.map(({ body }) => String(body));
};
async function payByLink(id: string, remainingAmount: number, card = '4242424242424242') {
  const payment = await sam.trpc.booking.createBalancePayment.mutate({
    appointmentId: id,
    remainingAmount,
  });
  await payInBrowser(app, payment.clientSecret, { number: card });
  return sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
}
async function expectBooksAgree(id: string) {
  app.clock.advance(60_000);
  await sweepCharges(app);
  await sweepRefunds(app);
  const { unmended } = await reconcile(app);
  expect(unmended.filter((line) => line.includes(id))).toEqual([]);
  const row = await seen(id);
  const lines = linesOf(id);
  expect(row.totalPaidCents).toBe(lines.reduce((sum, { charged }) => sum + charged, 0));
  expect(row.refundedCents).toBe(lines.reduce((sum, { refunded }) => sum + refunded, 0));
}

describe('a lower total', () => {
  test('refunds the difference, as the figures, the history, and the email show', async () => {
    const id = await delivered();
    const now = await correct(id, 18);
    expect(now).toMatchObject({
      actualGallonsTenths: 180,
      totalPriceCents: totalOf(18),
      totalPaidCents: TOTAL,
      refundedCents: 820,
      remainingBalanceCents: 0,
      balancePaid: true,
      paymentChip: 'Partially refunded',
    });
    expect(linesOf(id)).toEqual([{ chargeId: `${id}:1`, charged: TOTAL, refunded: 820 }]);
    const entry = (await history(id)).find(({ action }) => action === 'appointment.corrected');
    expect(entry).toMatchObject({
      actorName: 'Alex Harbor',
      before: { actualGallonsTenths: 200, totalPriceCents: TOTAL },
      after: {
        actualGallonsTenths: 180,
        totalPriceCents: totalOf(18),
        reason: 'The meter was read again',
        money: ['Refund $8.20'],
      },
    });
    const [mail] = await mails(id, 'corrected');
    expect(mail).toContain('18 gallons of Regular');
    expect(mail).toContain('The total was $129.00. It’s now $120.80.');
    expect(mail).toContain('We’re refunding $8.20 to your card.');
    await expectBooksAgree(id);
  });

  test("refunds once if it's sent twice with one request and a lost reply", async () => {
    const id = await delivered();
    const input = await correction(id, 15);
    lost.after.add('refund');
    await Promise.all([1, 2, 3].map(() => staff.trpc.admin.correctDelivery.mutate(input)));
    lost.after.clear();
    await staff.trpc.admin.correctDelivery.mutate(input);
    await expectBooksAgree(id);
    expect(linesOf(id)).toMatchObject([{ charged: TOTAL, refunded: 2_050 }]);
    expect(
      (await history(id)).filter(({ action }) => action === 'appointment.corrected'),
    ).toHaveLength(1);
    const other = { ...input, actualGallons: 14, confirmedTotal: totalOf(14) / 100 };
    expect(await refusal(staff.trpc.admin.correctDelivery.mutate(other))).toMatchObject({
      status: 409,
      message: 'This request ID was already used for another correction.',
    });
  });

  test('is refunded from the correction first, down to nothing', async () => {
    const id = await delivered();
    await correct(id, 22);
    await correct(id, 19);
    expect(linesOf(id)).toEqual([
      { chargeId: `${id}:1`, charged: TOTAL, refunded: 410 },
      { chargeId: `${id}:2`, charged: 820, refunded: 820 },
    ]);
    await correct(id, 2, { smallIceBags: 0, largeIceBags: 0, confirmedTotal: 33.2 });
    expect(await seen(id)).toMatchObject({
      totalPriceCents: 3_320,
      refundedCents: 820 + 12_900 - 3_320,
      paymentChip: 'Partially refunded',
    });
    await expectBooksAgree(id);
  });

  test('of a delivery paid in cash is money that staff return', async () => {
    const id = await delivered(DECLINES);
    await staff.trpc.admin.recordCash.mutate({ id });
    expect(await correct(id, 18)).toMatchObject({
      refundedCents: 820,
      paymentChip: 'Partially refunded',
    });
    expect(takenFor(app, id)).toBe(0);
    expect((await mails(id, 'refund'))[0]).toContain('$8.20 in cash');
  });

  test('of an unpaid debt reduces the debt', async () => {
    const id = await delivered(DECLINES);
    expect(await correct(id, 18)).toMatchObject({
      remainingBalanceCents: totalOf(18),
      totalPaidCents: 0,
      chargeState: 'declined',
    });
    await payByLink(id, totalOf(18) / 100);
    expect(takenFor(app, id)).toBe(totalOf(18));
    await expectBooksAgree(id);
  });

  test('reaches a payment that the customer has open in a browser', async () => {
    const id = await delivered(DECLINES);
    const payment = await sam.trpc.booking.createBalancePayment.mutate({
      appointmentId: id,
      remainingAmount: TOTAL / 100,
    });
    await correct(id, 18);
    await payInBrowser(app, payment.clientSecret, { number: '4242424242424242' });
    await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
    expect(takenFor(app, id)).toBe(totalOf(18));
    expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: totalOf(18) });
  });
});

describe('a higher total', () => {
  test('of up to a quarter is a separate charge to the saved card', async () => {
    const id = await delivered();
    const now = await correct(id, 25);
    expect(now).toMatchObject({
      totalPriceCents: totalOf(25),
      totalPaidCents: totalOf(25),
      balancePaid: true,
      paymentChip: 'Paid by card',
    });
    expect(linesOf(id)).toEqual([
      { chargeId: `${id}:1`, charged: TOTAL, refunded: 0 },
      { chargeId: `${id}:2`, charged: 2_050, refunded: 0 },
    ]);
    expect((await charges(id)).map(({ kind, amountCents }) => ({ kind, amountCents }))).toEqual([
      { kind: 'delivery', amountCents: TOTAL },
      { kind: 'correction', amountCents: 2_050 },
    ]);
    expect((await mails(id, 'corrected'))[0]).toContain(
      'We’re charging $20.50 more to your card ending in 4242',
    );
    await expectBooksAgree(id);
    expect(app.sandbox.ledger().doubleCharged).toEqual([]);
  });

  test('of more than a quarter is left to the customer, and no retry collects it', async () => {
    const id = await delivered();
    const now = await correct(id, 30);
    expect(now).toMatchObject({
      totalPaidCents: TOTAL,
      remainingBalanceCents: 4_100,
      balancePaid: false,
      chargeError: 'The customer has to approve this amount and pay it.',
    });
    expect(takenFor(app, id)).toBe(TOTAL);
    expect((await mails(id, 'corrected'))[0]).toContain('You owe $41.00. Pay here:');
    const retried = await refusal(staff.trpc.admin.retryCharge.mutate({ id }));
    expect(retried).toMatchObject({ status: 409 });
    expect(retried.message).toContain('the customer has to approve');
    await payByLink(id, 41);
    expect(await seen(id)).toMatchObject({ balancePaid: true, totalPaidCents: totalOf(30) });
    await expectBooksAgree(id);
  });

  test('in small steps is never more than a quarter in total', async () => {
    const id = await delivered();
    await correct(id, 25);
    expect(await correct(id, 28)).toMatchObject({ remainingBalanceCents: 1_230 });
    expect(takenFor(app, id)).toBe(totalOf(25));
  });

  test('that the card declines stays a debt that can be retried, or paid by link or in cash', async () => {
    const id = await delivered(DECLINES);
    await payByLink(id, TOTAL / 100);
    const now = await correct(id, 22);
    expect(now).toMatchObject({
      remainingBalanceCents: 820,
      chargeState: 'declined',
      paymentBadge: 'Payment Failed',
    });
    expect((await mails(id, 'balance-due')).at(-1)).toContain('$8.20');
    await staff.trpc.admin.retryCharge.mutate({ id });
    expect(await seen(id)).toMatchObject({ remainingBalanceCents: 820 });
    const other = await refusal(
      sam.trpc.booking.createBalancePayment.mutate({ appointmentId: id, remainingAmount: 129 }),
    );
    expect(other).toMatchObject({ status: 409 });
    const after = await staff.trpc.admin.recordCash.mutate({ id });
    expect(after).toMatchObject({ balancePaid: true, totalPaidCents: totalOf(22) });
    expect(takenFor(app, id)).toBe(TOTAL);
  });

  test('whose answer is lost is charged once', async () => {
    const id = await delivered();
    const input = await correction(id, 22);
    lost.after.add('confirmPaymentIntent');
    await Promise.all([1, 2].map(() => staff.trpc.admin.correctDelivery.mutate(input)));
    lost.after.clear();
    app.clock.advance(120_000);
    await sweepCharges(app);
    await staff.trpc.admin.correctDelivery.mutate(input);
    expect(linesOf(id)).toMatchObject([{ charged: TOTAL }, { charged: 820 }]);
    await expectBooksAgree(id);
  });

  test("isn't collected if it's too small for a card", async () => {
    const id = await delivered();
    expect(await correct(id, 20.1)).toMatchObject({
      totalPriceCents: TOTAL + 41,
      totalPaidCents: TOTAL,
      balancePaid: true,
      remainingBalanceCents: 0,
    });
    await expectBooksAgree(id);
    await correct(id, 20);
    expect(await seen(id)).toMatchObject({ totalPriceCents: TOTAL, refundedCents: 0 });
  });
});

describe('a correction', () => {
  test('needs its resulting total, and asks about figures far from the order', async () => {
    const id = await delivered();
    const question = await refusal(correct(id, 19, { confirmedTotal: undefined }));
    expect(question).toMatchObject({
      status: 409,
      reason: 'needs_confirmation',
      details: { totalCents: totalOf(19) },
    });
    const far = await refusal(correct(id, 190, { confirmedTotal: 1 }));
    expect(far.message).toStartWith('190 gallons were entered, for an order of 20.');
    expect(await seen(id)).toMatchObject({ totalPriceCents: TOTAL });
    expect(await refusal(correct(id, 20))).toMatchObject({ status: 409 });
    expect(await refusal(correct(id, 19, { reason: ' ' }))).toMatchObject({ status: 400 });
  });

  test('wins if two are sent simultaneously, and the other gets a conflict', async () => {
    const id = await delivered();
    const [one, other] = [await correction(id, 21), await correction(id, 19)];
    const outcomes = await Promise.allSettled(
      [one, other].map((input) => staff.trpc.admin.correctDelivery.mutate(input)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lostInput = outcomes[0]?.status === 'rejected' ? one : other;
    expect(await refusal(staff.trpc.admin.correctDelivery.mutate(lostInput))).toMatchObject({
      status: 409,
      reason: 'changed_meanwhile',
    });
    await expectBooksAgree(id);
  });

  test('waits while the card is being charged, and is only for completed deliveries', async () => {
    const open = await book(sam);
    await readyToDeliver(staff, open);
    expect(await refusal(correct(open, 19))).toMatchObject({ status: 409 });
    lost.before.add('confirmPaymentIntent');
    await staff.trpc.admin.complete.mutate({ id: open, actualGallons: 20 });
    expect((await refusal(correct(open, 19))).message).toContain('charging the card right now');
    lost.before.clear();
    app.clock.advance(120_000);
    await sweepCharges(app);
    expect(await correct(open, 19)).toMatchObject({ refundedCents: 410 });
  });

  test('of a refunded delivery charges only the difference, and a refund returns all of it', async () => {
    const id = await delivered();
    await staff.trpc.admin.refund.mutate({
      id,
      amount: 20,
      requestId: 'goodwill-refund',
      reason: '',
    });
    await correct(id, 21);
    expect(await seen(id)).toMatchObject({
      totalPaidCents: totalOf(21),
      refundedCents: 2_000,
      paymentStatus: 'partly_refunded',
    });
    // Signed in just now, because more than $100 needs a new proof after five minutes.
    const refunder = await admin(app);
    const all = await refunder.trpc.admin.refund.mutate({
      id,
      requestId: 'all-the-rest-of-it',
      reason: '',
    });
    expect(all).toMatchObject({ amountCents: totalOf(21) - 2_000 });
    expect(await seen(id)).toMatchObject({ refundedCents: totalOf(21), paymentChip: 'Refunded' });
    expect(
      await refunder.trpc.admin.refund.mutate({
        id,
        requestId: 'all-the-rest-of-it',
        reason: '',
      }),
    ).toMatchObject({ amountCents: totalOf(21) - 2_000 });
    await expectBooksAgree(id);
  });

  test("lost in a restore is found at Stripe when it's made again", async () => {
    const id = await delivered();
    await correct(id, 22);
    const { client } = app.deps.db;
    await client.execute({ sql: 'delete from charges where id = ?', args: [`${id}:2`] });
    await client.execute({
      sql: 'update appointments set total_paid_cents = ?, total_price_cents = ?, actual_gallons_tenths = 200 where id = ?',
      args: [TOTAL, TOTAL, id],
    });
    await correct(id, 22);
    expect(linesOf(id)).toMatchObject([{ charged: TOTAL }, { charged: 820 }]);
    expect(await seen(id)).toMatchObject({ totalPaidCents: totalOf(22), balancePaid: true });
  });

  test('is shown to the customer on the receipt', async () => {
    const id = await delivered();
    await correct(id, 22);
    expect(await sam.trpc.booking.get.query({ id })).toMatchObject({
      totalPriceCents: totalOf(22),
      payments: [
        { kind: 'delivery', receivedCents: TOTAL, refundedCents: 0 },
        { kind: 'correction', receivedCents: 820, refundedCents: 0 },
      ],
    });
  });
});
