/**
 * A disputed payment reaches its appointment, staff, and the figures, regardless of the order of its
 * events.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { cardTerms, firstCardTerms } from '@/domain/payment/terms';
import { readFigures } from '@/server/modules/metrics/metrics.repository';
import { applyDispute } from '@/server/modules/payments/disputes/disputes.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { handlePaymentEvent } from '@/server/modules/payments/webhook.usecases';
import { admin, book, customer, driver, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

/** The total of a delivery of 10 gallons and three bags of ice. */
const TOTAL = 8_800;
/** The total of the order: 20 gallons and the same ice. */
const BOOKED_TOTAL = cents(12_900);
/** The highest total of that order that's charged without a check. */
const MOST = cents(25_550);
const DISPUTED = '4000000000000259';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

async function delivered(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const actions = async (id: string) =>
  (await staff.trpc.admin.appointment.query({ id })).history
    .map(({ action }) => action)
    .filter((action) => action.startsWith('charge.dispute.'))
    .reverse();
const control = async (path: string, body: object) => {
  const answer = await app.sandbox.fetch(
    new Request(`http://sandbox/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) }),
  );
  const object = await answer.json();
  if (!answer.ok) throw new Error(object.error.message);
  return object;
};
const intentOf = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: 'select payment_intent_id from charges where appointment_id = ?',
    args: [id],
  });
  return String(rows[0]?.payment_intent_id);
};
/**
 * The cardholder contests the payment at their bank.
 * @returns Stripe's ID of the dispute
 */
const dispute = async (id: string, over: object = {}): Promise<string> =>
  (await control('disputes', { payment_intent: await intentOf(id), ...over })).id;
const decide = (id: string, outcome: string) =>
  control('disputes/decide', { dispute: id, outcome });
/** A dispute's events, oldest first. */
const eventsOf = async (id: string) =>
  (await app.deps.payments.listEvents({ since: 0 })).filter(({ objectId }) => objectId === id);
async function hear(id: string) {
  for (const event of await eventsOf(id)) await handlePaymentEvent(app, event);
}
const items = async (id: string) => {
  const queue = await staff.trpc.admin.reviewQueue.query();
  const of = (list: typeof queue.open) => list.filter((item) => item.delivery?.id === id);
  return { open: of(queue.open), done: of(queue.done) };
};
const revenue = async () =>
  (await staff.trpc.admin.report.query({ by: 'day', from: TODAY, to: TOMORROW })).total;
const mailsTo = async (id: string) => {
  const { rows } = await app.deps.db.client.execute({
    sql: "select subject, body from outbox where appointment_id = ? and dedupe_key like 'dispute:%' order by created_at, id",
    args: [id],
  });
  return rows.map(({ subject, body }) => `${subject}\n${body}`);
};

test('a dispute is on its appointment, in the queue with its deadline, and in an email to staff', async () => {
  const id = await delivered(DISPUTED);
  const { publicCode } = await seen(id);
  expect((await seen(id)).disputes).toEqual([]);
  const [event] = (await app.deps.payments.listEvents({ since: 0 })).filter(
    ({ type }) => type === 'charge.dispute.created',
  );
  await hear(event?.objectId ?? '');

  const dueBy = app.clock.now() + 9 * 86_400_000;
  expect(await seen(id)).toMatchObject({
    paymentChip: 'Disputed',
    disputes: [
      {
        amountCents: TOTAL,
        reason: 'fraudulent',
        status: 'needs_response',
        refundable: false,
        dueBy,
      },
    ],
  });
  const { open } = await items(id);
  expect(open).toMatchObject([
    {
      kind: 'dispute',
      reason: 'The cardholder disputes $88.00: they didn’t make this payment.',
      dispute: { amountCents: TOTAL, status: 'needs_response', dueBy },
    },
  ]);
  const mails = await mailsTo(id);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain(`Dispute for ${publicCode}: needs response`);
  expect(mails[0]).toContain('by Monday, June 22, 2026, 8:00 AM');
  expect(mails[0]).toContain(`http://dockside.test/admin/evidence/${id}`);
  expect(await actions(id)).toEqual(['charge.dispute.created']);
});

describe('the events of a dispute', () => {
  test('may arrive twice, reversed, or together, and staff are still notified once', async () => {
    const id = await delivered();
    const dp = await dispute(id, { reason: 'duplicate' });
    await decide(dp, 'under_review');
    await decide(dp, 'lost');
    const events = await eventsOf(dp);
    expect(events.map(({ type }) => type)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ]);
    await Promise.all(
      [...events, ...events].reverse().map((event) => handlePaymentEvent(app, event)),
    );
    // Each event found the dispute's final state. So there's one step, and no step is reverted.
    expect(await actions(id)).toEqual(['charge.dispute.created']);
    expect((await seen(id)).disputes).toMatchObject([{ status: 'lost' }]);
    expect(await mailsTo(id)).toHaveLength(1);
    expect(await items(id)).toMatchObject({ open: [], done: [{ outcome: 'lost' }] });
  });

  test('notify staff of each step once if they arrive in time', async () => {
    const id = await delivered();
    const dp = await dispute(id);
    await hear(dp);
    for (const outcome of ['under_review', 'lost', 'won']) {
      app.clock.advance(60_000);
      await decide(dp, outcome);
      await hear(dp);
      await hear(dp);
    }
    expect(await actions(id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    expect(await mailsTo(id)).toHaveLength(4);
  });

  test("aren't reverted by the answer to an earlier request", async () => {
    const id = await delivered();
    const dp = await dispute(id);
    const early = app.clock.now();
    const stale = await app.deps.payments.retrieveDispute(dp);
    app.clock.advance(1_000);
    await decide(dp, 'lost');
    await hear(dp);
    const won = { ...stale, status: 'won' as const };
    expect(await applyDispute(app.deps, won, early)).toBe('nothing changes');
    expect(await applyDispute(app.deps, stale, app.clock.now())).toBe('nothing changes');
    expect((await seen(id)).disputes).toMatchObject([{ status: 'lost' }]);
  });

  test("change nothing if the payment isn't ours", async () => {
    const other = await app.sandbox.fetch(
      new Request('http://sandbox/v1/payment_intents', {
        method: 'POST',
        headers: {
          authorization: 'Bearer sk_test_dockside',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'amount=900&currency=usd&payment_method=pm_card_createDispute&confirm=true',
      }),
    );
    const intent = await other.json();
    const before = (await staff.trpc.admin.reviewQueue.query()).openCount;
    expect((await reconcile(app)).unmended).toEqual([]);
    expect((await staff.trpc.admin.reviewQueue.query()).openCount).toBe(before);
    const { rows } = await app.deps.db.client.execute({
      sql: 'select id from disputes where payment_intent_id = ?',
      args: [intent.id],
    });
    expect(rows).toEqual([]);
  });
});

test('a lost dispute reduces revenue until the money returns', async () => {
  const id = await delivered();
  const before = await revenue();
  const spent = async () => {
    const { customers } = await staff.trpc.admin.customers.query({ search: 'sam' });
    return customers.reduce((sum, one) => sum + one.totalSpentCents, 0);
  };
  const spentBefore = await spent();
  const dp = await dispute(id);
  await hear(dp);
  expect(await revenue()).toEqual(before);

  await decide(dp, 'lost');
  await hear(dp);
  expect(await seen(id)).toMatchObject({ paymentChip: 'Dispute lost' });
  const lost = await revenue();
  expect(lost.revenueCents).toBe((before.revenueCents - TOTAL) as never);
  expect(lost.cardCents).toBe((before.cardCents - TOTAL) as never);
  expect(lost.disputedCents).toBe((before.disputedCents + TOTAL) as never);
  expect(await spent()).toBe(spentBefore - TOTAL);
  expect(await items(id)).toMatchObject({
    open: [],
    done: [{ outcome: 'lost', doneBy: 'Payments' }],
  });

  app.clock.advance(1_000);
  await decide(dp, 'won');
  await hear(dp);
  expect(await revenue()).toEqual(before);
  expect(await items(id)).toMatchObject({ open: [], done: [{ outcome: 'won' }] });
});

test('an inquiry takes nothing, can be refunded, and becomes a dispute', async () => {
  const id = await delivered();
  const dp = await dispute(id, { inquiry: true });
  await hear(dp);
  expect((await seen(id)).disputes).toMatchObject([{ status: 'warning_needs_response' }]);
  await staff.trpc.admin.refund.mutate({ id, requestId: 'refund-of-inquiry', amount: 10 });
  app.clock.advance(1_000);
  await decide(dp, 'escalated');
  await hear(dp);
  expect((await seen(id)).disputes).toMatchObject([{ status: 'needs_response' }]);
  expect((await items(id)).open).toHaveLength(1);
});

test("a disputed payment can't also be refunded", async () => {
  const id = await delivered();
  const dp = await dispute(id);
  await hear(dp);
  const refund = (requestId: string) =>
    staff.trpc.admin.refund.mutate({ id, requestId, amount: 10, reason: '' });
  expect(await refusal(refund('refund-while-disputed'))).toMatchObject({
    status: 409,
    message: expect.stringContaining('This payment is disputed'),
  });
  await decide(dp, 'lost');
  await hear(dp);
  expect((await refusal(refund('refund-after-loss'))).message).toContain('the dispute was lost');
  const { rows } = await app.deps.db.client.execute({
    sql: 'select refunds.id from refunds join charges on charges.id = charge_id where appointment_id = ?',
    args: [id],
  });
  expect(rows).toEqual([]);
  expect(takenFor(app, id)).toBe(TOTAL);
});

test("staff can't dismiss a dispute, and see why", async () => {
  const id = await delivered();
  await hear(await dispute(id));
  const [item] = (await items(id)).open;
  expect(
    await refusal(staff.trpc.admin.resolveReviewItem.mutate({ id: item?.id ?? '', note: '' })),
  ).toMatchObject({ status: 409, message: expect.stringContaining('resolves automatically') });
});

test('the evidence has the receipt, photos, steps, messages, and terms in one read, without keys', async () => {
  const dana = await driver(app);
  const guest = app.visitor();
  const id = await book(guest, { customerPhone: '(269) 555-0144' });
  await app.deps.db.client.execute({
    sql: "update appointments set customer_email = 'guest@lake.example' where id = ?",
    args: [id],
  });
  await readyToDeliver(staff, id, dana.driverId);
  const photo = await picture();
  await dana.visitor.trpc.driver.enRoute.mutate({ id });
  await dana.visitor.trpc.driver.complete.mutate({
    id,
    actualGallons: 20,
    receiptPhoto: photo,
    fuelPhoto: photo,
  });
  await hear(await dispute(id, { reason: 'product_not_received' }));
  const evidence = await staff.trpc.admin.evidence.query({ id });
  expect(evidence).toMatchObject({
    delivery: { status: 'completed', paidCard: { brand: 'visa', last4: '4242' } },
    timeZone: 'America/New_York',
    terms: {
      sentences: [
        'Amount due now: $0.00',
        expect.stringContaining('After delivery'),
        expect.stringContaining('You allow Dockside to charge this card'),
        expect.stringContaining('terms (standard version '),
      ],
    },
  });
  expect(evidence.photos.map(({ kind }) => kind).sort()).toEqual(['fuel', 'receipt']);
  expect(evidence.terms.cardSavedAt).toBeGreaterThan(0);
  const steps = evidence.history.map(({ action }) => action);
  expect(steps).toContain('appointment.completed');
  expect(steps.indexOf('appointment.card_saved')).toBeLessThan(
    steps.indexOf('appointment.completed'),
  );
  expect(
    evidence.history.find(({ action }) => action === 'appointment.completed')?.actorName,
  ).toStartWith('Dana');
  expect(evidence.messages.length).toBeGreaterThan(1);
  const text = JSON.stringify(evidence.messages);
  expect(text).not.toMatch(/manage=[A-Za-z0-9]/);
  expect(text).not.toContain('Dispute for');
  expect((await refusal(dana.visitor.trpc.admin.evidence.query({ id }))).status).toBe(403);
});

test('the evidence shows the terms that were stored when the card was saved', async () => {
  const id = await delivered();
  const terms = async () => (await staff.trpc.admin.evidence.query({ id })).terms.sentences;
  const setTerms = (json: string | null) =>
    app.deps.db.client.execute({
      sql: 'update appointments set card_terms = ? where id = ?',
      args: [json, id],
    });
  const consent = {
    operator: 'Dockside',
    estimateCents: BOOKED_TOTAL,
    mostCents: MOST,
  };
  const { standardTexts } = (await staff.trpc.admin.evidence.query({ id })).terms;
  const [shownTerms, privacy] = standardTexts.map(({ id: textId }) => textId);
  const versions = { terms: shownTerms ?? 0, privacy: privacy ?? 0 };
  expect(await terms()).toEqual(cardTerms({ ...consent, versions }));

  await setTerms(JSON.stringify(['The wording of another year.']));
  expect(await terms()).toEqual(['The wording of another year.']);

  await setTerms(null);
  expect(await terms()).toEqual(firstCardTerms(BOOKED_TOTAL));
});

test("the operator's figures show open disputes and their deadlines", async () => {
  const other = await startTestApp();
  const boss = await admin(other);
  const id = await book(await customer(other), {}, DISPUTED);
  await readyToDeliver(boss, id);
  await boss.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  await reconcile(other);
  expect((await readFigures(other.deps.db, other.clock.now())).disputes).toEqual({
    toAnswer: 1,
    firstDueBy: other.clock.now() + 9 * 86_400_000,
  });
  await other.close();
});

// This test is last, because it moves the clock by months.
test('reconciliation finds a dispute whose events never arrived, and its end', async () => {
  const id = await delivered();
  const dp = await dispute(id);
  const listEvents = app.deps.payments.listEvents;
  app.deps.payments.listEvents = async () => [];
  try {
    expect((await reconcile(app)).mended).toContain(`dispute ${dp}: recorded from Stripe`);
    expect((await seen(id)).disputes).toMatchObject([{ id: dp, status: 'needs_response' }]);
    // By now, it's so late that it doesn't count as a new dispute anymore.
    app.clock.advance(200 * 86_400_000);
    await decide(dp, 'won');
    await reconcile(app);
    const { rows } = await app.deps.db.client.execute({
      sql: 'select status from disputes where id = ?',
      args: [dp],
    });
    expect(rows).toMatchObject([{ status: 'won' }]);
    expect((await reconcile(app)).mended).toEqual([]);
  } finally {
    app.deps.payments.listEvents = listEvents;
  }
});
