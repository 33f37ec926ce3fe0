/** The hours that the owner sets: windows by weekday, lead time, days ahead, season, closed days. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { addDays } from '@/domain/dates';
import { FIRST_HOURS } from '@/domain/slots/hours';
import { HOURS_MESSAGES } from '@/domain/slots/hours.schema';
import { TIME_SLOT_LABELS, timeSlotByLabel } from '@/domain/slots/time-slots';
import {
  hasCapacityLeft,
  occupancyOf,
  selectOccupancy,
} from '@/server/modules/slots/occupancy.repository';
import { admin, book, customer, driver } from '../support/actors';
import { startTestApp, type TestApp, TODAY, TOMORROW } from '../support/app';
import { hoursInput, windowsOf } from '../support/hours';
import { refusal, type Visitor } from '../support/visitor';

/** June 14, 2026 is a Sunday. */
const MONDAY = addDays(TOMORROW, 1);
const EARLY = ['8:30 AM - 10:00 AM', '10:00 AM - 12:00 PM', '12:30 PM - 4:15 PM'];

let app: TestApp;
let owner: Visitor;
beforeEach(async () => {
  app = await startTestApp({ capacity: 2 });
  owner = await admin(app);
});
afterEach(() => app.close());

const view = () => owner.trpc.admin.hours.query();
const save = async (input: object, by = owner) => {
  const { newestEntry } = await by.trpc.admin.hours.query();
  return by.trpc.admin.changeHours.mutate({ ...input, readEntry: newestEntry } as never);
};
const order = (over: object) => ({
  date: TOMORROW,
  time: '10:00 AM - 12:00 PM',
  location: 'Pier 4',
  estimatedGallons: 30,
  ...over,
});
const dayOf = async (date: string) => {
  const { days } = await app.visitor().trpc.slots.window.query();
  return days.find((day) => day.date === date);
};
const labelsOn = async (date: string) => (await dayOf(date))?.timeSlots.map(({ label }) => label);

test('start with the specified windows, 14 days, and an empty history', async () => {
  expect(await view()).toMatchObject({
    hours: FIRST_HOURS,
    kept: [],
    history: [],
    newestEntry: 0,
    defaultLeadMinutes: 0,
  });
  expect(await labelsOn(TOMORROW)).toEqual(TIME_SLOT_LABELS);
  expect(await dayOf(TOMORROW)).not.toHaveProperty('closed');
});

test('apply immediately everywhere, in order of time', async () => {
  const ann = await customer(app);
  expect(await labelsOn(TOMORROW)).toEqual(TIME_SLOT_LABELS);
  await save(hoursInput({}, windowsOf(EARLY)));
  expect(await labelsOn(TOMORROW)).toEqual(EARLY);
  expect(await ann.trpc.slots.open.query({ date: TOMORROW })).toEqual(EARLY);
  const calendar = await owner.trpc.admin.calendar.query({ date: TOMORROW });
  expect(calendar.timeSlots.map(({ label }) => label)).toEqual(EARLY);

  const late = await book(ann, order({ time: '12:30 PM - 4:15 PM' }));
  const early = await book(ann, order({ time: '8:30 AM - 10:00 AM' }));
  const mine = await ann.trpc.booking.get.query({ id: early });
  expect(mine.time).toBe('8:30 AM - 10:00 AM');
  const day = await owner.trpc.admin.day.query({ date: TOMORROW });
  expect(day.timeSlots.map(({ occupied }) => occupied)).toEqual([1, 0, 1]);
  expect(day.lines.map(({ id }) => id)).toEqual([early, late]);
  const gone = order({ time: '2:00 PM - 4:00 PM' });
  expect(await refusal(book(ann, gone))).toMatchObject({ status: 400, field: 'time' });
});

