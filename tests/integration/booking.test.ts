import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { MESSAGES } from '@/domain/errors';
import { cents, gallonTenths } from '@/domain/money';
import {
  findAppointment,
  insertIfCapacityLeft,
} from '@/server/modules/appointments/appointments.repository';
import { admin, book, customer, ORDER } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, refusals, type Visitor } from '../support/visitor';

let app: TestApp;
let sam: Visitor;
let other: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  sam = await customer(app);
  other = await customer(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(SATURDAY_8AM);
  await app.deps.db.client.execute("update appointments set status = 'cancelled'");
  await app.deps.db.client.execute('delete from availability_slots');
});

const storedRows = async () =>
  Number((await app.deps.db.client.execute('select count(*) as n from appointments')).rows[0]?.n);
const openOn = (date: string) => sam.trpc.slots.open.query({ date });

describe('time slots and capacity', () => {
  test('all 14 dates come in one call, today first', async () => {
    const { today, days } = await sam.trpc.slots.window.query();
    expect(today).toBe(TODAY);
    expect(days.map((day) => day.date)).toEqual(
      Array.from({ length: 14 }, (_, day) => `2026-06-${13 + day}`),
    );
    expect(days.every((day) => day.bookable && day.timeSlots.length === 3)).toBe(true);
  });

  test('a booked time slot is closed to others, and reopens after a cancellation', async () => {
    const { appointment } = await sam.trpc.booking.create.mutate(ORDER);
    expect(await openOn(TOMORROW)).toEqual(['12:00 PM - 2:00 PM', '2:00 PM - 4:00 PM']);
    expect(await refusal(other.trpc.booking.create.mutate(ORDER))).toMatchObject({
      status: 409,
      reason: 'slot_taken',
      field: 'time',
      message: MESSAGES.slotTaken,
    });
    await sam.trpc.booking.cancel.mutate({ id: appointment.id });
    await sam.trpc.booking.cancel.mutate({ id: appointment.id });
    expect(await openOn(TOMORROW)).toHaveLength(3);
    await other.trpc.booking.create.mutate(ORDER);
  });

  test('the answer to a booking equals the stored row in every column', async () => {
    const now = app.clock.now();
    const row = {
      id: 'straight-to-the-table',
      publicCode: 'D-STRAIT',
      date: TOMORROW,
      slotIndex: 0,
      location: 'Dock 9',
      fuelType: 'Premium' as const,
      estimatedGallonsTenths: gallonTenths(125),
      customerName: undefined,
      unitPriceCents: cents(516),
      fuelTotalCents: cents(6450),
      deliveryFeeCents: cents(2500),
      totalPriceCents: cents(8950),
      testMode: true,
      createdAt: now,
      updatedAt: now,
    };
    const written = await insertIfCapacityLeft(app.deps.db, row, now);
    expect(written).not.toBeNull();
    expect(written).toEqual(await findAppointment(app.deps.db.orm, row.id));
    expect(
      await insertIfCapacityLeft(app.deps.db, { ...row, id: 'b', publicCode: 'b' }, now),
    ).toBeNull();
  });

  test('a hold keeps its time slot for exactly 15 minutes', async () => {
    await sam.trpc.booking.create.mutate(ORDER);
    app.clock.advance(15 * 60_000 - 1);
    expect(await openOn(TOMORROW)).toHaveLength(2);
    app.clock.advance(1);
    expect(await openOn(TOMORROW)).toHaveLength(3);
    await other.trpc.booking.create.mutate(ORDER);
  });

  test("staff can't confirm an expired hold whose time slot is taken", async () => {
    const staff = await admin(app);
    const { appointment: expired } = await sam.trpc.booking.create.mutate(ORDER);
    app.clock.advance(15 * 60_000);
    const { appointment: newer } = await other.trpc.booking.create.mutate(ORDER);
    const confirm = { id: expired.id, noCardReason: 'Pays cash' };
    expect((await refusal(staff.trpc.admin.confirm.mutate(confirm))).status).toBe(409);
    await other.trpc.booking.cancel.mutate({ id: newer.id });
    expect((await staff.trpc.admin.confirm.mutate(confirm)).status).toBe('confirmed');
    expect((await refusal(other.trpc.booking.create.mutate(ORDER))).status).toBe(409);
  });

  test('a blocked time slot takes no appointment, and a larger capacity takes its number', async () => {
    const { client } = app.deps.db;
    await client.execute({
      sql: 'insert into availability_slots (date, slot_index, is_available, max_bookings, created_at, updated_at) values (?, 0, 0, null, 0, 0), (?, 1, 1, 2, 0, 0)',
      args: [TOMORROW, TOMORROW],
    });
    expect(await openOn(TOMORROW)).not.toContain('10:00 AM - 12:00 PM');
    expect((await refusal(sam.trpc.booking.create.mutate(ORDER))).status).toBe(409);
    const noon = { ...ORDER, time: '12:00 PM - 2:00 PM' };
    await sam.trpc.booking.create.mutate(noon);
    await other.trpc.booking.create.mutate(noon);
    expect((await refusal(other.trpc.booking.create.mutate(noon))).status).toBe(409);
  });

  test('a time slot closes at the minute it starts', async () => {
    const today = { ...ORDER, date: TODAY };
    app.clock.set(Date.parse('2026-06-13T13:59:59Z'));
    expect(await openOn(TODAY)).toHaveLength(3);
    app.clock.set(Date.parse('2026-06-13T14:00:00Z'));
    expect(await openOn(TODAY)).toHaveLength(2);
    expect((await refusal(sam.trpc.booking.create.mutate(today))).status).toBe(409);
  });

  test('dates outside the 14 days are refused', async () => {
    for (const date of ['2026-06-12', '2026-06-27']) {
      expect(await refusal(sam.trpc.booking.create.mutate({ ...ORDER, date }))).toMatchObject({
        status: 400,
        field: 'date',
      });
      expect(await openOn(date)).toEqual([]);
    }
  });

  test('one of 60 simultaneous bookings of a time slot succeeds, and the others are refused', async () => {
    const before = await storedRows();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        sam.rest('POST', '/api/appointments', { ...ORDER, time: '2:00 PM - 4:00 PM' }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(59);
    expect(await storedRows()).toBe(before + 1);
  });
});

describe('repeating a booking', () => {
  test('with the same request ID returns the first appointment, even simultaneously', async () => {
    const request = { ...ORDER, requestId: 'pressed-twice' };
    const [first, second] = await Promise.all([
      sam.trpc.booking.create.mutate(request),
      sam.trpc.booking.create.mutate(request),
    ]);
    expect(second.appointment.id).toBe(first.appointment.id);
    const third = await sam.trpc.booking.create.mutate(request);
    expect(third.appointment.id).toBe(first.appointment.id);
    // Another person's request with the same ID is a different one.
    expect((await refusal(other.trpc.booking.create.mutate(request))).status).toBe(409);
  });
});

describe("the server's decisions", () => {
  test('ignore amounts, users, and promo outcomes from the browser', async () => {
    const { status, body } = await sam.rest('POST', '/api/appointments', {
      ...ORDER,
      userId: 'somebody-else',
      totalPrice: 0.01,
      iceTotal: '0.00',
      deliveryFeeAmount: 0,
      promoCodeUsed: true,
      status: 'completed',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'pending',
      totalPrice: 129,
      deliveryFee: 30,
      testMode: false,
    });
    expect(await sam.trpc.booking.list.query()).toHaveLength(1);
  });

  test("keep the booking's unit price when the market moves", async () => {
    const id = await book(sam);
    await app.deps.db.client.execute(
      "insert into fuel_prices (regular_cents, premium_cents, zip_code, is_manual_override, updated_at) values (999, 999, '49047', 1, 1)",
    );
    const staff = await admin(app);
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.schedule.mutate({ id });
    const result = await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 });
    expect(result.totalPriceCents).toBe(12_900);
    await app.deps.db.client.execute('delete from fuel_prices');
  });

  test('waive the delivery fee for a promo code, which needs no card and is never charged', async () => {
    await app.deps.db.client.execute(
      "insert into promo_codes (code, test_mode, is_active, created_at) values ('DOCKTEST', 1, 1, 0)",
    );
    expect(await sam.trpc.booking.validatePromo.mutate({ promoCode: 'docktest' })).toEqual({
      valid: true,
      testMode: true,
      message: '✓ Promo code applied - test mode activated',
      discount: null,
    });
    expect(await sam.trpc.booking.validatePromo.mutate({ promoCode: 'NOPE' })).toMatchObject({
      valid: false,
      message: 'Invalid promo code',
    });
    const charged = app.sandbox.ledger().totals.charges;
    const id = await book(sam, { promoCode: 'docktest' });
    const [booked] = await sam.trpc.booking.list.query();
    expect(booked).toMatchObject({ id, testMode: true, deliveryFeeCents: 0, cardSaved: false });
    const staff = await admin(app);
    await staff.trpc.admin.confirm.mutate({ id });
    await staff.trpc.admin.schedule.mutate({ id });
    expect(await staff.trpc.admin.complete.mutate({ id, actualGallons: 20 })).toMatchObject({
      testMode: true,
      paymentProcessed: false,
      balancePaid: false,
      paymentError: null,
    });
    expect(app.sandbox.ledger().totals.charges).toBe(charged);
  });
});

