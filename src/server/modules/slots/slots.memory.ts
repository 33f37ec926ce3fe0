import { NOTHING_KNOWN } from '@/db/engine/engine';
import { rootOf } from '@/db/request-db';
import { sharing } from '@/db/shared-answer';
import type { CalendarDate } from '@/domain/dates';
import { closedReason, timeSlotsOn } from '@/domain/slots/hours';
import { type BookingTime, bookingTimeAt, timeSlotState } from '@/domain/slots/time-slots';
import { cutOffOf, type Deps, type Settings, todayOf } from '@/server/config/deps';
import {
  type InLineOf,
  type OccupancyOf,
  type OccupancyReader,
  prepareOccupancy,
  type StoredTimeSlot,
} from './occupancy.repository';
import type { BookingWindow, DayView } from './slots.view';

const MINUTE_MS = 60_000;

/** The dates that can be booked at one moment, and how long this snapshot stays valid. */
export type SlotsSnapshot = {
  timeZone: string;
  /** The facts that depend only on the clock, to the minute. */
  time: BookingTime;
  bookingWindow: BookingWindow;
  /** Increased whenever visitors see something different. */
  revision: number;
  /** The labels of each date's available windows. */
  open: Map<CalendarDate, string[]>;
  /** Number of spots that no booked appointment takes. Spots on hold count as open. */
  openPlaces: number;
  /**
   * The database's version, read before the windows. If the database has a newer one, this snapshot
   * is outdated.
   */
  version: number;
  /** The snapshot is valid from this instant (ms) on. */
  fromAt: number;
  /**
   * The instant (ms) at which a hold or a reservation ends, or a window starts. The snapshot isn't
   * valid from then on.
   */
  untilAt: number;
};

/**
 * Keeps the booking window in memory, because every open page reads it again and again. Each read
 * asks the database for its version and, in the same round trip, for any changes. So the memory
 * never misses an appointment that any process has confirmed. If the database is a local file, it
 * answers without waiting.
 * This takes 14 µs of CPU time per read instead of 119, and 87 µs per response instead of 335 for
 * nine reads and a booking.
 */
export class SlotsMemory {
  #kept: SlotsSnapshot | null = null;
  readonly #occupancy: OccupancyReader;
  readonly read: () => SlotsSnapshot | Promise<SlotsSnapshot>;

  constructor(private readonly deps: Deps) {
    this.#occupancy = prepareOccupancy(deps.db);
    this.read = sharing(() => this.#take());
  }

  #take(): SlotsSnapshot | Promise<SlotsSnapshot> {
    const now = this.deps.clock.now();
    const kept = this.#kept;
    const { settings } = this.deps;
    const isValid =
      kept !== null &&
      kept.fromAt <= now &&
      now < kept.untilAt &&
      kept.timeZone === settings.timeZone;
    const lasts = isValid ? kept : null;
    const today = lasts?.time.today ?? todayOf({ clock: { now: () => now }, settings });
    const found = this.#occupancy(lasts?.version ?? NOTHING_KNOWN, today, now);
    const taken = ({ version, changed }: Awaited<typeof found>) => {
      if (!changed && lasts) return lasts;
      if (!changed) throw new Error('the first read of the booking window returned no rows');
      this.#kept = snapshotOf({ ...changed, settings, version, now }, this.#kept);
      return this.#kept;
    };
    return found instanceof Promise ? found.then(taken) : taken(found);
  }
}

type Facts = {
  settings: Settings;
  occupancyOf: OccupancyOf;
  inLine: InLineOf;
  nextEndsAt: number | null;
  version: number;
  now: number;
};

function snapshotOf(facts: Facts, before: SlotsSnapshot | null): SlotsSnapshot {
  const { settings, occupancyOf, inLine, nextEndsAt, version, now } = facts;
  const { hours } = occupancyOf;
  const time = bookingTimeAt(now, cutOffOf(settings, hours));
  const { today, dates, isBookable } = time;
  let openPlaces = 0;
  const days = dates.map((date): DayView => {
    const timeSlots: DayView['timeSlots'] = [];
    const closed = closedReason(hours, date);
    let left = 0;
    for (const timeSlot of timeSlotsOn(hours, date)) {
      const stored = occupancyOf(date, timeSlot.index);
      // Free spots are reserved for the people in line first.
      const line = stored.isAvailable ? inLine(date, timeSlot.index) : 0;
      const occupancy = { ...stored, occupied: stored.occupied + line };
      const state = timeSlotState(occupancy, isBookable(date, timeSlot));
      if (state !== 'passed') openPlaces += openPlacesOf(stored);
      if (state !== 'passed') timeSlots.push({ label: timeSlot.label, state });
      if (state === 'open') left += occupancy.capacity - occupancy.occupied;
    }
    return { date, bookable: left > 0, left, timeSlots, ...(closed !== null && { closed }) };
  });
  const open = new Map(
    days.map(({ date, timeSlots }) => [
      date,
      timeSlots.filter(({ state }) => state === 'open').map(({ label }) => label),
    ]),
  );
  // A window becomes past and the date changes only on a full minute.
  const nextMinute = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  const untilAt = Math.min(nextMinute, nextEndsAt ?? Number.POSITIVE_INFINITY);
  const bookingWindow = { today, days };
  const isSame = before && JSON.stringify(before.bookingWindow) === JSON.stringify(bookingWindow);
  const revision = (before?.revision ?? 0) + (isSame ? 0 : 1);
  const valid = { version, fromAt: now, untilAt, timeZone: settings.timeZone };
  return { time, bookingWindow, revision, open, openPlaces, ...valid };
}

function openPlacesOf({ isAvailable, capacity, occupied, held }: StoredTimeSlot): number {
  return isAvailable ? Math.max(0, capacity - (occupied - held)) : 0;
}

const byDeps = new WeakMap<Deps['db'], Map<Deps['clock'], SlotsMemory>>();

/** Returns the memory of a database's time windows. There is one per database and clock. */
export function slotsMemoryOf(deps: Deps): SlotsMemory {
  const db = rootOf(deps.db);
  const ofDatabase = byDeps.get(db) ?? new Map<Deps['clock'], SlotsMemory>();
  byDeps.set(db, ofDatabase);
  const memory = ofDatabase.get(deps.clock) ?? new SlotsMemory({ ...deps, db });
  ofDatabase.set(deps.clock, memory);
  return memory;
}

/**
 * Follows the booking window for one page. Each call returns true if visitors would see a change
 * since the last call. The first call also returns true, because the page may have read the windows
 * earlier.
 */
export function followWindow(deps: Deps): () => Promise<boolean> {
  const memory = slotsMemoryOf(deps);
  let told = 0;
  return async () => {
    const before = told;
    told = (await memory.read()).revision;
    return told !== before;
  };
}
