import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { LedgerKind } from '@/domain/payment/ledger';
import { reconcile } from '@/server/modules/payments/reconcile/reconcile.usecases';
import { allEntries, differencesToBooks } from '../support/ledger';
import { type FaultApp, startFaultApp } from './fault-app';
import type { Real } from './model-command';
import { anyCommand } from './model-commands';
import {
  emptyModel,
  type Model,
  owedOf,
  type Picture,
  type PlainAppointment,
  paidOf,
  picture,
  refundedOf,
  START,
  TIME_SLOTS,
} from './plain-model';
import { FULL, figures, SEED } from './seed';

const SEEDS = Number(process.env.FAULT_COURSES ?? (FULL ? 2000 : 12));
const COMMANDS = 60;

let app: FaultApp;
beforeAll(async () => {
  app = await startFaultApp();
  const { client } = app.deps.db;
  expect((await client.execute('select count(*) as n from appointments')).rows[0]?.n).toBe(0);
});
afterAll(() => app.close());

/** Returns the stored appointments. */
async function pictures(): Promise<Picture[]> {
  const { rows } = await app.deps.db.client.execute('select * from appointments order by rowid');
  return rows.map((row) => ({
    id: String(row.id),
    status: String(row.status),
    timeSlot: TIME_SLOTS.findIndex(
      ({ date, time }) => date === row.date && time.startsWith(STARTS[Number(row.slot_index)]!),
    ),
    held: row.hold_expires_at !== null,
    card: row.payment_method_stored === 1,
    totalPaidCents: Number(row.total_paid_cents),
    owedCents: row.status === 'completed' ? Number(row.remaining_balance_cents) : 0,
    balancePaid: row.balance_paid === 1,
    refundedCents: Number(row.refunded_cents),
  }));
}
const STARTS = ['10:00', '12:00', '2:00'];

/** Compares each time slot's occupancy, counted in the database, with its capacity. */
async function expectCapacityKept(now: number): Promise<void> {
  const { rows } = await app.deps.db.client.execute({
    sql: `select date, slot_index, count(*) as taken from appointments
          where status <> 'cancelled' and (hold_expires_at is null or hold_expires_at > ?)
          group by date, slot_index`,
    args: [now],
  });
  for (const { date, slot_index, taken } of rows) {
    const timeSlot = TIME_SLOTS.find(
      (one) => one.date === date && one.time.startsWith(STARTS[Number(slot_index)]!),
    );
    expect(Number(taken)).toBeLessThanOrEqual(timeSlot?.capacity ?? 0);
  }
}

/** Checks that Stripe has exactly the cents that the model charged, each once. */
function expectMoneyKept(model: Model): void {
  const { doubleCharged, totals } = app.sandbox.ledger();
  expect(doubleCharged).toEqual([]);
  const all = model.appointments;
  expect(totals.charged - openCharged(model)).toBe(
    all.reduce((sum, appointment) => sum + paidOf(appointment, 'card'), 0),
  );
  expect(totals.refunded).toBe(
    all.reduce((sum, appointment) => sum + refundedOf(appointment, 'card'), 0),
  );
}

/**
 * Banks withdraw some payments, and one of two disputes is lost. We learn all of it from Stripe.
 */
async function disputePayments(): Promise<void> {
  const paid = app.sandbox.ledger().lines.filter((line) => line.charged - line.refunded > 500);
  for (const [index, { paymentIntent }] of paid.slice(0, 4).entries()) {
    const opened = { payment_intent: paymentIntent, amount: 500 };
    const dispute = await app.sandboxCall('POST', '/_sandbox/disputes', opened);
    const { id } = dispute as { id: string };
    await reconcile(app);
    const outcome = index % 2 === 0 ? 'lost' : 'won';
    await app.sandboxCall('POST', '/_sandbox/disputes/decide', { dispute: id, outcome });
    app.clock.advance(1_000);
  }
  await reconcile(app);
}

