import * as z from 'zod/mini';
import { WEEKDAYS, type Weekday } from '../account/recurring';
import { blankIsNull, calendarDate, requiredText, typedWholeNumber, wholeNumber } from '../fields';
import { formatCount } from '../text';
import { MAX_CAPACITY } from './calendar.schema';
import {
  MAX_CLOSED_DAYS,
  MAX_DAYS_AHEAD,
  MAX_LEAD_MINUTES,
  MAX_REASON,
  MAX_WINDOWS_A_DAY,
  overlapIn,
} from './hours';
import { MIDNIGHT_MINUTES, SLOT_STEP_MINUTES, timeSlotBetween } from './time-slots';

/** Error messages of Settings → Hours. */
export const HOURS_MESSAGES = {
  time: 'Select a time on the quarter hour, such as 9:15 AM.',
  order: 'Select an end that’s later than the start. A window can’t cross midnight.',
  overlap: (one: string, other: string) =>
    `These windows overlap: ${one} and ${other}. Change one of them.`,
  places: `Enter a whole number of spots from 1 to ${formatCount(MAX_CAPACITY)}, or leave it blank for the default. To stop deliveries, remove the window.`,
  none: 'Add at least one time window.',
  daysAhead: `Enter a whole number of days from 1 to ${MAX_DAYS_AHEAD}.`,
  lead: `Enter a whole number of minutes from 0 to ${formatCount(MAX_LEAD_MINUTES)}.`,
  reason: 'Enter a reason to show to customers.',
  twice: 'This day is in the list twice. Remove one of them.',
  season: 'The last day of the season can’t be before the first.',
  read: 'Someone else changed the hours while this form was open. Nothing was saved. Check the new hours, then save again.',
} as const;

/** Minutes since midnight. */
const minutes = z.pipe(
  typedWholeNumber(0, MIDNIGHT_MINUTES, HOURS_MESSAGES.time),
  z.number().check(z.multipleOf(SLOT_STEP_MINUTES, HOURS_MESSAGES.time)),
);

const window = z
  .object({
    start: minutes,
    end: minutes,
    places: blankIsNull(typedWholeNumber(1, MAX_CAPACITY, HOURS_MESSAGES.places)),
  })
  .check(z.refine(({ start, end }) => start < end, { error: HOURS_MESSAGES.order, path: ['end'] }));

/** The error is attached to the later of the two windows, where the form shows it. */
const noOverlap: z.core.CheckFn<{ start: number; end: number }[]> = ({ value, issues }) => {
  const timeSlots = value.flatMap(({ start, end }) => timeSlotBetween(start, end) ?? []);
  const pair = overlapIn(timeSlots);
  if (!pair) return;
  const [one, other] = pair;
  const isOther = ({ start, end }: { start: number; end: number }) =>
    start === other.startMinutes && end === other.endMinutes;
  issues.push({
    code: 'custom',
    message: HOURS_MESSAGES.overlap(one.label, other.label),
    path: [value.findLastIndex(isOther), 'start'],
    input: value,
  });
};

/** The error is attached to the second entry with the date. */
const noDateTwice: z.core.CheckFn<{ date: string }[]> = ({ value, issues }) => {
  const dates = value.map(({ date }) => date);
  const second = dates.findIndex((date, i) => dates.indexOf(date) < i);
  if (second < 0) return;
  issues.push({
    code: 'custom',
    message: HOURS_MESSAGES.twice,
    path: [second, 'date'],
    input: value,
  });
};

const weekday = z
  .array(window)
  .check(
    z.maxLength(MAX_WINDOWS_A_DAY, `A day can have up to ${MAX_WINDOWS_A_DAY} windows.`),
    noOverlap,
  );

const closedDay = z.object({
  date: calendarDate('Enter a date.'),
  reason: requiredText(HOURS_MESSAGES.reason, MAX_REASON),
});

const date = blankIsNull(calendarDate('Enter a date, or leave it blank.'));

/**
 * All of the owner's hours. Times are minutes since midnight. `readEntry` is the number of the entry
 * that the form showed.
 */
export const hoursSchema = z
  .object({
    week: z
      .object(
        Object.fromEntries(WEEKDAYS.map((day) => [day, weekday])) as Record<
          Weekday,
          typeof weekday
        >,
      )
      .check(
        z.refine((week) => WEEKDAYS.some((day) => week[day].length > 0), {
          error: HOURS_MESSAGES.none,
          path: ['Sunday'],
        }),
      ),
    leadMinutes: blankIsNull(typedWholeNumber(0, MAX_LEAD_MINUTES, HOURS_MESSAGES.lead)),
    daysAhead: typedWholeNumber(1, MAX_DAYS_AHEAD, HOURS_MESSAGES.daysAhead),
    seasonFirst: date,
    seasonLast: date,
    closedDays: z
      .array(closedDay)
      .check(
        z.maxLength(MAX_CLOSED_DAYS, `You can list up to ${MAX_CLOSED_DAYS} closed days.`),
        noDateTwice,
      ),
    readEntry: wholeNumber(
      0,
      Number.MAX_SAFE_INTEGER,
      'Please send the ID of the newest entry you read.',
    ),
  })
  .check(
    z.refine(
      ({ seasonFirst, seasonLast }) => !seasonFirst || !seasonLast || seasonFirst <= seasonLast,
      { error: HOURS_MESSAGES.season, path: ['seasonLast'] },
    ),
  );
export type HoursInput = z.output<typeof hoursSchema>;
