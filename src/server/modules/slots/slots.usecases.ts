import { type CalendarDate, isCalendarDate } from '@/domain/calendar';
import { DomainError } from '@/domain/errors';
import {
  bookingDates,
  isWithinBookingTime,
  TIME_WINDOWS,
  type WindowState,
  windowState,
} from '@/domain/slots/windows';
import { localMoment } from '@/domain/time';
import { cutOffOf, type Deps } from '@/server/deps';
import { readOccupancy } from './slots.repository';

export type DayView = {
  date: CalendarDate;
  /** False when no window can be booked: the day is shown as 'No slots'. */
  bookable: boolean;
  /** Passed windows are not in the list. */
  windows: { label: string; state: Exclude<WindowState, 'passed'> }[];
};

/** All 14 dates with their windows, as the booking form shows them; one call (D1, D10). */
export async function readBookingWindow({ deps }: { deps: Deps }): Promise<{
  today: CalendarDate;
  days: DayView[];
}> {
  const today = localMoment(deps.clock.now(), deps.settings.timeZone).date;
  return { today, days: await readDays(deps, bookingDates(today)) };
}

/** The labels of one date that can still be booked (D5); none outside the 14 dates. */
export async function readOpenWindows(
  { deps }: { deps: Deps },
  input: { date: CalendarDate },
): Promise<string[]> {
  if (!isCalendarDate(input.date)) {
    throw new DomainError('invalid_input', 'Please give a date such as 2026-06-13.', {
      field: 'date',
    });
  }
  const [day] = await readDays(deps, [input.date]);
  return (day?.windows ?? [])
    .filter((window) => window.state === 'open')
    .map((window) => window.label);
}

async function readDays(deps: Deps, dates: CalendarDate[]): Promise<DayView[]> {
  const first = dates[0];
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return [];
  const now = deps.clock.now();
  const cutOff = cutOffOf(deps.settings);
  const occupancyOf = await readOccupancy(deps.db.orm, first, last, now);
  return dates.map((date) => {
    const windows: DayView['windows'] = [];
    for (const window of TIME_WINDOWS) {
      const inTime = isWithinBookingTime(date, window, now, cutOff);
      const state = windowState(occupancyOf(date, window.index), inTime);
      if (state !== 'passed') windows.push({ label: window.label, state });
    }
    return { date, bookable: windows.some((window) => window.state === 'open'), windows };
  });
}
