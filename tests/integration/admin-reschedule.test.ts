import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { addDays } from '@/domain/dates';
import { admin, book, customer, driver, ORDER, readyToDeliver } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const MORNING = '10:00 AM - 12:00 PM';
const NOON = '12:00 PM - 2:00 PM';
const AFTERNOON = '2:00 PM - 4:00 PM';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
let ann: Visitor;
let dana: Visitor;
let driverId: number;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
  sam = await customer(app);
  ann = await customer(app);
  ({ visitor: dana, driverId } = await driver(app));
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(SATURDAY_8AM);
  await app.deps.db.client.execute("update appointments set status = 'cancelled'");
  await app.deps.db.client.execute('delete from availability_slots');
});

const move = (input: Parameters<typeof staff.trpc.admin.reschedule.mutate>[0]) =>
  staff.trpc.admin.reschedule.mutate(input);
const lastLetter = async (id: string) =>
  (
    await app.deps.db.client.execute({
      sql: 'select subject, body from outbox where appointment_id = ? order by created_at desc, id desc limit 1',
      args: [id],
    })
  ).rows[0];

describe('a reschedule by staff', () => {
  test('changes time, dock, and driver, frees the old time slot, sends a message, and writes an audit entry', async () => {
    const id = await book(sam);
    await readyToDeliver(staff, id);
    app.clock.advance(1_000);
    const moved = await move({
      id,
      date: TODAY,
      time: NOON,
      location: ' North Pier ',
      slipNumber: '',
      driverId,
    });
    expect(moved).toMatchObject({
      status: 'scheduled',
      date: TODAY,
      time: NOON,
      location: 'North Pier',
      slipNumber: null,
      driverId,
    });
    expect(await ann.trpc.slots.open.query({ date: TOMORROW })).toContain(MORNING);
    expect(await ann.trpc.slots.open.query({ date: TODAY })).not.toContain(NOON);
    const { history } = await staff.trpc.admin.appointment.query({ id });
    expect(history[0]).toMatchObject({
      action: 'appointment.rescheduled',
      actorName: 'Alex Harbor',
      before: { date: TOMORROW, slotIndex: 0, slipNumber: 'Slip 12' },
      after: { date: TODAY, slotIndex: 1, slipNumber: null },
    });
    expect(await lastLetter(id)).toMatchObject({
      subject: expect.stringContaining('Delivery moved'),
    });
  });

  test('keeps omitted fields, and writes nothing without a change', async () => {
    const id = await book(sam);
    const before = (await staff.trpc.admin.appointment.query({ id })).history.length;
    const same = await move({ id, date: TOMORROW, time: MORNING, location: ORDER.location });
    expect(same).toMatchObject({ date: TOMORROW, time: MORNING, slipNumber: 'Slip 12' });
    expect((await staff.trpc.admin.appointment.query({ id })).history).toHaveLength(before);
    await move({ id, driverId });
    expect((await staff.trpc.admin.appointment.query({ id })).appointment.driverId).toBe(driverId);
    expect((await lastLetter(id))?.subject).not.toContain('Delivery moved');
    await move({ id, driverId: null });
    expect((await staff.trpc.admin.appointment.query({ id })).appointment.driverId).toBeNull();
  });

  test('is refused for a full or blocked time slot, and the appointment keeps the old one', async () => {
    const id = await book(sam);
    await book(ann, { time: NOON });
    await staff.trpc.admin.switchTimeSlot.mutate({
      date: TOMORROW,
      time: AFTERNOON,
      isAvailable: false,
    });
    for (const time of [NOON, AFTERNOON]) {
      expect(await refusal(move({ id, time }))).toMatchObject({
        status: 409,
        reason: 'slot_taken',
        message: 'This window is full or blocked. Select another one.',
      });
    }
    expect((await staff.trpc.admin.appointment.query({ id })).appointment.time).toBe(MORNING);
  });

  test('succeeds for one of two appointments that want the last spot, and each keeps one time slot', async () => {
    const day = (index: number) => addDays(TOMORROW, index);
    const ids = [await book(sam, { date: day(1) }), await book(ann, { date: day(2) })];
    const moves = await Promise.allSettled(
      ids.map((id) => move({ id, date: day(3), time: AFTERNOON })),
    );
    expect(moves.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const { timeSlots } = await staff.trpc.admin.calendar.query({ date: day(3) });
    expect(timeSlots[2]?.occupied).toBe(1);
  });

  test('may use a time slot in progress, and only the next 14 days', async () => {
    const id = await book(sam);
    app.clock.set(Date.parse('2026-06-13T15:30:00Z'));
    expect((await move({ id, date: TODAY, time: MORNING })).date).toBe(TODAY);
    await move({ id, date: TOMORROW });
    app.clock.set(Date.parse('2026-06-13T16:00:00Z'));
    const refused = async (date: string) => (await refusal(move({ id, date }))).message;
    const sentence = 'Please select a current or upcoming window in the next 14 days.';
    for (const date of [TODAY, '2026-06-12', '2026-06-27']) {
      expect(await refused(date)).toBe(sentence);
    }
  });

  test('is refused for a driver en route, a closed appointment, and invalid input', async () => {
    const id = await book(sam);
    await readyToDeliver(staff, id, driverId);
    await dana.trpc.driver.enRoute.mutate({ id });
    expect(await refusal(move({ id, date: TODAY }))).toMatchObject({
      status: 409,
      message: 'This appointment is en route and can no longer be moved.',
    });
    await dana.trpc.driver.complete.mutate({ id, actualGallons: 10 });
    expect((await refusal(move({ id, date: TODAY }))).status).toBe(409);
    expect((await refusal(move({ id: 'nobody', date: TODAY }))).status).toBe(404);
    const other = await book(ann, { date: TODAY });
    expect((await refusal(move({ id: other, driverId: 999 }))).field).toBe('driverId');
    expect((await refusal(move({ id: other, location: '  ' }))).status).toBe(400);
    expect((await refusal(move({ id: other, time: 'noon' }))).status).toBe(400);
    expect((await refusal(move({ id: other, date: '2026-02-30' }))).status).toBe(400);
  });
});

describe('a reschedule into a full time slot', () => {
  const SENTENCE =
    'That window is full or blocked. Enter a reason for overbooking, or select another one.';
  const reason = 'The committee boat.';
  const stateOf = async (id: string) => staff.trpc.admin.appointment.query({ id });

  test('needs a reason, which is saved with it and in the audit entry', async () => {
    const id = await book(sam);
    await book(ann, { time: NOON });
    expect(await refusal(move({ id, time: NOON, overCapacityReason: '  ' }))).toMatchObject({
      ...{ status: 409, reason: 'slot_taken', field: 'time', message: SENTENCE },
      details: { needsReason: true },
    });
    expect((await stateOf(id)).appointment.time).toBe(MORNING);
    const moved = await move({ id, time: NOON, overCapacityReason: reason });
    expect(moved).toMatchObject({ time: NOON, overCapacityReason: reason });
    expect((await stateOf(id)).history[0]).toMatchObject({
      action: 'appointment.rescheduled',
      before: { slotIndex: 0 },
      after: { slotIndex: 1, reason },
    });
    const kept = await move({ id, slipNumber: 'Slip 9', overCapacityReason: '' });
    expect(kept).toMatchObject({ time: NOON, overCapacityReason: reason });
  });

  test('clears the reason when it moves on to one with room, also by the customer', async () => {
    await book(ann, { time: NOON });
    const id = await book(sam);
    await move({ id, time: NOON, overCapacityReason: reason });
    const on = await move({ id, time: AFTERNOON, overCapacityReason: 'Not needed.' });
    expect(on).toMatchObject({ time: AFTERNOON, overCapacityReason: null });
    expect((await stateOf(id)).history[0]?.after).toEqual({ slotIndex: 2 });
    await move({ id, time: NOON, overCapacityReason: reason });
    await sam.rest('PATCH', `/api/appointments/${id}`, { time: MORNING });
    expect((await stateOf(id)).appointment).toMatchObject({
      time: MORNING,
      overCapacityReason: null,
    });
  });

  test('is refused for a blocked one, a customer, and over REST', async () => {
    const id = await book(sam);
    await book(ann, { time: NOON });
    const blocked = { date: TOMORROW, time: AFTERNOON, isAvailable: false };
    await staff.trpc.admin.switchTimeSlot.mutate(blocked);
    const blockedToo = move({ id, time: AFTERNOON, overCapacityReason: reason });
    expect(await refusal(blockedToo)).toMatchObject({
      ...{ status: 409, message: 'This window is full or blocked. Select another one.' },
    });
    const path = `/api/appointments/${id}`;
    for (const who of [staff, sam]) {
      expect((await who.rest('PATCH', path, { time: NOON })).status).toBe(409);
      const sent = await who.rest('PATCH', path, { time: NOON, overCapacityReason: reason });
      expect(sent.status).toBe(400);
    }
    const own = sam.trpc.admin.reschedule.mutate({ id, time: NOON, overCapacityReason: reason });
    expect((await refusal(own)).status).toBe(403);
  });

  test('is an edit conflict for the second of two staff', async () => {
    const id = await book(sam);
    await book(ann, { time: NOON });
    const { version } = (await stateOf(id)).appointment;
    const changes = { id, time: NOON, version, overCapacityReason: reason };
    const both = await Promise.allSettled([move(changes), move({ ...changes, slipNumber: '9' })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one) => one.status === 'rejected');
    expect(await refusal(Promise.reject(lost?.reason))).toMatchObject({
      reason: 'changed_meanwhile',
    });
  });
});

describe('PATCH /api/appointments/{id}', () => {
  const patch = (who: Visitor, id: string, body: object) =>
    who.rest('PATCH', `/api/appointments/${id}`, body);

  test('by staff goes through every status, each with its fields', async () => {
    const id = await book(sam, { date: TODAY });
    expect(await patch(staff, id, { status: 'confirmed' })).toMatchObject({
      status: 200,
      body: { status: 'confirmed', totalPrice: 129, customerEmail: expect.any(String) },
    });
    const scheduled = await patch(staff, id, { status: 'scheduled', driverId });
    expect(scheduled.body).toMatchObject({ status: 'scheduled', driverId });
    expect((await patch(staff, id, { status: 'en_route' })).body.status).toBe('en_route');
    const done = await patch(staff, id, {
      status: 'completed',
      actualGallons: '12.5',
      completedAt: '2026-06-13T12:00:00Z',
      notes: 'Left at the gate',
    });
    expect(done.body).toMatchObject({
      status: 'completed',
      actualGallons: 12.5,
      balancePaid: true,
      notes: 'Left at the gate',
      totalPaid: 98.25,
    });
    expect((await patch(staff, id, { status: 'cancelled' })).status).toBe(409);
    const other = await book(ann, { date: TODAY, time: NOON });
    const cancelled = await patch(staff, other, { status: 'cancelled', reason: 'Storm' });
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancelReason: 'Storm' });
  });

  test('by staff moves a delivery or changes its order, one at a time', async () => {
    const id = await book(sam, { date: TODAY });
    const moved = await patch(staff, id, { date: TOMORROW, time: NOON, location: 'Pier 3' });
    expect(moved.body).toMatchObject({ date: TOMORROW, time: NOON, location: 'Pier 3' });
    const edited = await patch(staff, id, { estimatedGallons: '10.5', customFuelPrice: '4.00' });
    expect(edited.body).toMatchObject({
      estimatedGallons: 10.5,
      customFuelPrice: 4,
      smallIceBags: 2,
      fuelTotal: 42,
    });
    const kept = await patch(staff, id, { largeIceBags: 0 });
    expect(kept.body).toMatchObject({ estimatedGallons: 10.5, customFuelPrice: 4, iceTotal: 10 });
    const empty = { estimatedGallons: 0, smallIceBags: 0 };
    expect(await patch(staff, id, empty)).toMatchObject({
      status: 400,
      body: { message: 'Please select fuel gallons or ice bags for delivery.' },
    });
  });

  test('by staff refuses unknown fields by name', async () => {
    const id = await book(sam, { date: TODAY });
    for (const [body, field, message] of [
      [{}, 'id', 'Send at least one field to change.'],
      [{ totalPrice: 1 }, 'totalPrice', 'This call can’t change totalPrice.'],
      [{ status: 'confirmed', userId: 'x' }, 'userId', 'This call can’t change userId.'],
      [{ status: 'pending' }, 'status', 'Please send a status that a delivery can change to.'],
      [{ status: 7 }, 'status', 'Please send a status that a delivery can change to.'],
      [{ status: 'confirmed', date: TOMORROW }, 'date', 'Please change date in a separate call.'],
      [
        { date: TOMORROW, estimatedGallons: 3 },
        'estimatedGallons',
        'Please change estimatedGallons in a separate call.',
      ],
    ] as const) {
      const answer = await patch(staff, id, body);
      expect(answer).toMatchObject({ status: 400, body: { field, message } });
    }
    const noGallons = { status: 'completed' };
    await patch(staff, id, { status: 'confirmed' });
    await patch(staff, id, { status: 'scheduled' });
    expect(await patch(staff, id, noGallons)).toMatchObject({
      status: 400,
      body: { message: 'Please enter actual gallons delivered.' },
    });
  });

  test('by a driver sets own deliveries en route and completed, and nothing else', async () => {
    const id = await book(sam, { date: TODAY });
    await readyToDeliver(staff, id, driverId);
    const { visitor: kim } = await driver(app);
    expect((await patch(kim, id, { status: 'en_route' })).status).toBe(404);
    for (const body of [
      { status: 'cancelled' },
      { status: 'confirmed' },
      { location: 'Pier' },
      { driverId: 1 },
      { notes: 'hello' },
      {},
    ]) {
      expect((await patch(dana, id, body)).status).toBe(400);
    }
    expect((await patch(dana, id, { status: 'en_route' })).body).toMatchObject({
      status: 'en_route',
      driverId,
      customerPhone: '(269) 555-0117',
    });
    const done = await patch(dana, id, {
      status: 'completed',
      actualGallons: 10,
      completedAt: '2026-06-13T12:00:00.000Z',
      notes: 'Done',
    });
    expect(done.body).toMatchObject({ status: 'completed', actualGallons: 10, notes: 'Done' });
    expect((await patch(dana, 'nobody', { status: 'en_route' })).status).toBe(404);
  });

  test("by a customer changes a customer's fields, and is refused for a visitor", async () => {
    const id = await book(sam, { date: TOMORROW });
    expect((await patch(sam, id, { status: 'confirmed' })).status).toBe(400);
    expect((await patch(sam, id, { driverId })).status).toBe(400);
    expect((await patch(ann, id, { status: 'cancelled' })).status).toBe(404);
    expect((await patch(app.visitor(), id, { status: 'cancelled' })).status).toBe(401);
    expect((await patch(sam, id, { status: 'cancelled' })).body.status).toBe('cancelled');
  });
});

