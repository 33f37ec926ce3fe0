import {
  addDays,
  addMonths,
  type CalendarDate,
  datesBetween,
  formatLongDate,
} from '@/domain/calendar';
import { DomainError } from '@/domain/errors';
import type { Actor } from '@/domain/roles';
import { CALENDAR_SENTENCES, type DayRange } from '@/domain/slots/schemas';
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
import { localMoment } from '@/domain/time';
import { cutOffOf, type Deps } from '@/server/deps';
import { findAuditEntry, insertAudit } from '../audit/audit.repository';
import {
  blockWindows,
  findDefaultCapacity,
  openTheseWindows,
  openWindows,
  readOccupancy,
  type StoredWindow,
  saveDefaultCapacity,
  saveWindowCapacity,
  type WindowKey,
} from './slots.repository';

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

/** What a bulk action did. `batchId` undoes a block; null when there was nothing left to block. */
export type BulkBlock = { blockedCount: number; message: string; batchId: string | null };
export type BulkOpen = { openedCount: number; message: string };

/** Blocks every window of a day or a stretch of days; those blocked already are not counted (D7). */
export function blockDays(call: Call, input: DayRange): Promise<BulkBlock> {
  refusePast(call.deps, input.from, 'from');
  return blockRange(call, input.from, input.to ?? input.from);
}

/** Blocks from today on for a number of months (D7). */
export function blockMonths(call: Call, input: { months: number }): Promise<BulkBlock> {
  const today = todayOf(call.deps);
  return blockRange(call, today, addDays(addMonths(today, input.months), -1));
}

/**
 * A booking keeps its place in a window that is blocked around it, and a cancelled one leaves a
 * blocked window behind: nobody can book into a stretch that staff have closed.
 */
async function blockRange(
  { deps, actor }: Call,
  from: CalendarDate,
  to: CalendarDate,
): Promise<BulkBlock> {
  const now = deps.clock.now();
  const batchId = deps.ids.next();
  const windows = datesBetween(from, to).flatMap((date) =>
    TIME_WINDOWS.map(({ index }) => ({ date, windowIndex: index })),
  );
  const blocked = await deps.db.transaction(async (tx) => {
    const changed = await blockWindows(tx, windows, now);
    if (changed.length > 0) {
      await insertAudit(tx, {
        id: batchId,
        appointmentId: null,
        actor,
        action: BULK_BLOCKED,
        after: { from, to, windows: changed.map(nameOf) },
        at: now,
      });
    }
    return changed;
  });
  const count = blocked.length;
  return {
    blockedCount: count,
    message:
      count === 0
        ? `Every time slot ${stretch(from, to)} was blocked already.`
        : `Blocked ${slots(count)} ${stretch(from, to)}. Booked deliveries stay as they are.`,
    batchId: count === 0 ? null : batchId,
  };
}

const BULK_BLOCKED = 'slots.bulk_blocked';

/** Opens every blocked window of a day or a stretch of days. */
export async function openDays({ deps, actor }: Call, input: DayRange): Promise<BulkOpen> {
  refusePast(deps, input.from, 'from');
  const to = input.to ?? input.from;
  const now = deps.clock.now();
  const opened = await deps.db.transaction(async (tx) => {
    const changed = await openWindows(tx, input.from, to, now);
    if (changed.length > 0) {
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: 'slots.opened',
        after: { from: input.from, to, windows: changed.map(nameOf) },
        at: now,
      });
    }
    return changed;
  });
  return opening(opened.length, stretch(input.from, to));
}

/** Takes a bulk block back: opens what it had blocked, and nothing that was blocked before it. */
export async function undoBlock(
  { deps, actor }: Call,
  input: { batchId: string },
): Promise<BulkOpen> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const batch = await findAuditEntry(tx, input.batchId, BULK_BLOCKED);
    const names = batch?.after?.windows;
    if (!Array.isArray(names)) {
      throw new DomainError('not_found', 'We could not find that bulk block.');
    }
    const opened = await openTheseWindows(tx, names.map(keyOfName), now);
    if (opened.length > 0) {
      await insertAudit(tx, {
        id: deps.ids.next(),
        appointmentId: null,
        actor,
        action: 'slots.bulk_undone',
        before: { batchId: input.batchId },
        after: { windows: opened.map(nameOf) },
        at: now,
      });
    }
    return opening(opened.length, 'again');
  });
}

function opening(count: number, where: string): BulkOpen {
  return {
    openedCount: count,
    message: count === 0 ? 'No time slot was blocked there.' : `Opened ${slots(count)} ${where}.`,
  };
}

const slots = (count: number) => `${count} time slot${count === 1 ? '' : 's'}`;
const deliveries = (count: number) => `${count} booked deliver${count === 1 ? 'y' : 'ies'}`;
const stretch = (from: CalendarDate, to: CalendarDate) =>
  from === to
    ? `on ${formatLongDate(from)}`
    : `from ${formatLongDate(from)} to ${formatLongDate(to)}`;

/** "2026-06-13/0": a window in the audit trail. */
const nameOf = (key: WindowKey) => `${key.date}/${key.windowIndex}`;

function keyOfName(name: unknown): WindowKey {
  const [date = '', index] = String(name).split('/');
  return { date, windowIndex: Number(index) };
}

function todayOf(deps: Deps): CalendarDate {
  return localMoment(deps.clock.now(), deps.settings.timeZone).date;
}

function keyOf(deps: Deps, input: { date: CalendarDate; time: string }): WindowKey {
  const window = windowByLabel(input.time);
  if (!window) throw new DomainError('invalid_input', CALENDAR_SENTENCES.window, { field: 'time' });
  refusePast(deps, input.date, 'date');
  return { date: input.date, windowIndex: window.index };
}

function refusePast(deps: Deps, date: CalendarDate, field: string) {
  if (date >= todayOf(deps)) return;
  throw new DomainError('invalid_input', 'That day is over.', { field });
}
