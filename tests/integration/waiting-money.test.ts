/** Tests the open payments view: what is owed, declined, in review, disputed, or returned. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import type { WaitingKind } from '@/domain/payment/waiting-money';
import { checkDispute } from '@/server/modules/payments/disputes/disputes.usecases';
import { admin, BOOKED_FOR, book, customer, driver, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

/** 10 gallons and three bags of ice. */
const TOTAL = cents(8_800);
const HELD = cents(116_440 + 2_500);

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
const ids = {} as Record<WaitingKind | 'paid', string>;

type List = Parameters<Visitor['trpc']['admin']['waitingMoney']['query']>[0];
const money = (list: List = {}) => staff.trpc.admin.waitingMoney.query(list);
const idsOf = ({ items }: Awaited<ReturnType<typeof money>>) =>
  items.map(({ appointment }) => appointment.id);
async function delivered(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  app.clock.advance(60_000);
  return id;
}

beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  staff = await admin(app);
  sam = await customer(app);
  const dana = await driver(app);

  ids.declined = await delivered('4000000000000341');
  ids.needs_authentication = await delivered('4000000000000341');
  // Acts like a bank that declines a charge without the cardholder's doing.
  await app.deps.db.client.execute({
    sql: "update charges set state = 'requires_action' where appointment_id = ?",
    args: [ids.needs_authentication],
  });
  ids.to_review = await book(sam, { estimatedGallons: 25, smallIceBags: 0, largeIceBags: 0 });
  await readyToDeliver(staff, ids.to_review, dana.driverId);
  await dana.visitor.trpc.driver.enRoute.mutate({ id: ids.to_review });
  const pressed = { actualGallons: 284, actionKey: 'held-of-the-money-test' };
  await dana.visitor.trpc.driver.complete.mutate({ id: ids.to_review, ...pressed });
  app.clock.advance(60_000);
  ids.refund_failed = await delivered('4000000000005126');
  const refund = { id: ids.refund_failed, amount: 30, requestId: crypto.randomUUID() };
  await staff.trpc.admin.refund.mutate(refund);
  // Acts like a bank that rejects a refund days later.
  await app.deps.db.client.execute("update refunds set state = 'failed'");
  app.clock.advance(60_000);
  ids.disputed = await delivered('4000000000000259');
  const events = await app.deps.payments.listEvents({ since: 0 });
  const { objectId } = events.find(({ type }) => type.startsWith('charge.dispute')) ?? {
    objectId: null,
  };
  await checkDispute(app.deps, objectId ?? '');
  ids.paid = await delivered();
});
afterAll(() => app.close());

test('all open payments are listed once, oldest first, with their sums and the total owed', async () => {
  const { items, sums, owedCents, total } = await money();
  expect(items.map(({ kind, cents, appointment }) => [kind, cents, appointment.id])).toEqual([
    ['declined', TOTAL, ids.declined],
    ['needs_authentication', TOTAL, ids.needs_authentication],
    ['to_review', HELD, ids.to_review],
    ['refund_failed', cents(3_000), ids.refund_failed],
    ['disputed', TOTAL, ids.disputed],
  ]);
  const ages = items.map(({ since }) => since);
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  expect(total).toBe(5);
  expect(owedCents).toBe(cents(2 * TOTAL));
  expect(sums.toSorted((a, b) => a.cents - b.cents)[0]).toEqual({
    ...{ kind: 'refund_failed', count: 1, cents: cents(3_000) },
  });
});

test('one kind alone is listed and counted', async () => {
  const { items, total, sums } = await money({ kind: 'declined' });
  expect(items).toMatchObject([{ kind: 'declined', appointment: { id: ids.declined } }]);
  expect(total).toBe(1);
  expect(sums).toHaveLength(5);
});

test('owed payments are listed alone, with their sum and the overall sum', async () => {
  const owed = await money({ kind: 'owed' });
  expect(idsOf(owed)).toEqual([ids.declined, ids.needs_authentication]);
  expect(owed).toMatchObject({ total: 2, totalCents: 2 * TOTAL, owedCents: 2 * TOTAL });
  const all = await money();
  expect(all.totalCents).toBe(cents(3 * TOTAL + HELD + 3_000));
});

test('the list is sorted by age and by amount, in both directions', async () => {
  const oldest = idsOf(await money());
  expect(idsOf(await money({ order: 'newest' }))).toEqual(oldest.toReversed());
  const amounts = async (order: 'largest' | 'smallest') =>
    (await money({ order })).items.map((item) => item.cents);
  const down = [HELD, TOTAL, TOTAL, TOTAL, cents(3_000)];
  expect(await amounts('largest')).toEqual(down);
  expect(await amounts('smallest')).toEqual(down.toReversed());
});

test("open payments of a customer, or of some days' deliveries, are listed and summed separately", async () => {
  const kim = await customer(app, { username: 'kim-of-the-money', fullName: 'Kim Shore' });
  const customerId = (await kim.trpc.auth.me.query())?.id ?? '';
  const none = await money({ customerId });
  expect(none).toMatchObject({ items: [], total: 0, owedCents: 0, customerName: 'Kim Shore' });
  const { userId } = (await money()).items[0]?.appointment ?? {};
  const ofSam = await money({ customerId: userId });
  expect(ofSam).toMatchObject({ total: 5, owedCents: 2 * TOTAL, customerName: 'Sam Waters' });

  const { date } = (await money()).items[0]?.appointment ?? { date: '' };
  expect(await money({ from: date, to: date })).toMatchObject({ total: 5, customerName: null });
  expect(await money({ to: '2020-01-01' })).toMatchObject({ total: 0, owedCents: 0, sums: [] });
});

