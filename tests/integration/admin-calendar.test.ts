import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { addDays, addMonths, datesBetween } from '@/domain/dates';
import { admin, book, customer, driver, ORDER } from '../support/actors';
import { SATURDAY_8AM, startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { refusal, type Visitor } from '../support/visitor';

const MORNING = '10:00 AM - 12:00 PM';
const NOON = '12:00 PM - 2:00 PM';

let app: TestApp;
let staff: Visitor;
let sam: Visitor;
/** The number of the last audit log entry before the test. */
let lastBefore: number;
beforeAll(async () => {
  app = await startTestApp();
  staff = await admin(app);
  sam = await customer(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(SATURDAY_8AM);
  const { client } = app.deps.db;
  await client.execute("update appointments set status = 'cancelled'");
  await client.execute('delete from availability_slots');
  await client.execute('delete from booking_settings');
  const { rows } = await client.execute('select max(number) as number from audit_seals');
  lastBefore = Number(rows[0]?.number ?? 0);
});

const timeSlotsOn = async (date: string) =>
  (await staff.trpc.admin.calendar.query({ date })).timeSlots;
async function audits() {
  const { rows } = await app.deps.db.client.execute({
    sql: `select action from audit_log join audit_seals on entry_id = id
          where number > ? order by number`,
    args: [lastBefore],
  });
  return rows.map((row) => row.action);
}

describe('the staff calendar', () => {
  test("has 14 days and a date's time slots in one call, with three states", async () => {
    await book(sam);
    await staff.trpc.admin.switchTimeSlot.mutate({
      date: TOMORROW,
      time: NOON,
      isAvailable: false,
    });
    const calendar = await staff.trpc.admin.calendar.query({ date: TOMORROW });
    expect(calendar.today).toBe(TODAY);
    expect(calendar.days).toHaveLength(14);
    expect(calendar.timeSlots.map((timeSlot) => timeSlot.state)).toEqual([
      'Booked',
      'Blocked',
      'Available',
    ]);
    expect(calendar.timeSlots[0]).toMatchObject({ occupied: 1, capacity: 1, ownCapacity: null });
    expect(calendar.days[1]).toEqual({
      date: TOMORROW,
      noSlots: false,
      available: 1,
      blocked: 1,
      booked: 1,
      over: 0,
    });
  });

  test("shows a full time slot that's also blocked as both", async () => {
    await book(sam);
    await staff.trpc.admin.blockDays.mutate({ from: TOMORROW });
    const [first, second] = await timeSlotsOn(TOMORROW);
    expect(first).toMatchObject({ state: 'Booked', isFull: true, isAvailable: false });
    expect(second).toMatchObject({ state: 'Blocked', isFull: false, isAvailable: false });
  });

  test('shows past and in-progress windows differently, and neither counts as anything else after hours', async () => {
    app.clock.set(Date.parse(`${TODAY}T12:30:00-04:00`));
    const { timeSlots, days } = await staff.trpc.admin.calendar.query({ date: TODAY });
    expect(timeSlots.map(({ hasBegun, isOver }) => [hasBegun, isOver])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(days[0]).toMatchObject({ available: 2, over: 1 });
    app.clock.set(Date.parse(`${TODAY}T16:00:00-04:00`));
    const after = await staff.trpc.admin.calendar.query({ date: TODAY });
    expect(after.days[0]).toMatchObject({ available: 0, over: 3, noSlots: true });
  });

  test("shows every admin the last bulk block and who made it, until it's undone or opened", async () => {
    const last = async () => (await staff.trpc.admin.calendar.query({})).lastBlock;
    expect(await last()).toBeNull();
    const { batchId } = await staff.trpc.admin.blockDays.mutate({
      from: TOMORROW,
      to: addDays(TOMORROW, 1),
    });
    expect(await last()).toEqual({
      batchId: batchId ?? '',
      by: 'Alex Harbor',
      at: app.clock.now(),
      from: TOMORROW,
      to: addDays(TOMORROW, 1),
      count: 6,
    });
    await staff.trpc.admin.undoBlock.mutate({ batchId: batchId ?? '' });
    expect(await last()).toBeNull();
    app.clock.advance(1_000);
    await staff.trpc.admin.blockDays.mutate({ from: TOMORROW });
    await staff.trpc.admin.openDays.mutate({ from: TOMORROW });
    expect(await last()).toBeNull();
  });

  test('lists what staff blocked after its days, in ranges that open in one step', async () => {
    const { trpc } = staff;
    const later = () => trpc.admin.blockedLater.query();
    const lastShown = addDays(TODAY, 13);
    const day = (count: number) => addDays(TODAY, count);
    expect(await later()).toEqual({ lastShown, ranges: [], more: 0 });
    await trpc.admin.blockDays.mutate({ from: day(10), to: day(20) });
    const half = { date: day(25), time: NOON };
    await trpc.admin.switchTimeSlot.mutate({ ...half, isAvailable: false });
    await trpc.admin.setTimeSlotCapacity.mutate({ date: day(30), time: NOON, capacity: 2 });
    const wholeDays = { from: day(14), to: day(20), windows: null };
    const halfDay = { from: day(25), to: day(25), windows: [NOON] };
    expect(await later()).toEqual({ lastShown, ranges: [wholeDays, halfDay], more: 0 });
    await trpc.admin.openDays.mutate({ from: wholeDays.from, to: wholeDays.to });
    expect(await later()).toEqual({ lastShown, ranges: [halfDay], more: 0 });
    await trpc.admin.openDays.mutate({ from: day(25), to: day(25) });
    expect(await later()).toEqual({ lastShown, ranges: [], more: 0 });
    expect((await trpc.admin.calendar.query({})).days[13]).toMatchObject({ blocked: 3 });
  });

  test('lists the first 8 later ranges, and counts the others', async () => {
    for (let count = 20; count < 42; count += 2) {
      await staff.trpc.admin.blockDays.mutate({ from: addDays(TODAY, count) });
    }
    const { ranges, more } = await staff.trpc.admin.blockedLater.query();
    expect(ranges.map(({ from }) => from)).toEqual(
      [20, 22, 24, 26, 28, 30, 32, 34].map((count) => addDays(TODAY, count)),
    );
    expect(more).toBe(3);
  });

  test("hides a fully blocked date's slots from customers, and staff can open it", async () => {
    await staff.trpc.admin.blockDays.mutate({ from: TOMORROW });
    const { days } = await staff.trpc.admin.calendar.query({});
    expect(days[1]).toMatchObject({ noSlots: true, blocked: 3 });
    await staff.trpc.admin.switchTimeSlot.mutate({ date: TOMORROW, time: NOON, isAvailable: true });
    expect(await sam.trpc.slots.open.query({ date: TOMORROW })).toEqual([NOON]);
  });
});

describe('a time slot', () => {
  test('is blocked and opened once each, with an audit entry', async () => {
    const off = { date: TOMORROW, time: NOON, isAvailable: false };
    expect((await staff.trpc.admin.switchTimeSlot.mutate(off)).state).toBe('Blocked');
    expect((await staff.trpc.admin.switchTimeSlot.mutate(off)).state).toBe('Blocked');
    expect(await sam.trpc.slots.open.query({ date: TOMORROW })).not.toContain(NOON);
    await staff.trpc.admin.switchTimeSlot.mutate({ ...off, isAvailable: true });
    expect(await sam.trpc.slots.open.query({ date: TOMORROW })).toContain(NOON);
    expect((await audits()).slice(-2)).toEqual(['slots.blocked', 'slots.opened']);
  });

  test("can't be blocked or opened while it's booked", async () => {
    await book(sam);
    for (const isAvailable of [false, true]) {
      const call = staff.trpc.admin.switchTimeSlot.mutate({
        date: TOMORROW,
        time: MORNING,
        isAvailable,
      });
      expect(await refusal(call)).toMatchObject({
        status: 409,
        message: 'This window is booked. You can’t block or open it.',
      });
    }
  });

  test('sells no spot that opens up after staff stopped sales', async () => {
    const id = await book(sam);
    const closing = { date: TOMORROW, time: MORNING, evenBooked: true };
    const closed = await staff.trpc.admin.switchTimeSlot.mutate({ ...closing, isAvailable: false });
    expect(closed).toMatchObject({ state: 'Booked', isAvailable: false });
    await sam.trpc.booking.cancel.mutate({ id });
    expect((await timeSlotsOn(TOMORROW))[0]).toMatchObject({ state: 'Blocked' });
    expect(await sam.trpc.slots.open.query({ date: TOMORROW })).not.toContain(MORNING);
    await staff.trpc.admin.switchTimeSlot.mutate({
      date: TOMORROW,
      time: MORNING,
      isAvailable: true,
    });
    await book(sam);
    for (const isAvailable of [false, true]) {
      const done = await staff.trpc.admin.switchTimeSlot.mutate({ ...closing, isAvailable });
      expect(done).toMatchObject({ state: 'Booked', isAvailable });
    }
    expect((await audits()).slice(-2)).toEqual(['slots.blocked', 'slots.opened']);
  });

  test('is refused for a past day, an unknown slot, and incomplete input', async () => {
    const on = (date: string, time: string) =>
      refusal(staff.trpc.admin.switchTimeSlot.mutate({ date, time, isAvailable: true }));
    expect(await on('2026-06-12', NOON)).toMatchObject({
      status: 400,
      message: 'This date is in the past.',
    });
    expect((await on(TOMORROW, '8:00 AM - 10:00 AM')).message).toBe(
      'Select one of the delivery windows.',
    );
    expect((await on('2026-02-30', NOON)).message).toBe('Please send a date such as 2026-06-13.');
    const { status, body } = await staff.rest('PATCH', '/api/admin/availability', {
      date: TOMORROW,
      timeSlot: NOON,
    });
    expect(status).toBe(400);
    expect(body.message).toBe('Select whether the window is open.');
  });

  test('takes as many appointments as its capacity, which never drops below the current number', async () => {
    const timeSlot = { date: TOMORROW, time: MORNING };
    const wider = await staff.trpc.admin.setTimeSlotCapacity.mutate({ ...timeSlot, capacity: 2 });
    expect(wider).toMatchObject({ capacity: 2, ownCapacity: 2, state: 'Available' });
    await book(sam);
    await book(await customer(app));
    const narrower = staff.trpc.admin.setTimeSlotCapacity.mutate({ ...timeSlot, capacity: 1 });
    expect(await refusal(narrower)).toMatchObject({
      status: 409,
      field: 'capacity',
      details: { occupied: 2 },
      message: 'This window already has 2 booked deliveries, so its capacity must be at least 2.',
    });
    const back = staff.trpc.admin.setTimeSlotCapacity.mutate({ ...timeSlot, capacity: null });
    expect((await refusal(back)).status).toBe(409);
    for (const capacity of [0, -1, 1.5, 1_001]) {
      const call = staff.trpc.admin.setTimeSlotCapacity.mutate({ ...timeSlot, capacity });
      expect((await refusal(call)).status).toBe(400);
    }
  });

  test('has the default capacity unless it has its own', async () => {
    await staff.trpc.admin.setTimeSlotCapacity.mutate({ date: TOMORROW, time: NOON, capacity: 3 });
    await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 2 });
    expect((await timeSlotsOn(TOMORROW)).map((window) => window.capacity)).toEqual([2, 3, 2]);
    await book(sam);
    await book(await customer(app));
    await staff.trpc.admin.setDefaultCapacity.mutate({ capacity: 1 });
    expect((await timeSlotsOn(TOMORROW))[0]).toMatchObject({
      state: 'Booked',
      occupied: 2,
      capacity: 1,
    });
    expect(await audits()).toContain('slots.default_capacity');
  });
});

describe('a bulk block', () => {
  test('closes eight months in one quick write, once, and keeps appointments', async () => {
    const id = await book(sam);
    // Measures CPU time, because the machine may pause the process.
    const before = process.cpuUsage();
    const first = await staff.rest('POST', '/api/admin/bulk-block-availability', { months: 8 });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
    const last = addDays(addMonths(TODAY, 8), -1);
    expect(first.body.blockedCount).toBe(datesBetween(TODAY, last).length * 3);
    expect(first.body.message).toBe(
      `Blocked ${first.body.blockedCount} time windows from Saturday, June 13, 2026 to Friday, February 12, 2027. Booked deliveries weren’t changed.`,
    );
    const again = await staff.trpc.admin.blockMonths.mutate({});
    expect(again).toMatchObject({ blockedCount: 0, batchId: null });
    expect((await timeSlotsOn(TOMORROW)).map((window) => window.state)).toEqual([
      'Booked',
      'Blocked',
      'Blocked',
    ]);
    expect((await sam.trpc.booking.get.query({ id })).status).toBe('pending');
    expect((await timeSlotsOn(last)).every((window) => window.state === 'Blocked')).toBe(true);
    expect((await timeSlotsOn(addDays(last, 1)))[0]?.state).toBe('Available');
  });

  test('is undone without opening time slots that were blocked before', async () => {
    await staff.trpc.admin.switchTimeSlot.mutate({
      date: TOMORROW,
      time: NOON,
      isAvailable: false,
    });
    const { batchId, blockedCount } = await staff.trpc.admin.blockMonths.mutate({ months: 1 });
    await staff.trpc.admin.switchTimeSlot.mutate({ date: TODAY, time: NOON, isAvailable: true });
    const undone = await staff.trpc.admin.undoBlock.mutate({ batchId: batchId ?? '' });
    expect(undone.openedCount).toBe(blockedCount - 1);
    expect((await timeSlotsOn(TOMORROW)).map((window) => window.state)).toEqual([
      'Available',
      'Blocked',
      'Available',
    ]);
    const twice = await staff.trpc.admin.undoBlock.mutate({ batchId: batchId ?? '' });
    expect(twice.openedCount).toBe(0);
    const unknown = staff.trpc.admin.undoBlock.mutate({ batchId: 'nothing' });
    expect((await refusal(unknown)).status).toBe(404);
  });

  test('covers a day or a range, as does a bulk opening', async () => {
    const range = { from: TOMORROW, to: addDays(TOMORROW, 2) };
    expect((await staff.trpc.admin.blockDays.mutate(range)).blockedCount).toBe(9);
    expect((await staff.trpc.admin.openDays.mutate({ from: TOMORROW })).openedCount).toBe(3);
    expect((await staff.trpc.admin.openDays.mutate(range)).openedCount).toBe(6);
    expect((await staff.trpc.admin.openDays.mutate(range)).message).toBe(
      'No time windows were blocked there.',
    );
  });

  test('is refused for a reversed, endless, or past range', async () => {
    const block = (from: string, to: string) =>
      refusal(staff.trpc.admin.blockDays.mutate({ from, to }));
    expect(await block(TOMORROW, TODAY)).toMatchObject({ status: 400, field: 'to' });
    expect((await block(TOMORROW, '2040-01-01')).message).toBe(
      'Select a range of 24 months or less.',
    );
    expect((await block('2026-06-01', TOMORROW)).message).toBe('This date is in the past.');
    for (const months of [0, 25, 1.5]) {
      const { status } = await staff.rest('POST', '/api/admin/bulk-block-availability', { months });
      expect(status).toBe(400);
    }
  });

  test('still closes a time slot whose appointment is cancelled', async () => {
    const id = await book(sam);
    await staff.trpc.admin.blockDays.mutate({ from: TOMORROW });
    await sam.trpc.booking.cancel.mutate({ id });
    expect((await timeSlotsOn(TOMORROW))[0]?.state).toBe('Blocked');
    expect((await refusal(sam.trpc.booking.create.mutate(ORDER))).reason).toBe('slot_taken');
  });
});

describe('the REST paths', () => {
  test('answer with the three states', async () => {
    await book(sam);
    const change = { date: TOMORROW, timeSlot: NOON, isAvailable: false };
    const patched = await staff.rest('PATCH', '/api/admin/availability', change);
    expect(patched).toMatchObject({ status: 200, body: { timeSlot: NOON, state: 'Blocked' } });
    const { status, body } = await staff.rest('GET', `/api/admin/availability/${TOMORROW}`);
    expect(status).toBe(200);
    expect(body.slots).toEqual([
      {
        timeSlot: MORNING,
        state: 'Booked',
        isAvailable: false,
        isBooked: true,
        maxBookings: 1,
        currentBookings: 1,
      },
      {
        timeSlot: NOON,
        state: 'Blocked',
        isAvailable: false,
        isBooked: false,
        maxBookings: 1,
        currentBookings: 0,
      },
      {
        timeSlot: '2:00 PM - 4:00 PM',
        state: 'Available',
        isAvailable: true,
        isBooked: false,
        maxBookings: 1,
        currentBookings: 0,
      },
    ]);
  });

  test("refuse callers who aren't staff", async () => {
    const { visitor } = await driver(app);
    for (const [who, status] of [
      [app.visitor(), 401],
      [sam, 403],
      [visitor, 403],
    ] as const) {
      for (const [method, path, body] of [
        ['GET', `/api/admin/availability/${TOMORROW}`, undefined],
        [
          'PATCH',
          '/api/admin/availability',
          { date: TOMORROW, timeSlot: NOON, isAvailable: false },
        ],
        ['POST', '/api/admin/bulk-block-availability', { months: 8 }],
      ] as const) {
        expect((await who.rest(method, path, body)).status).toBe(status);
      }
    }
    expect((await timeSlotsOn(TOMORROW)).every((window) => window.state === 'Available')).toBe(
      true,
    );
  });
});

describe('a calendar without an open date', () => {
  const reopening = () => app.visitor().trpc.slots.reopening.query();

  test('opens one more date tomorrow', async () => {
    expect(await reopening()).toBe(addDays(TODAY, 14));
  });

  test('names the first date after a season that staff blocked', async () => {
    const [from, to] = [TODAY, addDays(TODAY, 60)];
    await staff.trpc.admin.blockDays.mutate({ from, to });
    expect(await reopening()).toBe(addDays(to, 1));
    await staff.trpc.admin.openDays.mutate({ from, to });
    expect(await reopening()).toBe(addDays(TODAY, 14));
  });
});