test('a later block covers the days that the hours close, without a range of their own', async () => {
  const later = async () => (await owner.trpc.admin.blockedLater.query()).ranges;
  const closed = (date: string) => ({ date, reason: 'Regatta' });
  const closedDays = [closed('2026-07-22'), closed('2026-08-05')];
  await save(hoursInput({ daysAhead: 21, closedDays }));
  const block = (from: string, to: string) => owner.trpc.admin.blockDays.mutate({ from, to });
  await block('2026-06-30', '2026-07-03');
  await block('2026-07-20', '2026-07-24');
  await block('2026-08-05', '2026-08-05');
  expect(await later()).toEqual([{ from: '2026-07-20', to: '2026-07-24', windows: null }]);
});

test('each window has its own number of spots, up to 1,000', async () => {
  await save(hoursInput({}, windowsOf(EARLY, 1)));
  const ann = await customer(app);
  await book(ann, order({ time: '8:30 AM - 10:00 AM' }));
  const again = book(await customer(app), order({ time: '8:30 AM - 10:00 AM' }));
  expect(await refusal(again)).toMatchObject({ reason: 'slot_taken' });
  await save(hoursInput({}, windowsOf(EARLY, 1_000)));
  await book(await customer(app), order({ time: '8:30 AM - 10:00 AM' }));
  const { timeSlots } = await owner.trpc.admin.calendar.query({ date: TOMORROW });
  expect(timeSlots[0]).toMatchObject({ capacity: 1_000, occupied: 2, ownCapacity: null });
  const own = { date: TOMORROW, time: '8:30 AM - 10:00 AM' };
  await owner.trpc.admin.setTimeSlotCapacity.mutate({ ...own, capacity: 2 });
  expect(await refusal(book(await customer(app), order(own)))).toMatchObject({
    reason: 'slot_taken',
  });
  // If the window has no capacity of its own, the hours' number applies, not the default.
  const back = await owner.trpc.admin.setTimeSlotCapacity.mutate({ ...own, capacity: null });
  expect(back).toMatchObject({ capacity: 1_000, ownCapacity: null });
});

test('a removed window keeps its appointments until someone moves them', async () => {
  const ann = await customer(app);
  const id = await book(ann, order({ time: '2:00 PM - 4:00 PM', estimatedGallons: 20 }));
  const saved = await save(hoursInput({}, windowsOf(TIME_SLOT_LABELS.slice(0, 2))));
  expect(saved.kept).toMatchObject([{ id, date: TOMORROW, time: '2:00 PM - 4:00 PM' }]);

  // Customers can't book the window anymore. But those who booked it can change their order, and
  // staff still see it.
  const other = book(await customer(app), order({ time: '2:00 PM - 4:00 PM' }));
  expect(await refusal(other)).toMatchObject({ status: 400 });
  await ann.trpc.booking.modify.mutate({
    id,
    ...order({ time: '2:00 PM - 4:00 PM', estimatedGallons: 25, fuelType: 'Regular' }),
  } as never);
  const { timeSlots } = await owner.trpc.admin.calendar.query({ date: TOMORROW });
  expect(timeSlots.map(({ label, isOffered }) => [label, isOffered])).toEqual([
    ['10:00 AM - 12:00 PM', true],
    ['12:00 PM - 2:00 PM', true],
    ['2:00 PM - 4:00 PM', false],
  ]);
  const day = await owner.trpc.admin.day.query({ date: TOMORROW });
  expect(day.timeSlots.map(({ occupied, open }) => [occupied, open])).toEqual([
    [0, 2],
    [0, 2],
    [1, 0],
  ]);
  const key = { date: TOMORROW, time: '2:00 PM - 4:00 PM' };
  const opened = owner.trpc.admin.switchTimeSlot.mutate({ ...key, isAvailable: false });
  expect(await refusal(opened)).toMatchObject({ status: 400 });

  await owner.trpc.admin.reschedule.mutate({ id, time: '12:00 PM - 2:00 PM' } as never);
  expect((await view()).kept).toEqual([]);
});