/** Checks that the ledger has Stripe's movements and the recorded cash, each once. */
async function expectLedgerKept(model: Model): Promise<void> {
  expect(await differencesToBooks(app)).toEqual([]);
  const entries = await allEntries(app);
  const booked = (...kinds: LedgerKind[]) =>
    entries
      .filter(({ kind }) => kinds.some((one) => one === kind))
      .reduce((sum, { grossCents }) => sum + grossCents, 0);
  const { totals, lines } = app.sandbox.ledger();
  const ofModel = (what: (appointment: PlainAppointment) => number) =>
    model.appointments.reduce((sum, appointment) => sum + what(appointment), 0);
  expect({
    charged: booked('charge', 'correction_charge'),
    refunded: 0 - booked('refund', 'refund_failed'),
    disputed: 0 - booked('dispute_withdrawn', 'dispute_returned'),
    cash: booked('cash'),
    cashBack: 0 - booked('cash_back'),
  }).toEqual({
    charged: totals.charged,
    refunded: totals.refunded,
    disputed: lines.reduce((sum, { disputed }) => sum + disputed, 0),
    cash: ofModel((appointment) => paidOf(appointment, 'cash')),
    cashBack: ofModel((one) => refundedOf(one) - refundedOf(one, 'card')),
  });
  await reconcile(app);
  expect(await allEntries(app)).toEqual(entries);
}

/**
 * Returns the cents that Stripe has charged and we haven't recorded. They're at most what's owed.
 */
function openCharged(model: Model): number {
  const open = new Map(
    model.appointments
      .filter((appointment) => appointment.debt === 'open')
      .map((appointment) => [
        `${appointment.id}:${appointment.charges.length}`,
        owedOf(appointment),
      ]),
  );
  let sum = 0;
  for (const line of app.sandbox.ledger().lines) {
    const owed = open.get(line.chargeId ?? '');
    if (owed === undefined || line.charges === 0) continue;
    expect(line.charged).toBe(owed);
    sum += line.charged;
  }
  return sum;
}

test(`${SEEDS} sequences of ${COMMANDS} commands agree with the simple model`, async () => {
  const totals = { executed: 0, appointments: 0, paid: 0, cents: 0, refunded: 0, cash: 0 };
  const commands = fc.array(anyCommand, { minLength: COMMANDS, maxLength: COMMANDS });
  const property = fc.asyncProperty(commands, async (course) => {
    await app.rewind(START);
    for (const { date, time, capacity } of TIME_SLOTS) {
      const index = STARTS.findIndex((start) => time.startsWith(start));
      await app.deps.db.client.execute({
        sql: `insert into availability_slots (date, slot_index, is_available, max_bookings, created_at, updated_at)
              values (?, ?, 1, ?, 0, 0)`,
        args: [date, index, capacity],
      });
    }
    const model = emptyModel();
    const real: Real = {
      app,
      executed: 0,
      async compare(expected) {
        expect(await pictures()).toEqual(expected.appointments.map(picture));
        expect(await differencesToBooks(app)).toEqual([]);
        await expectCapacityKept(expected.now);
      },
    };
    await fc.asyncModelRun(() => ({ model, real }), course);
    expectMoneyKept(model);
    await disputePayments();
    await expectLedgerKept(model);
    totals.executed += real.executed;
    totals.appointments += model.appointments.length;
    for (const appointment of model.appointments.filter(({ debt }) => debt === 'paid')) {
      totals.paid += 1;
      totals.cents += paidOf(appointment, 'card');
      totals.refunded += refundedOf(appointment, 'card');
    }
    totals.cash += model.appointments.filter(({ debt }) => debt === 'cash').length;
  });
  const checked = await fc.check(property, { seed: SEED, numRuns: SEEDS, endOnFailure: true });
  if (checked.failed) {
    console.error(`FAULT_SEED=${SEED} repeats this failure`);
    throw new Error(fc.defaultReportMessage(checked), { cause: checked.errorInstance });
  }
  figures('Model', {
    courses: SEEDS,
    'commands each': COMMANDS,
    'commands with an effect to compare': totals.executed,
    appointments: totals.appointments,
    'paid by card': totals.paid,
    'in cash': totals.cash,
    'cents taken, here and at Stripe': totals.cents,
    'cents given back, here and at Stripe': totals.refunded,
  });
}, 3_600_000);
