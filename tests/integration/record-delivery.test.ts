/** Only one use case records a cancelled appointment that was delivered. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expireHolds } from '@/server/modules/appointments/hold-expiry.usecases';
import { admin, book, customer, driver, ORDER, picture, readyToDeliver } from '../support/actors';
import { startTestApp, type TestApp } from '../support/app';
import { payInBrowser, takenFor } from '../support/paying';
import { refusal, type Visitor } from '../support/visitor';

/** 10 gallons at $4.10, two small bags and a large one, all delivered. */
const TOTAL = 8_800;

/** A date that can still be booked some days later. */
const LATER = '2026-06-20';

let app: TestApp;
let sam: Visitor;
let staff: Visitor;
beforeAll(async () => {
  app = await startTestApp({ capacity: 200 });
  sam = await customer(app);
  staff = await admin(app);
});
afterAll(() => app.close());

const WHY = 'The driver was at the dock before the message';
const record = (id: string, over: Record<string, unknown> = {}) =>
  staff.trpc.admin.recordDelivery.mutate({ id, actualGallons: 10, reason: WHY, ...over });
const seen = async (id: string) => (await staff.trpc.admin.appointment.query({ id })).appointment;
async function cancelled(card?: string): Promise<string> {
  const id = await book(sam, {}, card);
  await staff.trpc.admin.cancel.mutate({ id, reason: 'Called off' });
  return id;
}

test('a recorded delivery is completed with its figures and photos, and its card is charged once', async () => {
  const id = await cancelled();
  const input = { receiptPhoto: await picture() };
  const result = await record(id, input);
  expect(result).toMatchObject({ paymentProcessed: true, totalPriceCents: TOTAL });
  expect(await record(id, input)).toEqual(result);
  expect(takenFor(app, id)).toBe(TOTAL);
  expect(await seen(id)).toMatchObject({
    status: 'completed',
    actualGallonsTenths: 100,
    cancelReason: null,
    paymentChip: 'Paid by card',
  });
  const { history } = await staff.trpc.admin.appointment.query({ id });
  expect(history.find(({ action }) => action === 'appointment.recorded')).toMatchObject({
    before: { status: 'cancelled' },
    after: { status: 'completed', reason: WHY, photos: ['receipt'] },
  });
});

test('a recorded delivery pressed twice simultaneously is one delivery and one charge', async () => {
  const id = await cancelled();
  await Promise.all([record(id), record(id), record(id)]);
  expect(takenFor(app, id)).toBe(TOTAL);
  const { history } = await staff.trpc.admin.appointment.query({ id });
  expect(history.filter(({ action }) => action === 'appointment.recorded')).toHaveLength(1);
});

test('a recorded delivery without a card is a debt, for the payment link or cash', async () => {
  const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
  const { id } = appointment;
  await staff.trpc.admin.cancel.mutate({ id });
  expect(await record(id)).toMatchObject({ paymentProcessed: false, balancePaid: false });
  expect(await seen(id)).toMatchObject({ remainingBalanceCents: TOTAL, paymentChip: 'No card' });
  const payment = await sam.trpc.booking.createBalancePayment.mutate({
    appointmentId: id,
    remainingAmount: TOTAL / 100,
  });
  await payInBrowser(app, payment.clientSecret, { number: '4242424242424242' });
  await sam.trpc.booking.confirmBalancePayment.mutate({ appointmentId: id });
  expect(await seen(id)).toMatchObject({ balancePaid: true });
});

test('a recorded delivery can exceed a full time slot, with the reason saved', async () => {
  const slot = { time: '2:00 PM - 4:00 PM' };
  const id = await book(sam, slot);
  await staff.trpc.admin.cancel.mutate({ id });
  await app.deps.db.client.execute({
    sql: `insert into availability_slots (date, slot_index, is_available, max_bookings, created_at, updated_at)
          select date, slot_index, 1, 1, 0, 0 from appointments where id = ?`,
    args: [id],
  });
  await book(sam, slot);
  expect(await refusal(book(sam, slot))).toMatchObject({ reason: 'slot_taken' });
  await record(id);
  const { rows } = await app.deps.db.client.execute({
    sql: 'select status, recorded_reason, cancelled_at from appointments where id = ?',
    args: [id],
  });
  expect(rows).toMatchObject([{ status: 'completed', recorded_reason: WHY, cancelled_at: null }]);
});

