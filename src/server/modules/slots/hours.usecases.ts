import { retryOnConflict, writeGuarded } from '@/db/guarded-batch';
import { WEEKDAYS, type Weekday } from '@/domain/account/recurring';
import type { CalendarDate } from '@/domain/dates';
import { DomainError } from '@/domain/errors';
import {
  blocksToCarry,
  type ClosedDay,
  closedDayText,
  type Hours,
  type HoursWindow,
  leadText,
  seasonText,
  suggestedHolidays,
  windowsOn,
  windowsText,
} from '@/domain/slots/hours';
import { HOURS_MESSAGES, type HoursInput } from '@/domain/slots/hours.schema';
import { timeSlotBetween, timeSlotLabel } from '@/domain/slots/time-slots';
import { formatMoment } from '@/domain/time';
import type { AnyCall, UserCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { audit, changedColumns } from '../audit/audit';
import {
  type HoursEntryRow,
  hoursOf,
  insertHoursAfter,
  selectHoursEntries,
  selectOutsideHours,
} from './hours.repository';
import { defaultCapacityOf, selectDefaultCapacity } from './occupancy.repository';
import { areBlocked, blockingTimeSlots, selectBlocked } from './slots.repository';

/** An appointment in a window that the hours no longer have on its date. */
export type KeptAppointment = {
  id: string;
  publicCode: string;
  customerName: string | null;
  date: CalendarDate;
  time: string;
};

export type HoursView = {
  today: CalendarDate;
  hours: Hours;
  /** The server's lead time, which applies until the owner sets another. */
  defaultLeadMinutes: number;
  /** The capacity of a window without its own number of spots. */
  defaultCapacity: number;
  holidays: ClosedDay[];
  /** Upcoming appointments outside the hours. They stay until someone moves them. */
  kept: KeptAppointment[];
  /** The history of the hours: who saved them and when, newest first. */
  history: { id: number; madeBy: string; savedText: string }[];
  /** Sent back with a change, so that it can't overwrite someone else's. */
  newestEntry: number;
};

const MOST_HISTORY = 20;
const MOST_KEPT = 200;

/** Reads the owner's hours, and the appointments outside them. */
export async function readHoursSettings({ deps }: AnyCall): Promise<HoursView> {
  const today = todayOf(deps);
  const [entries, settings, kept] = await deps.db.read((orm) => [
    selectHoursEntries(orm, MOST_HISTORY),
    selectDefaultCapacity(orm),
    selectOutsideHours(orm, today, MOST_KEPT),
  ]);
  const hours = hoursOf(entries);
  const defaultCapacity = defaultCapacityOf(settings);
  const { timeZone, leadMinutes } = deps.settings;
  return {
    today,
    hours,
    defaultLeadMinutes: leadMinutes,
    defaultCapacity,
    holidays: suggestedHolidays(hours, today),
    kept: kept.map(({ slotIndex, ...row }) => ({ ...row, time: timeSlotLabel(slotIndex) })),
    history: entries.map(({ id, madeBy, createdAt }) => ({
      id,
      madeBy,
      savedText: formatMoment(createdAt, timeZone),
    })),
    newestEntry: newestOf(entries),
  };
}

const newestOf = (entries: readonly HoursEntryRow[]) => entries[0]?.id ?? 0;

/**
 * Saves all hours. They apply immediately. Booked appointments keep their windows, and windows that
 * staff blocked stay blocked.
 *
 * @throws `changed_meanwhile` if someone else saved them since the form was opened
 */
export async function changeHours(
  call: UserCall,
  { readEntry, week, ...input }: HoursInput,
): Promise<HoursView> {
  const { deps, actor } = call;
  const { db, clock } = deps;
  const hours: Hours = {
    ...input,
    windows: WEEKDAYS.flatMap((day, weekday) => windowsOf(week[day], weekday)),
    closedDays: input.closedDays.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
  const dates = { first: todayOf(deps), last: '9999-12-31' };
  return retryOnConflict(async () => {
    const [entries, blocked] = await db.read((orm) => [
      selectHoursEntries(orm, 1),
      selectBlocked(orm, dates),
    ]);
    const newest = newestOf(entries);
    if (newest !== readEntry) throw new DomainError('changed_meanwhile', HOURS_MESSAGES.read);
    const before = hoursOf(entries);
    const changed = changedColumns(told(before, deps.settings), told(hours, deps.settings));
    if (Object.keys(changed.after).length === 0) return readHoursSettings(call);
    const carried = blocksToCarry(before, hours, blocked);
    const now = clock.now();
    await writeGuarded(db, {
      guard: insertHoursAfter(
        db.orm,
        newest,
        { hours, madeBy: actor.name, createdAt: now },
        areBlocked(dates, blocked),
      ),
      audit: audit(call, { action: 'settings.hours_saved', ...changed }),
      also: [carried.length > 0 ? blockingTimeSlots(carried, now) : null],
    });
    return readHoursSettings(call);
  });
}

function windowsOf(windows: HoursInput['week'][Weekday], weekday: number): HoursWindow[] {
  return windows.map(({ start, end, places }) => {
    const timeSlot = timeSlotBetween(start, end);
    if (!timeSlot) throw new RangeError(`no time slot from ${start} to ${end}`);
    return { weekday, index: timeSlot.index, places };
  });
}

/** The values of the audit log. */
function told(hours: Hours, { leadMinutes }: { leadMinutes: number }) {
  return {
    ...Object.fromEntries(
      WEEKDAYS.map((name, weekday) => [`hours${name}`, windowsText(windowsOn(hours, weekday))]),
    ),
    leadTime: leadText(hours.leadMinutes ?? leadMinutes),
    daysAhead: hours.daysAhead,
    season: seasonText(hours),
    closedDays: hours.closedDays.map(closedDayText).join('; ') || 'none',
  };
}