test('a window that comes back is the same window', async () => {
  const ann = await customer(app);
  await book(ann, order({ time: '2:00 PM - 4:00 PM' }));
  await save(hoursInput({}, windowsOf(EARLY)));
  const { kept } = await save(hoursInput());
  expect(kept).toEqual([]);
  const { timeSlots } = await owner.trpc.admin.calendar.query({ date: TOMORROW });
  expect(timeSlots.map(({ occupied }) => occupied)).toEqual([0, 0, 1]);
});

test('if two owners save at once, the second one gets an error that nothing was saved', async () => {
  const other = await admin(app);
  const { newestEntry: readEntry } = await view();
  await owner.trpc.admin.changeHours.mutate(hoursInput({ readEntry, daysAhead: 7 }));
  const second = other.trpc.admin.changeHours.mutate(hoursInput({ readEntry, daysAhead: 21 }));
  expect(await refusal(second)).toMatchObject({ message: HOURS_MESSAGES.read });
  expect(await view()).toMatchObject({ hours: { daysAhead: 7 }, newestEntry: 1 });

  const both = await Promise.allSettled(
    [8, 9].map((daysAhead) =>
      owner.trpc.admin.changeHours.mutate(hoursInput({ readEntry: 1, daysAhead })),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await view()).history).toHaveLength(2);
});

test('saving the same hours again adds nothing, and each change is in the activity log', async () => {
  await save(hoursInput());
  expect((await view()).history).toEqual([]);
  await save(
    hoursInput(
      { leadMinutes: 90, closedDays: [{ date: MONDAY, reason: 'Staff outing' }] },
      undefined,
      { Sunday: [] },
    ),
  );
  const { entries } = await owner.trpc.admin.activity.query({ filter: {} });
  const entry = entries.find(({ action }) => action === 'settings.hours_saved');
  expect(entry).toMatchObject({
    before: { hoursSunday: TIME_SLOT_LABELS.join(', '), leadTime: 'none', closedDays: 'none' },
    after: {
      hoursSunday: 'Closed',
      leadTime: '90 minutes',
      closedDays: 'Jun 15, 2026 (Staff outing)',
    },
  });
});

test('the history is only ever added to', async () => {
  await save(hoursInput({ daysAhead: 7 }));
  const { client } = app.deps.db;
  expect(client.execute('update hours_entries set made_by = 1')).rejects.toThrow('added to');
  expect(client.execute('delete from hours_entries')).rejects.toThrow('added to');
});

