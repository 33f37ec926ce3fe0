import type { CalendarDate } from './dates';
import { TIME_SLOTS, type TimeSlot } from './slots/time-slots';
import { formatCount } from './text';

/**
 * A day's wind in whole miles per hour, by hour on the business's clock: index 10 is 10:00 AM. Null
 * if the forecast has no value.
 */
export type WindOfDay = readonly (number | null)[];

/** A forecast older than this is no longer used for wind. */
const WIND_KEPT_MS = 86_400_000;

/** The wind in a time window that is above the owner's limit, both in miles per hour. */
export type WindWarning = {
  date: CalendarDate;
  slotIndex: number;
  windMph: number;
  limitMph: number;
};

/** Returns the strongest wind in a time window, including its start and end, or null if unknown. */
export function windOf(
  wind: WindOfDay,
  { startMinutes, endMinutes }: Pick<TimeSlot, 'startMinutes' | 'endMinutes'>,
): number | null {
  const speeds = wind
    .slice(Math.floor(startMinutes / 60), Math.ceil(endMinutes / 60) + 1)
    .filter((mph) => mph !== null);
  return speeds.length === 0 ? null : Math.max(...speeds);
}

/** A date's wind, its fetch time (ms), and the owner's limit. A limit of 0 turns warnings off. */
export type WindForecast = {
  date: CalendarDate;
  windMph: WindOfDay | null;
  updatedAt: number;
  limitMph: number;
};

/**
 * Returns a warning for each time window with wind above the limit. A forecast older than a day is
 * ignored.
 *
 * @param now in ms
 * @param timeSlotsOf the time windows of a date
 */
export function windWarnings(
  forecast: readonly WindForecast[],
  now: number,
  timeSlotsOf: (date: CalendarDate) => readonly TimeSlot[] = () => TIME_SLOTS,
): WindWarning[] {
  const usable = forecast.filter(
    ({ limitMph, updatedAt }) => limitMph > 0 && now - updatedAt <= WIND_KEPT_MS,
  );
  return usable.flatMap(({ date, windMph: wind, limitMph }) =>
    timeSlotsOf(date).flatMap((timeSlot) => {
      const windMph = windOf(wind ?? [], timeSlot);
      return windMph !== null && windMph > limitMph
        ? [{ date, slotIndex: timeSlot.index, windMph, limitMph }]
        : [];
    }),
  );
}

/** Returns the strongest warning, or null if there are none. */
export const strongestWind = (warnings: readonly WindWarning[]): WindWarning | null =>
  warnings.toSorted((a, b) => b.windMph - a.windMph)[0] ?? null;

/** Formats "wind 22 mph, above your limit of 20". Drivers read "the limit". */
export const windText = (
  { windMph, limitMph }: Pick<WindWarning, 'windMph' | 'limitMph'>,
  whose: 'your' | 'the' = 'your',
) => `wind ${formatCount(windMph)} mph, above ${whose} limit of ${formatCount(limitMph)}`;
