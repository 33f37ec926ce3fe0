import { untilHeld, writeGuarded } from '@/db/guarded-batch';
import type { ReadValues } from '@/domain/changed-meanwhile';
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
import { refuseOverwrite } from '../audit/overwrite';
import {
  defaultCapacityOf,
  type OccupancyOf,
  occupancyOf,
  type StoredTimeSlot,
  selectDefaultCapacity,
  selectOccupancy,
} from './occupancy.repository';
import {
  changeDefaultCapacity,
  changeTimeSlot,
  isTimeSlotUnchanged,
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
  /** How many of these are held while a card is saved, and until when the last (ms). */
  held: number;
  heldUntil: number | null;
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
  const [pickerSlots, pickerCounts, settings, kept, slots, counts] = await deps.db.read((orm) => [
    ...selectOccupancy(orm, today, dates.at(-1) ?? today, now),
    ...selectOccupancy(orm, date, date, now),
  ]);
  const ofPicker = occupancyOf([pickerSlots, pickerCounts, settings, kept]);
  const ofDate = occupancyOf([slots, counts, settings, kept]);
  return {
    today,
    defaultCapacity: defaultCapacityOf(settings),
    date,
    timeSlots: TIME_SLOTS.map(({ index }) =>
      staffTimeSlot({ date, slotIndex: index }, ofDate(date, index)),
    ),
    days: dates.map((day) => staffDay(deps, day, ofPicker)),
  };
}

function staffTimeSlot({ date, slotIndex }: TimeSlotKey, stored: StoredTimeSlot): StaffTimeSlot {
  return { date, label: timeSlotLabel(slotIndex), state: staffTimeSlotState(stored), ...stored };
}

function staffDay(deps: Deps, date: CalendarDate, occupancyOf: OccupancyOf): StaffDay {
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
  call: Call,
  input: { date: CalendarDate; time: string; isAvailable: boolean },
): Promise<StaffTimeSlot> {
  const { deps } = call;
  const { isAvailable } = input;
  const key = keyOf(deps, input);
  return untilHeld(async () => {
    const now = deps.clock.now();
    const read = await readTimeSlot(deps, key, now);
    const { before } = read;
    if (staffTimeSlotState(before) === 'Booked') {
      throw new DomainError('conflict', CALENDAR_MESSAGES.booked, { field: 'time' });
    }
    if (isAvailable === before.isAvailable) return staffTimeSlot(key, before);
    const onlyIf = isTimeSlotUnchanged(key, read, now);
    const written = await writeGuarded(deps.db, {
      guard: changeTimeSlot(deps.db.orm, key, { isAvailable }, { onlyIf, now }),
      audit: audit(call, {
        action: isAvailable ? 'slots.opened' : 'slots.blocked',
        before: { isAvailable: !isAvailable },
        after: { isAvailable, timeSlots: [nameOf(key)] },
      }),
    });
    return written && staffTimeSlot(key, { ...before, isAvailable });
  });
}

/**
 * Sets the capacity of one time slot, or returns it to the default (null). Throws `conflict` below
 * the number of appointments that the time slot already has.
 */
export async function setTimeSlotCapacity(
  call: Call,
  input: { date: CalendarDate; time: string; capacity: number | null; read?: ReadValues },
): Promise<StaffTimeSlot> {
  const { deps } = call;
  const key = keyOf(deps, input);
  return untilHeld(async () => {
    const now = deps.clock.now();
    const read = await readTimeSlot(deps, key, now);
    const { before } = read;
    const capacity = input.capacity ?? read.defaultCapacity;
    refuseBelowOccupied(capacity, before);
    if (input.capacity === before.ownCapacity) return staffTimeSlot(key, before);
    await refuseOverwrite(
      call,
      {
        read: input.read,
        sent: { capacity: input.capacity },
        current: { capacity: before.ownCapacity },
      },
      {
        actions: ['slots.capacity'],
        isAbout: ({ after }) => String(after?.timeSlots) === nameOf(key),
      },
    );
    const onlyIf = isTimeSlotUnchanged(key, read, now);
    const changes = { maxBookings: input.capacity };
    const written = await writeGuarded(deps.db, {
      guard: changeTimeSlot(deps.db.orm, key, changes, { onlyIf, now }),
      audit: audit(call, {
        action: 'slots.capacity',
        before: { capacity: before.ownCapacity },
        after: { capacity: input.capacity, timeSlots: [nameOf(key)] },
      }),
    });
    return written && staffTimeSlot(key, { ...before, capacity, ownCapacity: input.capacity });
  });
}

function refuseBelowOccupied(capacity: number, { occupied }: StoredTimeSlot) {
  if (capacity >= occupied) return;
  throw new DomainError(
    'conflict',
    `This time slot already has ${deliveries(occupied)}, so its capacity must be at least ${occupied}.`,
    { field: 'capacity', details: { occupied } },
  );
}

/** A time slot as it is stored, and the default capacity, as of one moment. */
async function readTimeSlot({ db }: Deps, { date, slotIndex }: TimeSlotKey, now: number) {
  const rows = await db.read((orm) => selectOccupancy(orm, date, date, now));
  return {
    before: occupancyOf(rows)(date, slotIndex),
    defaultCapacity: defaultCapacityOf(rows[2]),
  };
}

/**
 * Sets the capacity of every time slot without one of its own. Lowering it keeps all appointments: a
 * time slot with more of them is full. One busy day must not fix the number for all others.
 */
export async function setDefaultCapacity(
  call: Call,
  { capacity, read }: { capacity: number; read?: ReadValues },
): Promise<{ defaultCapacity: number }> {
  const { db, clock } = call.deps;
  return untilHeld(async () => {
    const before = defaultCapacityOf(await selectDefaultCapacity(db.orm));
    if (before === capacity) return { defaultCapacity: capacity };
    await refuseOverwrite(
      call,
      { read, sent: { capacity }, current: { capacity: before } },
      { actions: ['slots.default_capacity'] },
    );
    const written = await writeGuarded(db, {
      guard: changeDefaultCapacity(db.orm, before, capacity, clock.now()),
      audit: audit(call, {
        action: 'slots.default_capacity',
        before: { capacity: before },
        after: { capacity },
      }),
    });
    return written && { defaultCapacity: capacity };
  });
}

const deliveries = (count: number) => `${count} booked deliver${count === 1 ? 'y' : 'ies'}`;

function keyOf(deps: Deps, input: { date: CalendarDate; time: string }): TimeSlotKey {
  const timeSlot = timeSlotByLabel(input.time);
  if (!timeSlot)
    throw new DomainError('invalid_input', CALENDAR_MESSAGES.timeSlot, { field: 'time' });
  refusePast(deps, input.date, 'date');
  return { date: input.date, slotIndex: timeSlot.index };
}
