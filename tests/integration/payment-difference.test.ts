/** One press settles a payment that Stripe has and the books lack, by applying or refunding it. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cents } from '@/domain/money';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { confirmWithPassword, lateAdmin } from '../support/late-admin';
import { takenFor } from '../support/paying';
import { refusal, refusals, type Visitor } from '../support/visitor';

/** 18.5 gallons and three bags of ice. */
const GALLONS = 18.5;
let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

const run = (sql: string, ...args: (string | number | null)[]) =>
  app.deps.db.client.execute({ sql, args });
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const open = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).open.filter(({ delivery }) => delivery?.id === id);
const done = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).done.filter(({ delivery }) => delivery?.id === id);
const refundedFor = (id: string) =>
  app.sandbox
    .ledger()
    .lines.filter((line) => line.appointmentId === id)
    .reduce((sum, line) => sum + line.refunded, 0);

/** A completed and paid delivery, with books from before that. */
async function lost(): Promise<{ id: string; total: number; item: string }> {
  const id = await book(sam);
  await readyToDeliver(staff, id);
  const before = await run('select * from appointments where id = ?', id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: GALLONS });
  const total = takenFor(app, id);
  await run('delete from charges where appointment_id = ?', id);
  const columns = before.columns.filter((name) => name !== 'id');
  await run(
    `update appointments set ${columns.map((name) => `"${name}" = ?`).join(', ')} where id = ?`,
    ...columns.map((name) => (before.rows[0]?.[name] ?? null) as string),
    id,
  );
  await reconcile(app);
  const [item] = await open(id);
  expect(item).toMatchObject({
    kind: 'payment_difference',
    difference: { about: 'no_charge', amountCents: total },
  });
  return { id, total, item: item?.id ?? '' };
}

test('a lost delivery is completed with its Stripe payment, and not charged again', async () => {
  const { id, total, item } = await lost();
  const press = { id: item, amount: total / 100 };
  const other = { ...press, amount: 1 };
  expect(await refusal(staff.trpc.admin.takeOverPayment.mutate(other))).toMatchObject({
    status: 409,
    reason: 'needs_confirmation',
  });
  await Promise.all([1, 2, 3].map(() => staff.trpc.admin.takeOverPayment.mutate(press)));
  expect(await seen(id)).toMatchObject({
    status: 'completed',
    actualGallonsTenths: 185,
    paymentChip: 'Paid by card',
    totalPaidCents: total,
    balancePaid: true,
  });
  expect(takenFor(app, id)).toBe(total);
  expect(await open(id)).toEqual([]);
  expect(await done(id)).toMatchObject([{ outcome: 'taken_over', doneBy: 'Alex Harbor' }]);
  await reconcile(app);
  expect(await open(id)).toEqual([]);
  expect(app.sandbox.ledger().doubleCharged).toEqual([]);
});

test("a lost delivery's payment is refunded once, and the delivery doesn't change", async () => {
  const { id, total, item } = await lost();
  const press = { id: item, amount: total / 100 };
  await Promise.all([1, 2, 3].map(() => staff.trpc.admin.refundDifference.mutate(press)));
  await staff.trpc.admin.refundDifference.mutate(press);
  expect(refundedFor(id)).toBe(total);
  expect(await seen(id)).toMatchObject({ status: 'scheduled', totalPaidCents: 0 });
  expect(await done(id)).toMatchObject([{ outcome: 'refunded', doneBy: 'Alex Harbor' }]);
  await reconcile(app);
  expect(await open(id)).toEqual([]);
});

test('only a person who verifies can refund a large payment', async () => {
  const { visitor } = await lateAdmin(app);
  const { id, total, item } = await lost();
  const press = { id: item, amount: total / 100 };
  expect(await refusal(visitor.trpc.admin.refundDifference.mutate(press))).toMatchObject({
    status: 403,
    reason: 'confirm_identity',
  });
  expect(refundedFor(id)).toBe(0);
  await confirmWithPassword(visitor);
  await visitor.trpc.admin.refundDifference.mutate(press);
  expect(refundedFor(id)).toBe(total);
  staff = await admin(app);
});

test('a payment that fits no fuel is left to staff with a message', async () => {
  const { id, total, item } = await lost();
  await run('update appointments set unit_price_cents = 9973 where id = ?', id);
  const press = staff.trpc.admin.takeOverPayment.mutate({ id: item, amount: total / 100 });
  const heard = await refusal(press);
  expect(heard.status).toBe(409);
  expect(heard.message).toContain('to an amount of fuel plus the ordered ice');
  expect(await seen(id)).toMatchObject({ status: 'scheduled' });
  expect(await open(id)).toHaveLength(1);
});

test('no payment is refunded after a restore before the books are compared', async () => {
  const { total, item } = await lost();
  await run(
    "insert into stripe_events (id, type, created_at, received_at) values ('restored', 'restored', 0, 0)",
  );
  const press = staff.trpc.admin.refundDifference.mutate({ id: item, amount: total / 100 });
  expect((await refusal(press)).message).toContain('bun run reconcile');
  await run("delete from stripe_events where id = 'restored'");
});

test('an amount that differs at Stripe becomes Stripe’s', async () => {
  const id = await book(sam);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: GALLONS });
  const total = takenFor(app, id);
  await run('update charges set amount_cents = amount_cents + 500 where appointment_id = ?', id);
  await run('update appointments set total_paid_cents = total_paid_cents + 500 where id = ?', id);
  await reconcile(app);
  const items = await open(id);
  expect(items).toMatchObject([
    { difference: { about: 'figures', amountCents: total } },
    { difference: { about: 'figures' } },
  ]);
  for (const item of items) {
    const press = { id: item.id, amount: total / 100 };
    expect((await refusal(staff.trpc.admin.refundDifference.mutate(press))).status).toBe(409);
    await staff.trpc.admin.takeOverPayment.mutate(press);
  }
  expect(await seen(id)).toMatchObject({ totalPaidCents: cents(total), balancePaid: true });
  expect(await reconcile(app)).toMatchObject({ unmended: expect.not.arrayContaining([id]) });
  expect(await open(id)).toEqual([]);
});

test('the card payment of a delivery also paid in cash is refunded with one press', async () => {
  const id = await book(sam);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: GALLONS });
  const total = takenFor(app, id);
  await run("update charges set state = 'cash' where appointment_id = ?", id);
  await run("update appointments set payment_method = 'cash' where id = ?", id);
  await reconcile(app);
  const [item] = await open(id);
  expect(item).toMatchObject({ difference: { about: 'cash_and_card', amountCents: total } });
  const press = { id: item?.id ?? '', amount: total / 100 };
  expect((await refusal(staff.trpc.admin.takeOverPayment.mutate(press))).status).toBe(409);
  await staff.trpc.admin.refundDifference.mutate(press);
  expect(refundedFor(id)).toBe(total);
  expect(await seen(id)).toMatchObject({ paymentChip: 'Paid cash', refundedCents: 0 });
});

test("an item of another kind, or a missing one, isn't found", async () => {
  const heard = await refusals([
    staff.trpc.admin.takeOverPayment.mutate({ id: 'nothing', amount: 1 }),
    staff.trpc.admin.refundDifference.mutate({ id: 'nothing', amount: 1 }),
  ]);
  expect(heard.map(({ status }) => status)).toEqual([404, 404]);
});