describe('the lists over REST', () => {
  test('have all appointments, latest first, by status, date, and search, only for staff', async () => {
    const first = await book(sam, { date: TODAY });
    const second = await book(ann, { date: TOMORROW, location: 'Hidden Cove' });
    const all = await staff.rest('GET', '/api/admin/appointments');
    expect(all.status).toBe(200);
    const ids = all.body.map((one: { id: string }) => one.id);
    expect(ids.indexOf(second)).toBeLessThan(ids.indexOf(first));
    const get = async (query: string) =>
      (await staff.rest('GET', `/api/admin/appointments?${query}`)).body;
    expect(await get('search=hidden')).toMatchObject([{ id: second, location: 'Hidden Cove' }]);
    expect(await get(`status=pending&date=${TODAY}`)).toMatchObject([{ id: first }]);
    expect(await get('page=2')).toEqual([]);
    for (const wrong of ['page=0', 'page=x', 'status=lost', 'date=tomorrow']) {
      const answer = await staff.rest('GET', `/api/admin/appointments?${wrong}`);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/^[A-Z].*\.$/);
    }
    for (const [who, status] of [
      [app.visitor(), 401],
      [sam, 403],
      [dana, 403],
    ] as const) {
      expect((await who.rest('GET', '/api/admin/appointments')).status).toBe(status);
    }
  });

  test("have a date's deliveries without cancelled ones, and only their own for drivers", async () => {
    const own = await book(sam, { date: TODAY });
    await readyToDeliver(staff, own, driverId);
    const other = await book(ann, { date: TODAY, time: NOON });
    const gone = await book(ann, { date: TODAY, time: AFTERNOON });
    await ann.trpc.booking.cancel.mutate({ id: gone });
    for (const path of ['/api/appointments/today', `/api/appointments/date/${TODAY}`]) {
      const ids = async (who: Visitor) =>
        (await who.rest('GET', path)).body.map((one: { id: string }) => one.id);
      expect(await ids(staff)).toEqual([own, other]);
      expect(await ids(dana)).toEqual([own]);
      expect((await sam.rest('GET', path)).status).toBe(403);
      expect((await app.visitor().rest('GET', path)).status).toBe(401);
    }
    await dana.trpc.driver.enRoute.mutate({ id: own });
    await dana.trpc.driver.complete.mutate({ id: own, actualGallons: 10 });
    const { body } = await dana.rest('GET', '/api/appointments/today');
    expect(body).toMatchObject([{ id: own, status: 'completed', driverId }]);
    expect((await staff.rest('GET', `/api/appointments/date/${TOMORROW}`)).body).toEqual([]);
    expect((await staff.rest('GET', '/api/appointments/date/today')).status).toBe(400);
  });

  test('are next to a details path that changes the details', async () => {
    const id = await book(sam, { date: TODAY });
    const path = `/api/admin/appointments/${id}/update-details`;
    const body = { estimatedGallons: 12.5, smallIceBags: '', largeIceBags: 1, customFuelPrice: '' };
    expect(await staff.rest('PATCH', path, body)).toMatchObject({
      status: 200,
      body: { estimatedGallons: 12.5, smallIceBags: 0, customFuelPrice: null, fuelTotal: 51.25 },
    });
    expect((await staff.rest('PATCH', path, { ...body, estimatedGallons: 'x' })).status).toBe(400);
    expect((await sam.rest('PATCH', path, body)).status).toBe(403);
    expect((await dana.rest('PATCH', path, body)).status).toBe(403);
  });
});

test('belong to paths where only staff can reschedule', async () => {
  const id = await book(sam);
  for (const [who, status] of [
    [app.visitor(), 401],
    [sam, 403],
    [dana, 403],
  ] as const) {
    const call = who.trpc.admin.reschedule.mutate({ id, date: TODAY });
    expect((await refusal(call)).status).toBe(status);
    expect((await refusal(who.trpc.admin.patch.mutate({ id, status: 'confirmed' }))).status).toBe(
      status,
    );
    expect((await refusal(who.trpc.admin.allAppointments.query({}))).status).toBe(status);
  }
  expect((await refusal(sam.trpc.driver.deliveries.query({}))).status).toBe(403);
  expect((await refusal(sam.trpc.driver.patch.mutate({ id, status: 'en_route' }))).status).toBe(
    403,
  );
});
