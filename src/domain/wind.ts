import type { CalendarDate } from './dates';
import { TIME_SLOTS, type TimeSlot } from './slots/time-slots';
import { formatCount } from './text';

/**
 * The wind of a day in whole miles an hour, by the hour of the business's clock: index 10 is at 10:00 AM.
 * Null where the forecast has none.
 */
export type WindOfDay = readonly (number | null)[];

/** A forecast that could not be renewed for so long says nothing of the wind any more. */
const WIND_KEPT_MS = 86_400_000;

/** The wind of a time slot that is above what the owner set, both in miles an hour. */
export type WindWarning = {
  date: CalendarDate;
  slotIndex: number;
  windMph: number;
  limitMph: number;
};

/** The strongest wind of a time slot, at its beginning and end too; null where it is not known. */
export function windOf(wind: WindOfDay, { startMinutes, endMinutes }: TimeSlot): number | null {
  const known = wind
    .slice(Math.floor(startMinutes / 60), Math.ceil(endMinutes / 60) + 1)
    .filter((mph) => mph !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** The wind of a date, when it was fetched (ms), and what the owner wants at most; 0 is any. */
export type WindForecast = {
  date: CalendarDate;
  windMph: WindOfDay | null;
  updatedAt: number;
  limitMph: number;
};

/**
 * The time slots of a forecast whose wind is above the limit. None where the limit is 0, and where the
 * forecast is older than a day.
 *
 * @param now in ms
 */
export function windWarnings(forecast: readonly WindForecast[], now: number): WindWarning[] {
  const young = forecast.filter(
    ({ limitMph, updatedAt }) => limitMph > 0 && now - updatedAt <= WIND_KEPT_MS,
  );
  return young.flatMap(({ date, windMph: wind, limitMph }) =>
    TIME_SLOTS.flatMap((timeSlot) => {
      const windMph = windOf(wind ?? [], timeSlot);
      return windMph !== null && windMph > limitMph
        ? [{ date, slotIndex: timeSlot.index, windMph, limitMph }]
        : [];
    }),
  );
}

/** The strongest of them; null where there is none. */
export const strongestWind = (warnings: readonly WindWarning[]): WindWarning | null =>
  warnings.toSorted((a, b) => b.windMph - a.windMph)[0] ?? null;

/** "wind 22 mph, above your limit of 20"; a driver reads "the limit". */
export const windText = (
  { windMph, limitMph }: Pick<WindWarning, 'windMph' | 'limitMph'>,
  whose: 'your' | 'the' = 'your',
) => `wind ${formatCount(windMph)} mph, above ${whose} limit of ${formatCount(limitMph)}`;