test('a charge keeps its key while its state changes, so a list can keep its place', async () => {
  const [before] = (await money()).items;
  await app.deps.db.client.execute({
    sql: "update charges set state = 'unknown' where appointment_id = ?",
    args: [ids.declined],
  });
  const [after] = (await money()).items;
  expect(after).toMatchObject({ kind: 'under_way', key: before?.key ?? '' });
  await app.deps.db.client.execute({
    sql: "update charges set state = 'declined' where appointment_id = ?",
    args: [ids.declined],
  });
});

test('the list of customers shows what each owes', async () => {
  const { customers } = await staff.trpc.admin.customers.query({ search: 'Sam Waters' });
  expect(customers).toMatchObject([{ balanceCents: 2 * TOTAL }]);
  await customer(app, { username: 'nothing-owed', fullName: 'Avery Nought' });
  const sorted = await staff.trpc.admin.customers.query({ sort: 'balance', descending: true });
  expect(sorted.customers[0]).toMatchObject({ fullName: 'Sam Waters', balanceCents: 2 * TOTAL });
  const up = await staff.trpc.admin.customers.query({ sort: 'balance' });
  expect(up.customers.at(-1)).toMatchObject({ fullName: 'Sam Waters' });
});

test("a payment link is sent on request, but not if there's nothing to pay", async () => {
  const { sentTo } = await staff.trpc.admin.sendPayLink.mutate({ id: ids.declined });
  const { rows } = await app.deps.db.client.execute({
    sql: "select recipient, body from outbox where appointment_id = ? and dedupe_key like 'pay-link:%'",
    args: [ids.declined],
  });
  expect(rows).toHaveLength(1);
  expect(String(rows[0]?.recipient)).toContain(sentTo);
  expect(String(rows[0]?.body)).toMatch(/\$88\.00\. .*\/d\/\w{22}\?pay=now/);
  const paid = await refusal(staff.trpc.admin.sendPayLink.mutate({ id: ids.paid }));
  expect(paid).toMatchObject({ status: 409 });
});

test('a settled payment leaves the list: paid in cash, charged, or refunded again', async () => {
  await staff.trpc.admin.recordCash.mutate({ id: ids.declined });
  await staff.trpc.admin.releaseCharge.mutate({ id: ids.to_review, confirmedTotal: HELD / 100 });
  expect(takenFor(app, ids.to_review)).toBe(HELD);
  const { items, owedCents } = await money();
  expect(items.map(({ kind }) => kind)).toEqual([
    'needs_authentication',
    'refund_failed',
    'disputed',
  ]);
  expect(owedCents).toBe(TOTAL);
});

test('a list of several pages is counted and summed as a whole, with each line on one page', async () => {
  const kim = await customer(app, { username: 'kim-of-the-pages' });
  const customerId = (await kim.trpc.auth.requireMe.query()).id;
  for (let delivery = 0; delivery < 27; delivery += 1) {
    const { id } = await staff.trpc.admin.bookForCustomer.mutate({
      ...BOOKED_FOR,
      ...{ id: crypto.randomUUID(), customerId, customerName: '', customerPhone: '' },
    });
    await staff.trpc.admin.confirm.mutate({ id, noCardReason: 'Pays at the dock.' });
    await staff.trpc.admin.schedule.mutate({ id, driverId: null });
    await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
  }
  const pages = [
    await money({ customerId }),
    await money({ customerId, page: 2 }),
    await money({ customerId, page: 3 }),
  ];
  expect(pages.map(({ items }) => items.length)).toEqual([25, 2, 0]);
  expect(new Set(pages.flatMap(idsOf)).size).toBe(27);
  const whole = { total: 27, totalCents: cents(27 * 11_700), owedCents: cents(27 * 11_700) };
  for (const page of pages) expect(page).toMatchObject(whole);
});

test("a debt that wasn't charged to a card is to collect, and a partial cash payment keeps its line", async () => {
  const card = await delivered('4000000000000341');
  const { id: guestId } = await staff.trpc.admin.bookForCustomer.mutate({
    ...BOOKED_FOR,
    id: crypto.randomUUID(),
  });
  await staff.trpc.admin.confirm.mutate({ id: guestId, noCardReason: 'Pays in cash' });
  await staff.trpc.admin.schedule.mutate({ id: guestId, driverId: 1 });
  await staff.trpc.admin.complete.mutate({ id: guestId, actualGallons: 10 });
  const toCollect = async () => (await money({ kind: 'to_collect', order: 'newest' })).items;
  const failures = async () =>
    (await staff.trpc.admin.report.query({ by: 'month', from: TODAY, to: TOMORROW })).total
      .failedCharges;
  const refused = await failures();
  expect((await toCollect())[0]?.appointment.id).toBe(guestId);

  const [line] = (await money({ kind: 'declined' })).items.filter(
    ({ appointment }) => appointment.id === card,
  );
  await staff.trpc.admin.recordCash.mutate({
    ...{ id: card, amount: '20', requestId: crypto.randomUUID() },
  });
  const rest = (await toCollect()).find(({ appointment }) => appointment.id === card);
  expect(rest).toMatchObject({ key: line?.key, cents: TOTAL - 2_000 });
  const lines = (await money({ order: 'newest' })).items.filter(
    ({ appointment }) => appointment.id === card,
  );
  expect(lines).toHaveLength(1);
  // The bank declined only the first charge, which is settled now.
  expect(await failures()).toBe(refused - 1);
});