test('a recorded delivery needs a reason, and a confirmation of figures far from the order', async () => {
  const id = await cancelled();
  expect(await refusal(record(id, { actualGallons: 200 }))).toMatchObject({
    reason: 'needs_confirmation',
  });
  expect(await refusal(record(id, { reason: '  ' }))).toMatchObject({ status: 400 });
  expect(await seen(id)).toMatchObject({ status: 'cancelled' });
  expect(takenFor(app, id)).toBe(0);
});

test('a recorded delivery is the only way out of cancelled, and leaves no other status', async () => {
  const id = await cancelled();
  const patch = await staff.rest('PATCH', `/api/appointments/${id}`, {
    status: 'completed',
    actualGallons: 10,
  });
  expect(patch.status).toBe(409);
  expect(await refusal(staff.trpc.admin.complete.mutate({ id, actualGallons: 10 }))).toMatchObject({
    status: 409,
  });
  const dana = await driver(app);
  const open = await book(sam);
  await readyToDeliver(staff, open, dana.driverId);
  expect(await refusal(record(open))).toMatchObject({ status: 409 });
  expect(await seen(open)).toMatchObject({ status: 'scheduled' });
});

describe('a booking that was never finished but was delivered', () => {
  /** An appointment that a visitor with this phone number holds without a card. */
  async function unfinished(customerPhone: string) {
    const order = { ...ORDER, date: LATER, customerName: 'Noah Reed', customerPhone };
    const { appointment } = await app.visitor().trpc.booking.create.mutate(order);
    app.clock.advance(16 * 60_000);
    staff = await admin(app);
    return appointment;
  }
  /** A day later, when such holds are cleaned up. */
  async function cleanUp() {
    app.clock.advance(25 * 3_600_000);
    await expireHolds(app);
    staff = await admin(app);
  }
  const found = async (search: string, status: 'pending' | 'cancelled' = 'cancelled') => {
    const list = { status, search };
    const { appointments } = await staff.trpc.admin.appointments.query(list);
    return appointments.map(({ id }) => id);
  };

  test('is found among the cancelled ones by phone, code, and name, and recorded', async () => {
    const { id, publicCode } = await unfinished('2695550177');
    await cleanUp();
    expect(await seen(id)).toMatchObject({ status: 'cancelled', cardSaved: false });
    for (const search of ['(269) 555-0177', publicCode, 'noah reed']) {
      expect(await found(search)).toContain(id);
    }
    expect(await record(id)).toMatchObject({ paymentProcessed: false, totalPriceCents: TOTAL });
    expect(await seen(id)).toMatchObject({
      status: 'completed',
      holdExpiresAt: null,
      remainingBalanceCents: TOTAL,
    });
    expect(await found(publicCode)).toEqual([]);
  });

  test("isn't in any list unless staff search for it", async () => {
    const { id } = await unfinished('2695550178');
    await cleanUp();
    for (const status of ['pending', 'cancelled'] as const) {
      const { appointments } = await staff.trpc.admin.appointments.query({ status });
      expect(appointments.map((row) => row.id)).not.toContain(id);
    }
  });

  test("can be recorded before its hold is cleaned up, but not while it's held", async () => {
    const { id, publicCode } = await unfinished('2695550179');
    expect(await found(publicCode, 'pending')).toEqual([id]);
    const order = { ...ORDER, date: LATER };
    const { appointment: held } = await sam.trpc.booking.create.mutate(order);
    expect(await found(held.publicCode, 'pending')).toEqual([]);
    expect(await refusal(record(held.id))).toMatchObject({ status: 409 });
    await record(id);
    expect(await seen(id)).toMatchObject({ status: 'completed', remainingBalanceCents: TOTAL });
  });
});