describe('a closed day', () => {
  const closedDays = [{ date: TOMORROW, reason: 'Lake race' }];

  test('shows its reason, takes no booking, and can’t be opened in the calendar', async () => {
    const ann = await customer(app);
    const id = await book(ann, order({}));
    const { kept } = await save(hoursInput({ closedDays }));
    expect(kept).toMatchObject([{ id }]);
    expect(await dayOf(TOMORROW)).toEqual({
      date: TOMORROW,
      bookable: false,
      left: 0,
      timeSlots: [],
      closed: 'Lake race',
    });
    expect(await ann.trpc.slots.open.query({ date: TOMORROW })).toEqual([]);
    const again = book(await customer(app), order({ time: '12:00 PM - 2:00 PM' }));
    expect(await refusal(again)).toMatchObject({ reason: 'slot_taken' });
    const calendar = await owner.trpc.admin.calendar.query({ date: TOMORROW });
    expect(calendar.closed).toBe('Lake race');
    expect(calendar.days[1]).toMatchObject({ noSlots: true, available: 0 });
    const key = { date: TOMORROW, time: '12:00 PM - 2:00 PM' };
    const opened = owner.trpc.admin.switchTimeSlot.mutate({ ...key, isAvailable: true });
    expect(await refusal(opened)).toMatchObject({ status: 409 });

    await save(hoursInput());
    expect(await labelsOn(TOMORROW)).toEqual(TIME_SLOT_LABELS);
    expect((await view()).kept).toEqual([]);
  });

  test('is skipped by a recurring delivery’s proposals and by moves of a whole day', async () => {
    const ann = await customer(app);
    await book(ann, order({ date: MONDAY }));
    await save(hoursInput({ closedDays: [{ date: TOMORROW, reason: 'Lake race' }] }));
    const { rooms, moves } = await owner.trpc.admin.proposeMoves.query({ date: MONDAY });
    expect(rooms.some(({ date }) => date === TOMORROW)).toBe(false);
    expect(moves[0]?.to?.date).toBe(addDays(MONDAY, 1));
  });

  test('staff may still book it with a reason', async () => {
    await save(hoursInput({ closedDays }));
    const input = {
      id: crypto.randomUUID(),
      ...order({ fuelType: 'Regular', estimatedGallons: 20 }),
      customerName: 'Marcy',
      customerPhone: '269 555 7788',
      canType: 'boat',
      smallIceBags: 0,
      largeIceBags: 0,
    };
    const without = owner.trpc.admin.bookForCustomer.mutate(input as never);
    expect(await refusal(without)).toMatchObject({ reason: 'slot_taken' });
    const booked = await owner.trpc.admin.bookForCustomer.mutate({
      ...input,
      overCapacityReason: 'The committee boat.',
    } as never);
    expect(booked.date).toBe(TOMORROW);
  });

  test('takes no delivery that staff move, even with a reason', async () => {
    const id = await book(await customer(app), order({ date: MONDAY }));
    await save(hoursInput({ closedDays }));
    const move = { id, date: TOMORROW, overCapacityReason: 'The committee boat.' };
    const moved = owner.trpc.admin.reschedule.mutate(move);
    expect(await refusal(moved)).toMatchObject({ reason: 'slot_taken', details: null });
  });
});

test('a weekday without windows is closed by name', async () => {
  await save(hoursInput({}, undefined, { Sunday: [] }));
  expect(await dayOf(TOMORROW)).toMatchObject({ closed: 'Closed on Sundays', timeSlots: [] });
  expect(await labelsOn(MONDAY)).toEqual(TIME_SLOT_LABELS);
});

test('outside the season nothing opens, and the form names the first day', async () => {
  const seasonFirst = '2026-07-20';
  await save(hoursInput({ seasonFirst, seasonLast: '2026-10-15' }));
  expect((await dayOf(TOMORROW))?.closed).toBe('Closed for the season');
  expect(await app.visitor().trpc.slots.reopening.query()).toBe(seasonFirst);
});

test('the number of days ahead applies to the form and to bookings', async () => {
  await save(hoursInput({ daysAhead: 3 }));
  const { days } = await app.visitor().trpc.slots.window.query();
  expect(days.map(({ date }) => date)).toEqual([TODAY, TOMORROW, MONDAY]);
  const ann = await customer(app);
  const late = book(ann, order({ date: addDays(TODAY, 3) }));
  expect(await refusal(late)).toMatchObject({
    message: 'Please select a date within the next 3 days.',
  });
  await save(hoursInput({ daysAhead: 30 }));
  const id = await book(ann, order({ date: addDays(TODAY, 29) }));
  expect((await owner.trpc.admin.calendar.query({})).days).toHaveLength(30);
  // If customers may later book fewer days ahead, earlier bookings stay.
  await save(hoursInput({ daysAhead: 14 }));
  expect((await ann.trpc.booking.get.query({ id })).date).toBe(addDays(TODAY, 29));
});

test('the lead time closes windows early', async () => {
  expect(await labelsOn(TODAY)).toContain('2:00 PM - 4:00 PM');
  await save(hoursInput({ leadMinutes: 2 * 1_440 }));
  expect(await labelsOn(TODAY)).toEqual([]);
  expect(await labelsOn(TOMORROW)).toEqual([]);
});

