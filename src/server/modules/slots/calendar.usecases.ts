import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import { CALENDAR_MESSAGES } from '@/domain/slots/calendar.schema';
import {
  bookingDates,
  isWithinBookingWindow,
  type StaffTimeSlotState,
  staffTimeSlotState,
  TIME_SLOTS,
  timeSlotByLabel,
  timeSlotLabel,
  timeSlotState,
} from '@/domain/slots/time-slots';
import type { AnyCall, Call } from '@/server/config/call';
import { cutOffOf, type Deps, todayOf } from '@/server/config/deps';
import { audit } from '../audit/audit';
import {
  blockTimeSlots,
  findDefaultCapacity,
  readOccupancy,
  reopenTimeSlots,
  type StoredTimeSlot,
  saveDefaultCapacity,
  saveTimeSlotCapacity,
  type TimeSlotKey,
} from './slots.repository';
import { nameOf, refusePast } from './staff-time-slots';

/** A time slot as staff see it. */
export type StaffTimeSlot = {
  date: CalendarDate;
  label: string;
  state: StaffTimeSlotState;
  isAvailable: boolean;
  capacity: number;
  /** Null where the default capacity applies. */
  ownCapacity: number | null;
  occupied: number;
};

/** One day of the picker; with `noSlots`, customers read 'No slots' (D6). */
export type StaffDay = {
  date: CalendarDate;
  noSlots: boolean;
  available: number;
  blocked: number;
  booked: number;
};

export type StaffCalendar = {
  today: CalendarDate;
  defaultCapacity: number;
  date: CalendarDate;
  timeSlots: StaffTimeSlot[];
  days: StaffDay[];
};

/** One date's time slots, and the 14 days of the picker, in one call (D1, D5). Today by default. */
export async function readCalendar(
  { deps }: AnyCall,
  input: { date?: CalendarDate | null },
): Promise<StaffCalendar> {
  const now = deps.clock.now();
  const today = todayOf(deps);
  const dates = bookingDates(today);
  const date = input.date ?? today;
  const [defaultCapacity, ofPicker, ofDate] = await Promise.all([
    findDefaultCapacity(deps.db.orm),
    readOccupancy(deps.db.orm, today, dates.at(-1) ?? today, now),
    readOccupancy(deps.db.orm, date, date, now),
  ]);
  return {
    today,
    defaultCapacity,
    date,
    timeSlots: TIME_SLOTS.map(({ index }) => staffTimeSlot({ date, slotIndex: index }, ofDate)),
    days: dates.map((day) => staffDay(deps, day, ofPicker)),
  };
}

type Occupancy = (date: CalendarDate, slotIndex: number) => StoredTimeSlot;

function staffTimeSlot({ date, slotIndex }: TimeSlotKey, occupancyOf: Occupancy): StaffTimeSlot {
  const stored = occupancyOf(date, slotIndex);
  return { date, label: timeSlotLabel(slotIndex), state: staffTimeSlotState(stored), ...stored };
}

function staffDay(deps: Deps, date: CalendarDate, occupancyOf: Occupancy): StaffDay {
  const now = deps.clock.now();
  const states = TIME_SLOTS.map(({ index }) => staffTimeSlotState(occupancyOf(date, index)));
  const count = (state: StaffTimeSlotState) => states.filter((found) => found === state).length;
  return {
    date,
    noSlots: TIME_SLOTS.every(
      (timeSlot) =>
        timeSlotState(
          occupancyOf(date, timeSlot.index),
          isWithinBookingWindow(date, timeSlot, now, cutOffOf(deps.settings)),
        ) !== 'open',
    ),
    available: count('Available'),
    blocked: count('Blocked'),
    booked: count('Booked'),
  };
}

/** Opens or blocks one time slot. Throws `conflict` for a booked one (staff section 4). */
export async function switchTimeSlot(
  { deps, actor }: Call,
  input: { date: CalendarDate; time: string; isAvailable: boolean },
): Promise<StaffTimeSlot> {
  const key = keyOf(deps, input);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const before = staffTimeSlot(key, await readOccupancy(tx, key.date, key.date, now));
    if (before.state === 'Booked') {
      throw new DomainError('conflict', CALENDAR_MESSAGES.booked, { field: 'time' });
    }
    const changed = input.isAvailable
      ? await reopenTimeSlots(tx, [key], now)
      : await blockTimeSlots(tx, [key], now);
    if (changed.length > 0) {
      await audit(
        { deps, actor },
        {
          action: input.isAvailable ? 'slots.opened' : 'slots.blocked',
          before: { isAvailable: !input.isAvailable },
          after: { isAvailable: input.isAvailable, timeSlots: [nameOf(key)] },
        },
      ).write(tx);
    }
    return staffTimeSlot(key, await readOccupancy(tx, key.date, key.date, now));
  });
}

/**
 * Sets the capacity of one time slot, or returns it to the default (null). Throws `conflict` below
 * the number of appointments that the time slot already has.
 */
export async function setTimeSlotCapacity(
  { deps, actor }: Call,
  input: { date: CalendarDate; time: string; capacity: number | null },
): Promise<StaffTimeSlot> {
  const key = keyOf(deps, input);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const before = staffTimeSlot(key, await readOccupancy(tx, key.date, key.date, now));
    const capacity = input.capacity ?? (await findDefaultCapacity(tx));
    if (capacity < before.occupied) {
      throw new DomainError(
        'conflict',
        `This time slot already has ${deliveries(before.occupied)}, so its capacity must be at least ${before.occupied}.`,
        { field: 'capacity', details: { occupied: before.occupied } },
      );
    }
    if (input.capacity === before.ownCapacity) return before;
    await saveTimeSlotCapacity(tx, key, input.capacity, now);
    await audit(
      { deps, actor },
      {
        action: 'slots.capacity',
        before: { capacity: before.ownCapacity },
        after: { capacity: input.capacity, timeSlots: [nameOf(key)] },
      },
    ).write(tx);
    return staffTimeSlot(key, await readOccupancy(tx, key.date, key.date, now));
  });
}

/**
 * Sets the capacity of every time slot without one of its own. Lowering it keeps all appointments: a
 * time slot with more of them is full. One busy day must not fix the number for all others.
 */
export async function setDefaultCapacity(
  { deps, actor }: Call,
  input: { capacity: number },
): Promise<{ defaultCapacity: number }> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const before = await findDefaultCapacity(tx);
    if (before !== input.capacity) {
      await saveDefaultCapacity(tx, input.capacity, now);
      await audit(
        { deps, actor },
        {
          action: 'slots.default_capacity',
          before: { capacity: before },
          after: { capacity: input.capacity },
        },
      ).write(tx);
    }
    return { defaultCapacity: input.capacity };
  });
}

const deliveries = (count: number) => `${count} booked deliver${count === 1 ? 'y' : 'ies'}`;

function keyOf(deps: Deps, input: { date: CalendarDate; time: string }): TimeSlotKey {
  const timeSlot = timeSlotByLabel(input.time);
  if (!timeSlot)
    throw new DomainError('invalid_input', CALENDAR_MESSAGES.window, { field: 'time' });
  refusePast(deps, input.date, 'date');
  return { date: input.date, slotIndex: timeSlot.index };
}
