/**
 * Cash can be recorded while Stripe doesn't answer, and a card that was also charged is reported.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { sweepCharges } from '@/server/modules/payments/charges/settle-charge.usecases';
import { watchCash } from '@/server/modules/payments/charges/watch-cash.usecases';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { PaymentsUnreachable } from '@/server/ports/payments/port';
import { admin, book, customer, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
/** The calls that hang until this resolves, or that are lost immediately. */
let hanging: PromiseWithResolvers<void> | null = null;
let isLost = false;
/** Only confirming and cancelling hang. A confirmation reaches Stripe before its answer hangs. */
let arrives = false;

beforeAll(async () => {
  app = await startTestApp({
    capacity: 200,
    payments: (real) =>
      new Proxy(real, {
        get(target, name: keyof typeof real) {
          return async (...input: unknown[]) => {
            const call = target[name] as (...args: unknown[]) => Promise<unknown>;
            if (isLost) throw new PaymentsUnreachable('no answer');
            const confirms = name === 'confirmPaymentIntent';
            if (arrives && !confirms && name !== 'cancelPaymentIntent') return call(...input);
            const early = arrives && confirms ? await call(...input) : undefined;
            await hanging?.promise;
            return early ?? call(...input);
          };
        },
      }),
  });
  sam = await customer(app);
  staff = await admin(app);
});
afterEach(() => {
  hanging?.resolve();
  hanging = null;
  isLost = false;
  arrives = false;
});
afterAll(() => app.close());

async function ready(): Promise<string> {
  const id = await book(sam);
  await readyToDeliver(staff, id);
  return id;
}
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
const items = async (id: string) =>
  (await staff.trpc.admin.reviewQueue.query()).open.filter(({ delivery }) => delivery?.id === id);
const lines = (id: string) =>
  app.sandbox.ledger().lines.filter(({ appointmentId }) => appointmentId === id);
/** Runs all jobs until no pending request can still arrive. */
async function runJobs() {
  for (let round = 0; round < 6; round += 1) {
    app.clock.advance(30_000);
    await sweepCharges(app);
    await watchCash(app);
  }
}

test('a completion and a cash record are answered while Stripe hangs', async () => {
  const id = await ready();
  hanging = Promise.withResolvers();
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  const now = await staff.trpc.admin.recordCash.mutate({ id });
  expect(now).toMatchObject({ balancePaid: true, paymentChip: 'Paid cash', totalPaidCents: 8_800 });
  hanging.resolve();
  hanging = null;
  await runJobs();
  expect(takenFor(app, id)).toBe(0);
  for (const line of lines(id)) expect(line.status).toBe('canceled');
  expect(await items(id)).toEqual([]);
});

test("a payment that never went through is closed so it can't be paid later", async () => {
  const id = await ready();
  isLost = true;
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  await staff.trpc.admin.recordCash.mutate({ id });
  isLost = false;
  await runJobs();
  expect(takenFor(app, id)).toBe(0);
  expect(await seen(id)).toMatchObject({ balancePaid: true, paymentChip: 'Paid cash' });
  expect((await reconcile(app)).unmended.filter((line) => line.includes(id))).toEqual([]);
});

test('a card that was also charged goes to staff once and is refunded with one press', async () => {
  const id = await ready();
  arrives = true;
  hanging = Promise.withResolvers();
  await staff.trpc.admin.complete.mutate({ id, actualGallons: 10 });
  await staff.trpc.admin.recordCash.mutate({ id });
  arrives = false;
  hanging.resolve();
  hanging = null;
  await runJobs();
  await reconcile(app);
  await reconcile(app);
  expect(takenFor(app, id)).toBe(8_800);
  const [item, ...others] = await items(id);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    kind: 'payment_difference',
    reason: expect.stringContaining('was paid in cash and by card'),
    difference: { about: 'cash_and_card', amountCents: 8_800 },
  });
  const refund = () => staff.trpc.admin.refundDifference.mutate({ id: item?.id ?? '', amount: 88 });
  isLost = true;
  expect(await refusal(refund())).toMatchObject({ status: 503 });
  isLost = false;
  expect(await items(id)).toHaveLength(1);
  await Promise.all([refund(), refund()]);
  await refund();
  expect(lines(id)).toMatchObject([{ charged: 8_800, refunded: 8_800 }]);
  expect(await items(id)).toEqual([]);
  await reconcile(app);
  expect(await items(id)).toEqual([]);
  expect(await seen(id)).toMatchObject({
    totalPaidCents: 8_800,
    refundedCents: 0,
    balancePaid: true,
  });
});
