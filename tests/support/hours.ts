import { WEEKDAYS, type Weekday } from '@/domain/account/recurring';
import { TIME_SLOTS, timeSlotByLabel } from '@/domain/slots/time-slots';

type Window = { start: number; end: number; places: number | null };

/** Returns windows for the form by their labels. */
export const windowsOf = (labels: readonly string[], places: number | null = null): Window[] =>
  labels.map((label) => {
    const timeSlot = timeSlotByLabel(label);
    if (!timeSlot) throw new Error(`${label} is not a window`);
    return { start: timeSlot.startMinutes, end: timeSlot.endMinutes, places };
  });

/** Returns a whole form of hours: the first ones, with other windows on some or all weekdays. */
export function hoursInput(
  over: object = {},
  windows: readonly Window[] = windowsOf(TIME_SLOTS.map(({ label }) => label)),
  ofDay: Partial<Record<Weekday, readonly Window[]>> = {},
) {
  return {
    week: { ...Object.fromEntries(WEEKDAYS.map((day) => [day, windows])), ...ofDay },
    leadMinutes: null,
    daysAhead: 14,
    seasonFirst: null,
    seasonLast: null,
    closedDays: [],
    readEntry: 0,
    ...over,
  } as never;
}