describe('a change to a booking', () => {
  test('moves it to an available time slot, keeps the card, and frees the old slot immediately', async () => {
    const id = await book(sam);
    const { slipNumber, ...order } = ORDER;
    const moved = await sam.trpc.booking.modify.mutate({
      id,
      ...order,
      time: '2:00 PM - 4:00 PM',
      estimatedGallons: 30,
    });
    expect(moved).toMatchObject({ time: '2:00 PM - 4:00 PM', cardLast4: '4242', slipNumber: null });
    expect(moved.totalPriceCents).toBe(30 * 410 + 1700 + 3000);
    expect(await openOn(TOMORROW)).toEqual(['10:00 AM - 12:00 PM', '12:00 PM - 2:00 PM']);
    expect(slipNumber).toBe('Slip 12');
  });

  test('is refused for a full time slot, and the appointment keeps its own', async () => {
    const id = await book(sam);
    await book(other, { time: '2:00 PM - 4:00 PM' });
    const move = { id, ...ORDER, time: '2:00 PM - 4:00 PM' };
    expect(await refusal(sam.trpc.booking.modify.mutate(move))).toMatchObject({
      status: 409,
      reason: 'slot_taken',
    });
    expect((await sam.trpc.booking.get.query({ id })).time).toBe('10:00 AM - 12:00 PM');
  });

  test('is refused after its time slot has started', async () => {
    const id = await book(sam, { date: TODAY });
    app.clock.set(Date.parse('2026-06-13T14:00:00Z'));
    const change = sam.trpc.booking.modify.mutate({ id, ...ORDER });
    expect((await refusal(change)).status).toBe(409);
  });
});