test('a season that staff blocked stays blocked under new windows', async () => {
  await owner.trpc.admin.blockDays.mutate({ from: MONDAY, to: addDays(MONDAY, 5) });
  const half = { date: TOMORROW, time: '12:00 PM - 2:00 PM' };
  await owner.trpc.admin.switchTimeSlot.mutate({ ...half, isAvailable: false });
  await save(hoursInput({}, windowsOf(EARLY)));
  expect((await dayOf(MONDAY))?.bookable).toBe(false);
  expect((await dayOf(addDays(MONDAY, 5)))?.bookable).toBe(false);
  expect((await dayOf(addDays(MONDAY, 6)))?.bookable).toBe(true);
  const states = (await dayOf(TOMORROW))?.timeSlots.map(({ state }) => state);
  expect(states).toEqual(['open', 'open', 'blocked']);
});

test('a window until midnight has its own day, also in calendar files', async () => {
  const late = '10:00 PM - 12:00 AM';
  await save(hoursInput({}, windowsOf([late])));
  const ann = await customer(app);
  await book(ann, order({ time: late }));
  const day = await owner.trpc.admin.dispatch.query({ date: TOMORROW });
  expect(day).toBeDefined();
  expect(await labelsOn(TODAY)).toEqual([late]);
});

test('a driver’s sale at the dock is in the current window of the new hours', async () => {
  const dana = await driver(app);
  await save(hoursInput({}, windowsOf(['6:00 AM - 8:15 PM'])));
  const sold = await dana.visitor.trpc.driver.walkUp.mutate({
    id: crypto.randomUUID(),
    location: 'Pier 9',
    customerPhone: '(269) 555-0188',
    estimatedGallons: 10,
    fuelType: 'Regular',
    smallIceBags: 0,
    largeIceBags: 0,
  } as never);
  const { lines } = await owner.trpc.admin.day.query({ date: TODAY });
  const line = lines.find(({ id }) => id === sold.id);
  expect(line?.slotIndex).toBe(timeSlotByLabel('6:00 AM - 8:15 PM')?.index as never);
});

test('the database and the program agree on every window under any hours', async () => {
  const labels = fc.subarray([...EARLY, '12:00 PM - 2:00 PM', '10:00 PM - 12:00 AM'], {
    minLength: 1,
  });
  const dates = [TOMORROW, MONDAY, addDays(MONDAY, 1)];
  await fc.assert(
    fc.asyncProperty(
      labels,
      fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      fc.subarray(dates),
      fc.option(fc.constantFrom(...dates), { nil: null }),
      async (ofDay, places, closed, seasonFirst) => {
        const closedDays = closed.map((date) => ({ date, reason: 'Closed' }));
        const isOverlapping =
          ofDay.includes(EARLY[2] ?? '') && ofDay.includes('12:00 PM - 2:00 PM');
        if (isOverlapping) return;
        await save(hoursInput({ closedDays, seasonFirst }, windowsOf(ofDay, places)));
        const { db, clock } = app.deps;
        const now = clock.now();
        const rows = await db.read((orm) => selectOccupancy(orm, TODAY, addDays(MONDAY, 2), now));
        const stored = occupancyOf(rows);
        for (const date of dates) {
          for (const label of [...EARLY, ...TIME_SLOT_LABELS, '10:00 PM - 12:00 AM']) {
            const slotIndex = timeSlotByLabel(label)?.index ?? 0;
            const [[row]] = await db.read((orm) => [
              orm
                .select({ left: hasCapacityLeft({ date, slotIndex }, now).mapWith(Boolean) })
                .from(sql`(select 1) as one`),
            ]);
            const { capacity, occupied } = stored(date, slotIndex);
            expect([date, label, row?.left]).toEqual([date, label, occupied < capacity] as never);
          }
        }
      },
    ),
    { numRuns: 25 },
  );
});
