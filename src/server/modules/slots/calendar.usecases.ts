import type { CalendarDate } from '@/domain/calendar';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import { CALENDAR_SENTENCES } from '@/domain/slots/schemas';
import {
  bookingDates,
  isWithinBookingTime,
  type StaffWindowState,
  staffWindowState,
  TIME_WINDOWS,
  windowByLabel,
  windowLabel,
  windowState,
} from '@/domain/slots/windows';
import { cutOffOf, type Deps, todayOf } from '@/server/deps';
import { insertAudit } from '../audit/audit.repository';
import {
  blockWindows,
  findDefaultCapacity,
  openTheseWindows,
  readOccupancy,
  type StoredWindow,
  saveDefaultCapacity,
  saveWindowCapacity,
  type WindowKey,
} from './slots.repository';
import { nameOf, refusePast } from './staff-windows';

type Call = { deps: Deps; actor: Actor };

/** A window as staff see it. */
export type StaffWindow = {
  date: CalendarDate;
  label: string;
  state: StaffWindowState;
  isAvailable: boolean;
  capacity: number;
  /** Null where the default holds. */
  ownCapacity: number | null;
  occupied: number;
};

/** One day of the picker; `noSlots` is what customers are told of it (D6). */
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
  windows: StaffWindow[];
  days: StaffDay[];
};

/** One date's windows, and the 14 days of the picker, in one call (D1, D5). Today by default. */
export async function readCalendar(
  { deps }: { deps: Deps },
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
    windows: TIME_WINDOWS.map(({ index }) => staffWindow({ date, windowIndex: index }, ofDate)),
    days: dates.map((day) => staffDay(deps, day, ofPicker)),
  };
}

type Occupancy = (date: CalendarDate, windowIndex: number) => StoredWindow;

function staffWindow({ date, windowIndex }: WindowKey, occupancyOf: Occupancy): StaffWindow {
  const stored = occupancyOf(date, windowIndex);
  return { date, label: windowLabel(windowIndex), state: staffWindowState(stored), ...stored };
}

function staffDay(deps: Deps, date: CalendarDate, occupancyOf: Occupancy): StaffDay {
  const now = deps.clock.now();
  const states = TIME_WINDOWS.map(({ index }) => staffWindowState(occupancyOf(date, index)));
  const count = (state: StaffWindowState) => states.filter((found) => found === state).length;
  return {
    date,
    noSlots: TIME_WINDOWS.every(
      (window) =>
        windowState(
          occupancyOf(date, window.index),
          isWithinBookingTime(date, window, now, cutOffOf(deps.settings)),
        ) !== 'open',
    ),
    available: count('Available'),
    blocked: count('Blocked'),
    booked: count('Booked'),
  };
}

/** Opens or blocks one window. A booked one is refused with `conflict` (staff section 4). */
export async function switchWindow(
  { deps, actor }: Call,
  input: { date: CalendarDate; time: string; isAvailable: boolean },
): Promise<StaffWindow> {
  const key = keyOf(deps, input);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const before = staffWindow(key, await readOccupancy(tx, key.date, key.date, now));
    if (before.state === 'Booked') {
      throw new DomainError('conflict', CALENDAR_SENTENCES.booked, { field: 'time' });
    }
    const changed = input.isAvailable
      ? await openTheseWindows(tx, [key], now)
      : await blockWindows(tx, [key], now);
    if (changed.length > 0) {
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: input.isAvailable ? 'slots.opened' : 'slots.blocked',
        before: { isAvailable: !input.isAvailable },
        after: { isAvailable: input.isAvailable, windows: [nameOf(key)] },
        at: now,
      });
    }
    return staffWindow(key, await readOccupancy(tx, key.date, key.date, now));
  });
}

/**
 * Sets the places of one window, or gives it back to the default (null). Never below the bookings
 * it already has: that would be a window with more boats than places.
 */
export async function setWindowCapacity(
  { deps, actor }: Call,
  input: { date: CalendarDate; time: string; capacity: number | null },
): Promise<StaffWindow> {
  const key = keyOf(deps, input);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const before = staffWindow(key, await readOccupancy(tx, key.date, key.date, now));
    const capacity = input.capacity ?? (await findDefaultCapacity(tx));
    if (capacity < before.occupied) {
      throw new DomainError(
        'conflict',
        `This window already has ${deliveries(before.occupied)}, so it needs at least ${before.occupied} places.`,
        { field: 'capacity', details: { occupied: before.occupied } },
      );
    }
    if (input.capacity === before.ownCapacity) return before;
    await saveWindowCapacity(tx, key, input.capacity, now);
    await insertAudit(tx, {
      id: deps.ids.next(),
      appointmentId: null,
      actor,
      action: 'slots.capacity',
      before: { capacity: before.ownCapacity },
      after: { capacity: input.capacity, windows: [nameOf(key)] },
      at: now,
    });
    return staffWindow(key, await readOccupancy(tx, key.date, key.date, now));
  });
}

/**
 * Sets the places of every window without a number of its own. Lowering it keeps what is booked: a
 * window that has more is simply full, because one busy day must not fix the number for all others.
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
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: 'slots.default_capacity',
        before: { capacity: before },
        after: { capacity: input.capacity },
        at: now,
      });
    }
    return { defaultCapacity: input.capacity };
  });
}

const deliveries = (count: number) => `${count} booked deliver${count === 1 ? 'y' : 'ies'}`;

function keyOf(deps: Deps, input: { date: CalendarDate; time: string }): WindowKey {
  const window = windowByLabel(input.time);
  if (!window) throw new DomainError('invalid_input', CALENDAR_SENTENCES.window, { field: 'time' });
  refusePast(deps, input.date, 'date');
  return { date: input.date, windowIndex: window.index };
}
