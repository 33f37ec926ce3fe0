import type { CalendarDate } from './dates';
import type { WindOfDay } from './wind';

export const WEATHER_CONDITIONS = ['sunny', 'partly-cloudy', 'rainy'] as const;
export type WeatherCondition = (typeof WEATHER_CONDITIONS)[number];

/** One day of the forecast. Temperatures are in whole °F, and today's is the current one. */
export type WeatherDay = {
  date: CalendarDate;
  condition: WeatherCondition;
  temperature: number;
  highTemp: number;
  lowTemp: number;
};

/** A day with its wind by the hour. */
export type ForecastDay = WeatherDay & { windMph: WindOfDay };

/** Number of days in the forecast, including today. */
export const FORECAST_DAYS = 5;
/** The time between two fetches of the forecast. */
export const WEATHER_REFRESH_MS = 3_600_000;
/** If the forecast is older than this, the page shows its age. Two fetches have failed by then. */
const WEATHER_STALE_MS = 3 * WEATHER_REFRESH_MS;

/** True if the page should show how old the forecast is. Times are in ms. */
export function isWeatherStale(updatedAt: number, now: number): boolean {
  return now - updatedAt >= WEATHER_STALE_MS;
}

/**
 * Maps a World Meteorological Organization code to one of our three conditions: clear is sunny,
 * clouds and fog are partly cloudy, and drizzle, rain, snow, and storms are rainy.
 */
export function conditionOfCode(code: number): WeatherCondition {
  if (code <= 1) return 'sunny';
  return code < 50 ? 'partly-cloudy' : 'rainy';
}

/** Reads a stored condition. An unknown one is shown as sunny. */
export function readCondition(stored: string): WeatherCondition {
  return WEATHER_CONDITIONS.find((condition) => condition === stored) ?? 'sunny';
}
