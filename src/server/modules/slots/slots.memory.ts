import type { CalendarDate } from '@/domain/calendar';
import { bookingDates, hasStarted, TIME_WINDOWS, windowState } from '@/domain/slots/windows';
import { localMoment } from '@/domain/time';
import type { Deps } from '@/server/deps';
import { type OccupancyReader, prepareOccupancy } from './slots.repository';
import type { BookingWindow, DayView } from './slots.usecases';

const MINUTE_MS = 60_000;

/** The 14 dates as they stand, and how long that may be believed. */
export type SlotsSnapshot = {
  bookingWindow: BookingWindow;
  /** Labels still open on each of the 14 dates. */
  open: Map<CalendarDate, string[]>;
  /** Read from the database before the places were: a newer one makes this old. */
  version: number;
  /** True from one instant until before the other, when a hold ends or a window passes. */
  from: number;
  until: number;
};

/**
 * What everybody asks for all the time, kept in memory. It is used only when the database, asked
 * after the call began, still has the version that stood there before it was read, so a booking
 * that was acknowledged anywhere is never missed. At once where the database is a file.
 */
export class SlotsMemory {
  #kept: SlotsSnapshot | null = null;
  #reading: { version: number; from: number; snapshot: Promise<SlotsSnapshot> } | null = null;
  #calendar: {
    minute: number;
    today: CalendarDate;
    dates: CalendarDate[];
    clock: ReturnType<typeof localMoment>;
  } | null = null;
  readonly #occupancy: OccupancyReader;

  constructor(private readonly deps: Deps) {
    this.#occupancy = prepareOccupancy(deps.db);
  }

  read(): SlotsSnapshot | Promise<SlotsSnapshot> {
    const version = this.deps.db.version();
    return typeof version === 'number'
      ? this.#at(version)
      : version.then((asked) => this.#at(asked));
  }

  #at(version: number): SlotsSnapshot | Promise<SlotsSnapshot> {
    const now = this.deps.clock.now();
    const kept = this.#kept;
    if (kept && kept.version === version && kept.from <= now && now < kept.until) return kept;
    // Those who found the same version share one reading.
    const reading = this.#reading;
    if (reading?.version === version && reading.from === now) return reading.snapshot;
    const snapshot = this.#take(version, now);
    this.#reading = { version, from: now, snapshot };
    return snapshot;
  }

  /**
   * The dates, and the clock that closes windows: once for all windows, the rule of
   * `isWithinBookingTime` for dates known to be bookable. Neither moves within a minute.
   */
  #calendarAt(now: number) {
    const minute = Math.floor(now / MINUTE_MS);
    if (this.#calendar?.minute === minute) return this.#calendar;
    const { leadMinutes, timeZone } = this.deps.settings;
    const today = localMoment(now, timeZone).date;
    const clock = localMoment(now + leadMinutes * MINUTE_MS, timeZone);
    this.#calendar = { minute, today, dates: bookingDates(today), clock };
    return this.#calendar;
  }

  async #take(version: number, now: number): Promise<SlotsSnapshot> {
    try {
      const { dates, today, clock } = this.#calendarAt(now);
      const { occupancyOf, nextHoldEnd } = await this.#occupancy(today, dates.at(-1) ?? today, now);
      const days = dates.map((date): DayView => {
        const windows: DayView['windows'] = [];
        for (const window of TIME_WINDOWS) {
          const inTime = !hasStarted(date, window, clock);
          const state = windowState(occupancyOf(date, window.index), inTime);
          if (state !== 'passed') windows.push({ label: window.label, state });
        }
        return { date, bookable: windows.some((window) => window.state === 'open'), windows };
      });
      const open = new Map(
        days.map(({ date, windows }) => [
          date,
          windows.filter(({ state }) => state === 'open').map(({ label }) => label),
        ]),
      );
      // Windows pass, and dates change, with a minute of the clock.
      const nextMinute = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
      const until = Math.min(nextMinute, nextHoldEnd ?? Number.POSITIVE_INFINITY);
      const snapshot = { bookingWindow: { today, days }, open, version, from: now, until };
      this.#kept = snapshot;
      return snapshot;
    } finally {
      this.#reading = null;
    }
  }
}

const byDeps = new WeakMap<Deps['db'], Map<Deps['clock'], SlotsMemory>>();

/** The memory of this product's slots: one for a database and a clock. */
export function slotsMemoryOf(deps: Deps): SlotsMemory {
  const ofDatabase = byDeps.get(deps.db) ?? new Map<Deps['clock'], SlotsMemory>();
  byDeps.set(deps.db, ofDatabase);
  const memory = ofDatabase.get(deps.clock) ?? new SlotsMemory(deps);
  ofDatabase.set(deps.clock, memory);
  return memory;
}
