import type { CalendarDate } from '@/domain/dates';
import { closedReason } from '@/domain/slots/hours';
import {
  bookingDates,
  isWithinBookingWindow,
  type StaffTimeSlotState,
  staffTimeSlotState,
  timeSlotOf,
  timeSlotState,
} from '@/domain/slots/time-slots';
import { type WindowLine, windowLine } from '@/domain/waiting-list/waiting-list';
import type { AnyCall } from '@/server/config/call';
import { cutOffOf, type Deps, todayOf } from '@/server/config/deps';
import { selectLastBlock } from './bulk-blocks.repository';
import { lastBookable } from './hours.repository';
import {
  defaultCapacityOf,
  type OccupancyOf,
  occupancyOf,
  selectLines,
  selectOccupancy,
} from './occupancy.repository';
import { isOver, type StaffTimeSlot, staffTimeSlot } from './staff-time-slots';

/**
 * One day of the date picker. If `noSlots` is true, customers see 'No slots'. Past windows only
 * count as `over`.
 */
export type StaffDay = {
  date: CalendarDate;
  noSlots: boolean;
  available: number;
  blocked: number;
  booked: number;
  over: number;
};

/** A bulk block that any admin can undo: who blocked how many windows, and when (ms). */
export type LastBlock = {
  batchId: string;
  by: string;
  at: number;
  from: CalendarDate;
  to: CalendarDate;
  count: number;
};

export type StaffCalendar = {
  today: CalendarDate;
  defaultCapacity: number;
  date: CalendarDate;
  /** Why the owner's hours close the date, or null. */
  closed: string | null;
  timeSlots: (StaffTimeSlot & { line: WindowLine })[];
  days: StaffDay[];
  /** The newest bulk block of the last year, or null if there is nothing to undo. */
  lastBlock: LastBlock | null;
};

/** Older bulk blocks can be undone by opening their days. */
const UNDOABLE_MS = 366 * 86_400_000;

/** Returns one date's windows (today by default) and the picker's days, in one call. */
export async function readCalendar(
  { deps }: AnyCall,
  input: { date?: CalendarDate | null },
): Promise<StaffCalendar> {
  const now = deps.clock.now();
  const today = todayOf(deps);
  const date = input.date ?? today;
  const [[lastBlock], lines, pickerSlots, pickerCounts, settings, kept, entries, slots, counts] =
    await deps.db.read((orm) => [
      selectLastBlock(orm, today, now - UNDOABLE_MS),
      selectLines(orm, date),
      ...selectOccupancy(orm, today, lastBookable(today), now),
      ...selectOccupancy(orm, date, date, now),
    ]);
  const ofPicker = occupancyOf([pickerSlots, pickerCounts, settings, kept, entries]);
  const ofDate = occupancyOf([slots, counts, settings, kept, entries]);
  const { hours } = ofDate;
  return {
    today,
    defaultCapacity: defaultCapacityOf(settings),
    date,
    closed: closedReason(hours, date),
    timeSlots: ofDate.indexesOn(date).map((slotIndex) => ({
      ...staffTimeSlot(deps, { date, slotIndex }, ofDate(date, slotIndex)),
      line: windowLine(lines, slotIndex),
    })),
    days: bookingDates(today, hours.daysAhead).map((day) => staffDay(deps, day, ofPicker)),
    lastBlock: lastBlock ?? null,
  };
}

function staffDay(deps: Deps, date: CalendarDate, occupancyOf: OccupancyOf): StaffDay {
  const now = deps.clock.now();
  const { timeZone } = deps.settings;
  const all = occupancyOf.indexesOn(date);
  const ahead = all.filter((index) => !isOver(date, index, { now, timeZone }));
  const states = ahead.map((index) => staffTimeSlotState(occupancyOf(date, index)));
  const cutOff = cutOffOf(deps.settings, occupancyOf.hours);
  const count = (state: StaffTimeSlotState) => states.filter((found) => found === state).length;
  return {
    date,
    noSlots: all.every(
      (index) =>
        timeSlotState(
          occupancyOf(date, index),
          isWithinBookingWindow(date, timeSlotOf(index), now, cutOff),
        ) !== 'open',
    ),
    available: count('Available'),
    blocked: count('Blocked'),
    booked: count('Booked'),
    over: all.length - ahead.length,
  };
}
