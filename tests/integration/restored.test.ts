/** After a restore, no money moves until the books are compared with Stripe. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { reconcileRestore } from '@/server/modules/payments/reconcile/reconcile-restore.usecases';
import { sweepRefunds } from '@/server/modules/payments/refunds/send-refunds.usecases';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

const TOTAL = 8_800;

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 100 });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

const run = (sql: string, ...args: (string | number)[]) =>
  app.deps.db.client.execute({ sql, args });
/** The mark that `bun run restore` writes into the books. */
const restore = () =>
  run(
    "insert or replace into stripe_events (id, type, created_at, received_at) values ('restored', 'restored', ?, ?)",
    app.clock.now() - 3_600_000,
    app.clock.now(),
  );
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const notices = () => staff.trpc.admin.notices.query();
async function delivered(): Promise<string> {
  const id = await book(sam);
  await readyToDeliver(staff, id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  return id;
}
async function sweep() {
  app.clock.advance(60_000);
  await sweepCharges(app);
  await sweepRefunds(app);
}

test('charges and refunds wait with a reason, and continue once the restore is reconciled', async () => {
  const paid = await delivered();
  expect(await notices()).toEqual({ testKeys: false, restore: null });
  await run(
    `insert into refunds (id, charge_id, amount_cents, state, created_at, updated_at)
     select 'unsent', id, 100, 'due', 0, 0 from charges where appointment_id = ?`,
    paid,
  );
  await restore();

  const id = await delivered();
  await sweep();
  expect(takenFor(app, id)).toBe(0);
  expect(await seen(id)).toMatchObject({ status: 'completed', paymentChip: 'Processing' });
  const { restoredAt = 0 } = (await notices()).restore ?? {};
  expect(restoredAt).toBeLessThanOrEqual(app.clock.now());
  const refund = { id: paid, requestId: 'after-the-restore', amount: 10, reason: '' };
  expect(await refusal(staff.trpc.admin.refund.mutate(refund))).toMatchObject({
    status: 409,
    message: expect.stringContaining('bun run reconcile'),
  });
  // The job also compares the books, but only a person can end the pause.
  await reconcile(app);
  await sweep();
  expect(takenFor(app, id)).toBe(0);
  expect((await app.deps.payments.listRefunds(await intentOf(paid))).length).toBe(0);

  expect((await reconcileRestore(app)).restore).toMatchObject({ restoredAt });
  expect((await notices()).restore).toBeNull();
  await sweep();
  expect(takenFor(app, id)).toBe(TOTAL);
  expect((await app.deps.payments.listRefunds(await intentOf(paid))).length).toBe(1);
  expect(app.sandbox.ledger().doubleCharged).toEqual([]);
});

test('a payment at Stripe that the books lack is recorded while charges wait', async () => {
  const id = await delivered();
  await run(
    "update charges set state = 'due', attempt = 0, payment_intent_id = null, settled_at = null where appointment_id = ?",
    id,
  );
  await run(
    "update appointments set balance_paid = 0, total_paid_cents = 0, payment_intent_id = null, payment_status = 'pending', paid_at = null where id = ?",
    id,
  );
  await restore();
  expect(await reconcileRestore(app)).toMatchObject({ unmended: [] });
  expect(await seen(id)).toMatchObject({ paymentChip: 'Paid by card', totalPaidCents: TOTAL });
  expect(takenFor(app, id)).toBe(TOTAL);
});

test('a payment without its delivery needs attention, and the delivery is completed without a second charge', async () => {
  const id = await book(sam);
  await readyToDeliver(staff, id);
  const before = await run('select * from appointments where id = ?', id);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  await run('delete from charges where appointment_id = ?', id);
  const columns = before.columns.filter((name) => name !== 'id');
  await run(
    `update appointments set ${columns.map((name) => `"${name}" = ?`).join(', ')} where id = ?`,
    ...columns.map((name) => (before.rows[0]?.[name] ?? null) as string),
    id,
  );
  await restore();
  const itemsOf = async () =>
    (await staff.trpc.admin.reviewQueue.query()).open.filter(({ delivery }) => delivery?.id === id);
  await reconcile(app);
  expect((await reconcileRestore(app)).unmended).toHaveLength(1);
  const items = await itemsOf();
  expect(items).toMatchObject([
    { kind: 'payment_difference', reason: expect.stringContaining('Stripe charged $88.00') },
  ]);
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  await sweep();
  expect(await seen(id)).toMatchObject({ paymentChip: 'Paid by card', totalPaidCents: TOTAL });
  expect(takenFor(app, id)).toBe(TOTAL);
  await staff.trpc.admin.resolveReviewItem.mutate({ id: items[0]?.id ?? '', note: '' });
  await reconcile(app);
  expect(await itemsOf()).toEqual([]);
});

test("charges keep waiting while Stripe doesn't answer", async () => {
  await restore();
  await app.sandbox.fetch(
    new Request('http://sandbox/_sandbox/faults', {
      method: 'POST',
      body: JSON.stringify({ match: { path: '/v1/events' }, fault: '503' }),
    }),
  );
  expect(await reconcileRestore(app).catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect((await notices()).restore).not.toBeNull();
});

test('production with test keys shows a notice to staff', async () => {
  const other = await startTestApp({ settings: { hasTestKeys: true } });
  const driver = await admin(other);
  expect(await driver.trpc.admin.notices.query()).toEqual({ testKeys: true, restore: null });
  await other.close();
});

async function intentOf(id: string): Promise<string> {
  const { rows } = await run('select payment_intent_id from charges where appointment_id = ?', id);
  return String(rows[0]?.payment_intent_id);
}