describe('access to an appointment', () => {
  test('is refused to another customer as not found', async () => {
    const id = await book(sam);
    for (const answer of await refusals([
      other.trpc.booking.get.query({ id }),
      other.trpc.booking.cancel.mutate({ id }),
      other.trpc.booking.modify.mutate({ id, ...ORDER }),
      other.trpc.booking.createPaymentAuthorization.mutate({ appointmentId: id }),
      other.trpc.booking.confirmPaymentSetup.mutate({ appointmentId: id, setupIntentId: 'seti_1' }),
      sam.trpc.booking.get.query({ id: 'no-such-booking' }),
    ])) {
      expect(answer).toMatchObject({ status: 404, message: MESSAGES.notFound });
    }
  });

  test('is given to a guest with only a phone by a manage link to that one appointment', async () => {
    const guest = app.visitor();
    expect(await refusal(guest.trpc.booking.create.mutate(ORDER))).toMatchObject({
      status: 400,
      message: MESSAGES.signInFirst,
    });
    const id = await book(guest, { customerPhone: '269 555 0188' });
    const others = await book(sam, { time: '2:00 PM - 4:00 PM' });
    expect((await guest.trpc.booking.get.query({ id })).cardSaved).toBe(true);
    expect((await refusal(guest.trpc.booking.get.query({ id: others }))).status).toBe(404);
    expect((await refusal(app.visitor().trpc.booking.get.query({ id }))).status).toBe(401);
    expect((await guest.trpc.booking.cancel.mutate({ id })).status).toBe('cancelled');
  });
});
