/** Every movement of money has one ledger entry, on the day it moved. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { completeLedger } from '@/server/modules/ledger/ledger.usecases';
import { checkDispute } from '@/server/modules/payments/disputes/disputes.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { checkRefund } from '@/server/modules/payments/refunds/refund-outcome.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { allEntries, differencesToBooks, entriesOf } from '../support/ledger';
import { payInBrowser } from '../support/paying';
import type { Visitor } from '../support/visitor';

/** 10 gallons and three bags of ice. */
const TOTAL = 8_800;
const DECLINES = '4000000000000341';
const REFUND_FAILS = '4000000000005126';
const HOUR_MS = 3_600_000;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({
    capacity: 100,
    settings: { confirmRefundsAboveCents: cents(10_000_000) },
    payments: (real) => ({
      ...real,
      async confirmPaymentIntent(input) {
        const intent = await real.confirmPaymentIntent(input);
        return feeIsLate ? { ...intent, feeCents: null } : intent;
      },
    }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterEach(async () => expect(await differencesToBooks(app)).toEqual([]));
afterAll(() => app.close());

/** Stripe hasn't calculated its fee when it answers. */
let feeIsLate = false;
let requests = 0;
const requestId = () => {
  requests += 1;
  return `ledger-request-${requests}`;
};
async function delivered(card?: string, date = TOMORROW): Promise<string> {
  const id = await book(sam, { date }, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}
const run = (sql: string, ...args: string[]) => app.deps.db.client.execute({ sql, args });
const intentOf = async (id: string) =>
  String(
    (await run('select payment_intent_id as pi from charges where appointment_id = ?', id)).rows[0]
      ?.pi,
  );
/** Stripe collects a delivery's payment without the product. */
async function payBeside(id: string): Promise<void> {
  const { rows } = await run(
    'select stripe_customer_id as customer from appointments where id = ?',
    id,
  );
  await app.sandbox.fetch('http://sandbox/v1/payment_intents', {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_dockside' },
    body: new URLSearchParams({
      ...{ amount: String(TOTAL), currency: 'usd', customer: String(rows[0]?.customer) },
      ...{ 'metadata[appointment_id]': id, payment_method: 'pm_card_visa', confirm: 'true' },
    }),
  });
}
/** Stripe's ID of that payment. */
async function intentBesideOf(id: string): Promise<string> {
  const own = await intentOf(id);
  const { lines } = app.sandbox.ledger();
  const beside = lines.find((line) => line.appointmentId === id && line.paymentIntent !== own);
  return beside?.paymentIntent ?? '';
}
const control = async (path: string, body: object) => {
  const answer = await app.sandbox.fetch(
    new Request(`http://sandbox/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) }),
  );
  return (await answer.json()) as { id: string };
};
const kindsOf = async (id: string): Promise<[string, number][]> =>
  (await entriesOf(app, id)).flatMap(({ kind, grossCents }) =>
    kind === 'fee' ? [] : [[kind, grossCents]],
  );
async function correct(id: string, actualGallons: number, confirmedTotal: number) {
  const { version } = (await staff.trpc.admin.appointment.query({ id })).appointment;
  await staff.trpc.admin.correctDelivery.mutate({
    ...{ id, version, actualGallons, confirmedTotal, smallIceBags: 2, largeIceBags: 1 },
    ...{ reason: 'Read again', requestId: requestId() },
  });
}

describe('the ledger has an entry for', () => {
  test('a charge, with the day it moved and the day of the delivery', async () => {
    const id = await delivered();
    expect((await entriesOf(app, id)).filter(({ kind }) => kind !== 'fee')).toEqual([
      {
        source: `pi:${await intentOf(id)}`,
        sequence: 1,
        kind: 'charge',
        grossCents: TOTAL,
        feeCents: 0,
        movedAt: SATURDAY_8AM,
        movedOn: TODAY,
        deliveredOn: TOMORROW,
      },
    ]);
  });

  test('the fee of a payment, immediately or once Stripe has calculated it', async () => {
    const fees = async (id: string) =>
      (await entriesOf(app, id)).flatMap(({ kind, grossCents, feeCents }) =>
        kind === 'fee' ? [{ grossCents, feeCents }] : [],
      );
    // 2.9% and 30 cents.
    expect(await fees(await delivered())).toEqual([{ grossCents: 0, feeCents: 285 }]);
    feeIsLate = true;
    const id = await delivered();
    feeIsLate = false;
    expect(await fees(id)).toEqual([]);
    for (const _ of [1, 2]) await reconcile(app);
    expect(await fees(id)).toEqual([{ grossCents: 0, feeCents: 285 }]);
  });

  test('a second payment and its refund by staff or at Stripe, neither of which is revenue', async () => {
    const [byStaff, atStripe] = [await delivered(), await delivered()];
    for (const id of [byStaff, atStripe]) await payBeside(id);
    const second = await intentBesideOf(atStripe);
    await reconcile(app);
    const paid: [string, number][] = [
      ['charge', TOTAL],
      ['stray_payment', TOTAL],
    ];
    for (const id of [byStaff, atStripe]) expect(await kindsOf(id)).toEqual(paid);
    const { open } = await staff.trpc.admin.reviewQueue.query();
    const item = open.find(({ delivery }) => delivery?.id === byStaff)?.id ?? '';
    await staff.trpc.admin.refundDifference.mutate({ id: item, amount: TOTAL / 100 });
    const refund = { paymentIntentId: second, key: 'at Stripe', amountCents: cents(TOTAL) };
    await checkRefund(app.deps, (await app.deps.payments.refund(refund)).id);
    for (const id of [byStaff, atStripe]) {
      expect(await kindsOf(id)).toEqual([...paid, ['stray_refund', -TOTAL]]);
    }
  });

  test('a payment without a charge, which the completion applies', async () => {
    const id = await book(sam, { date: TOMORROW });
    await readyToDeliver(staff, id);
    await payBeside(id);
    await reconcile(app);
    expect(await kindsOf(id)).toEqual([['stray_payment', TOTAL]]);
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
    expect((await kindsOf(id)).sort()).toEqual([
      ['charge', TOTAL],
      ['stray_payment', -TOTAL],
      ['stray_payment', TOTAL],
    ]);
  });

  test('a charge after a retry, and one by the payment link', async () => {
    const [retried, linked] = [await delivered(DECLINES), await delivered(DECLINES)];
    expect(await kindsOf(retried)).toEqual([]);
    await run(
      "update appointments set stripe_payment_method_id = 'pm_card_visa' where id = ?",
      retried,
    );
    await staff.trpc.admin.retryCharge.mutate({ id: retried });
    const { clientSecret } = await sam.trpc.booking.createBalancePayment.mutate({
      appointmentId: linked,
      remainingAmount: TOTAL / 100,
    });
    await payInBrowser(app, clientSecret, { paymentMethodId: 'pm_card_visa' });
    await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: linked });
    for (const id of [retried, linked]) expect(await kindsOf(id)).toEqual([['charge', TOTAL]]);
  });

  test('a correction that charges more, and one that refunds', async () => {
    const id = await delivered();
    await correct(id, 12, 96.2);
    await correct(id, 11, 92.1);
    expect(await kindsOf(id)).toEqual([
      ['charge', TOTAL],
      ['correction_charge', 820],
      ['refund', -410],
    ]);
  });

  test('cash in parts, and cash that is returned', async () => {
    const id = await delivered(DECLINES);
    for (const amount of ['50', null]) {
      await staff.trpc.admin.recordCash.mutate({ id, amount, requestId: requestId() });
    }
    await staff.trpc.admin.refund.mutate({ id, amount: '40', requestId: requestId() });
    expect(await kindsOf(id)).toEqual([
      ['cash', 5_000],
      ['cash', TOTAL - 5_000],
      ['cash_back', -(TOTAL - 5_000)],
      ['cash_back', -200],
    ]);
  });

  test('a refund, one made at Stripe, and one that was returned', async () => {
    const id = await delivered(REFUND_FAILS);
    await staff.trpc.admin.refund.mutate({ id, amount: '5', requestId: requestId() });
    const outside = await delivered();
    await app.deps.payments.refund({
      ...{ paymentIntentId: await intentOf(outside), key: 'made at Stripe' },
      amountCents: cents(300),
    });
    await reconcile(app);
    expect(await kindsOf(outside)).toEqual([
      ['charge', TOTAL],
      ['refund', -300],
    ]);
    expect(await kindsOf(id)).toEqual([
      ['charge', TOTAL],
      ['refund', -500],
      ['refund_failed', 500],
    ]);
  });

  test("a dispute: the bank's withdrawal, its fee, and the loss only once it's lost", async () => {
    const id = await delivered();
    const dispute = await control('disputes', { payment_intent: await intentOf(id) });
    await checkDispute(app.deps, dispute.id);
    const taken: [string, number][] = [
      ['charge', TOTAL],
      ['dispute_fee', 0],
      ['dispute_withdrawn', -TOTAL],
    ];
    expect(await kindsOf(id)).toEqual(taken);
    expect(await entriesOf(app, id)).toContainEqual(
      expect.objectContaining({ kind: 'dispute_fee', feeCents: 1_500 }),
    );
    const outcomes: [string, ...[string, number][]][] = [
      ['lost', ['dispute_lost', -TOTAL]],
      ['won', ['dispute_returned', TOTAL], ['dispute_regained', TOTAL]],
    ];
    for (const [outcome, ...more] of outcomes) {
      await control('disputes/decide', { dispute: dispute.id, outcome });
      app.clock.advance(1_000);
      await checkDispute(app.deps, dispute.id);
      taken.push(...more);
      expect(await kindsOf(id)).toEqual(taken);
    }
  });

  test('nothing that moves no money: a test, a write-off, a refusal', async () => {
    await run("insert into promo_codes (code, created_at) values ('DOCKTEST', 0)");
    const free = await book(sam, { promoCode: 'DOCKTEST' });
    await readyToDeliver(staff, free);
    await staff.trpc.admin.complete.mutate({ id: free, actualGallons: 10 });
    for (const id of [free, await delivered(DECLINES)]) expect(await kindsOf(id)).toEqual([]);
  });
});

test('a refund on the day it moved, even across midnight in the zone', async () => {
  const id = await delivered();
  // 11:30 PM in New York is the next day in UTC.
  app.clock.set(Date.parse('2026-06-16T03:30:00Z'));
  await staff.trpc.admin.refund.mutate({ id, amount: '5', requestId: requestId() });
  app.clock.advance(HOUR_MS);
  await staff.trpc.admin.refund.mutate({ id, amount: '6', requestId: requestId() });
  expect((await entriesOf(app, id)).filter(({ kind }) => kind === 'refund')).toMatchObject([
    { movedOn: '2026-06-15', deliveredOn: TOMORROW },
    { movedOn: '2026-06-16', deliveredOn: TOMORROW },
  ]);
});

test('a payment that arrives days later, on the day that Stripe collected it', async () => {
  const id = await delivered(DECLINES, '2026-06-20');
  const { clientSecret } = await sam.trpc.booking.createBalancePayment.mutate({
    appointmentId: id,
    remainingAmount: TOTAL / 100,
  });
  const paidAt = app.clock.now();
  await payInBrowser(app, clientSecret, { paymentMethodId: 'pm_card_visa' });
  app.clock.advance(48 * HOUR_MS);
  await reconcile(app);
  // Stripe deducts its fee from the payment itself.
  for (const kind of ['charge', 'fee']) {
    expect(await entriesOf(app, id)).toContainEqual(
      expect.objectContaining({ kind, movedAt: paidAt }),
    );
  }
});

test('each movement once, however often everything is repeated', async () => {
  const id = await delivered(undefined, '2026-06-20');
  await staff.trpc.admin.refund.mutate({ id, amount: '5', requestId: requestId() });
  await checkDispute(
    app.deps,
    (await control('disputes', { payment_intent: await intentOf(id), amount: 1_000 })).id,
  );
  const before = await allEntries(app);
  for (const event of await app.deps.payments.listEvents({ since: 0 })) {
    await run('delete from stripe_events where id = ?', event.id);
    await handlePaymentEvent(app, event);
  }
  await reconcile(app);
  await Promise.all([0, 1, 2].map(() => completeLedger(app, { since: 0 })));
  expect(await allEntries(app)).toEqual(before);
});

test('a movement written without one, on its own day, once, even days later', async () => {
  const id = await delivered(DECLINES, '2026-06-20');
  const movedAt = app.clock.now();
  const at = `updated_at = ${movedAt} where`;
  await run(
    `update charges set state = 'cash', settled_at = ${movedAt}, ${at} appointment_id = ?`,
    id,
  );
  await run(`update appointments set total_paid_cents = total_price_cents, ${at} id = ?`, id);
  const clock = { now: () => movedAt + 240 * HOUR_MS };
  const deps = { ...app.deps, clock };
  const added = await Promise.all([0, 1, 2].map(() => completeLedger({ deps })));
  expect(added.flat()).toMatchObject([{ kind: 'cash', grossCents: TOTAL, movedAt }]);
  expect(await kindsOf(id)).toEqual([['cash', TOTAL]]);
});

describe('reconciliation', () => {
  test('adds a missing entry and reports it once', async () => {
    const id = await delivered(DECLINES, '2026-06-20');
    const at = `updated_at = ${app.clock.now()} where`;
    await run(
      `update charges set state = 'cash', settled_at = updated_at, ${at} appointment_id = ?`,
      id,
    );
    await run(`update appointments set total_paid_cents = total_price_cents, ${at} id = ?`, id);
    const { mended, unmended } = await reconcile(app);
    expect(mended.filter((line) => line.includes('ledger'))).toEqual([
      expect.stringMatching(/^ledger entry \d+ was missing: Cash payment, \$88\.00$/),
    ]);
    expect(unmended).toEqual([]);
    expect((await reconcile(app)).mended).toEqual([]);
  });

  test("reports an entry whose money isn't in the books to staff", async () => {
    const id = await delivered(undefined, '2026-06-20');
    const enter = (sequence: number, cents: number) =>
      run(
        `insert into ledger (source, sequence, kind, gross_cents, fee_cents, moved_at, moved_on, delivered_on, appointment_id, written_at)
         values ('pi:of nobody', ${sequence}, 'charge', ${cents}, 0, 0, '2026-06-20', '2026-06-20', ?, 0)`,
        id,
      );
    await enter(1, 500);
    const difference = 'revenue is $88.00 in the books and $93.00 in the ledger';
    expect((await reconcile(app)).unmended).toEqual([`appointment ${id}: ${difference}`]);
    const { open } = await staff.trpc.admin.reviewQueue.query();
    expect(open.find(({ delivery }) => delivery?.id === id)?.reason).toContain(difference);
    await enter(2, -500);
    expect((await reconcile(app)).unmended).toEqual([]);
  });
});

test('ledger entries can only be added', async () => {
  expect(run('update ledger set gross_cents = 0')).rejects.toThrow('only ever added to');
  expect(run('delete from ledger')).rejects.toThrow('only ever added to');
});
