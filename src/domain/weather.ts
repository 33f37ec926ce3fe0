import type { CalendarDate } from './dates';
import type { WindOfDay } from './wind';

export const WEATHER_CONDITIONS = ['sunny', 'partly-cloudy', 'rainy'] as const;
export type WeatherCondition = (typeof WEATHER_CONDITIONS)[number];

/** One day of the forecast; temperatures in whole °F. Today's temperature is the one right now. */
export type WeatherDay = {
  date: CalendarDate;
  condition: WeatherCondition;
  temperature: number;
  highTemp: number;
  lowTemp: number;
};

/** The same with its wind, which staff and drivers are told of. */
export type ForecastDay = WeatherDay & { windMph: WindOfDay };

/** Days of the forecast, today included. */
export const FORECAST_DAYS = 5;
/** The time between two fetches of the forecast. */
export const WEATHER_REFRESH_MS = 3_600_000;
/** From this age on the forecast says how old it is: two refreshes were missed. */
const WEATHER_STALE_MS = 3 * WEATHER_REFRESH_MS;

/** Whether a forecast says how old it is. Both times are in ms. */
export function isWeatherStale(updatedAt: number, now: number): boolean {
  return now - updatedAt >= WEATHER_STALE_MS;
}

/**
 * A code of the World Meteorological Organization as one of our three: clear is sunny; clouds
 * and fog are partly cloudy; drizzle, rain, snow and storms are rainy.
 */
export function conditionOfCode(code: number): WeatherCondition {
  if (code <= 1) return 'sunny';
  return code < 50 ? 'partly-cloudy' : 'rainy';
}

/** Anything stored that is none of the three is shown as sunny. */
export function readCondition(stored: string): WeatherCondition {
  return WEATHER_CONDITIONS.find((condition) => condition === stored) ?? 'sunny';
}
