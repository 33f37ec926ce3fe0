import { type CalendarDate, datesFrom } from '@/domain/dates';
import { localMoment } from '@/domain/time';
import {
  FORECAST_DAYS,
  type ForecastDay,
  WEATHER_CONDITIONS,
  type WeatherCondition,
  type WeatherDay,
} from '@/domain/weather';
import { FeedUnreachable } from '../feeds/feed';
import type { WeatherPort } from './port';

/** Highs on the shortest and the longest day of a year in lower Michigan, in °F. */
const WINTER_HIGH = 30;
const SUMMER_HIGH = 84;
const DAY_MS = 86_400_000;

/**
 * Generates weather without a network. It's plausible for the season, and the same for each date.
 */
export function createLocalWeather(options: {
  clock: { now(): number };
  /** Makes the feed fail in tests, as a real one can. */
  fails?: () => boolean;
}): WeatherPort {
  return {
    async forecast(timeZone) {
      if (options.fails?.()) throw new FeedUnreachable('the local weather is set to fail');
      const { date, minutes } = localMoment(options.clock.now(), timeZone);
      return datesFrom(date, FORECAST_DAYS).map((day, index) => {
        const weather = weatherOf(day);
        return index === 0 ? { ...weather, temperature: temperatureAt(weather, minutes) } : weather;
      });
    },
  };
}

function weatherOf(date: CalendarDate): ForecastDay {
  const dayOfYear =
    (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / DAY_MS;
  // The warmest week is the last one of July, about 30 days after the longest day.
  const season = (1 - Math.cos(((dayOfYear - 20) / 365) * 2 * Math.PI)) / 2;
  const chance = fraction(date);
  const highTemp = Math.round(
    WINTER_HIGH + (SUMMER_HIGH - WINTER_HIGH) * season + (chance - 0.5) * 12,
  );
  const lowTemp = highTemp - 14 - Math.round(fraction(`${date}/low`) * 6);
  const condition = WEATHER_CONDITIONS[chance > 0.55 ? 0 : chance > 0.25 ? 1 : 2] ?? 'sunny';
  return {
    date,
    condition,
    temperature: Math.round((highTemp + lowTemp) / 2),
    highTemp,
    lowTemp,
    windMph: Array.from({ length: 24 }, (_, hour) => windAt(date, hour, condition)),
  };
}

/** The wind is light at night, strongest at 3 PM, and stronger on a rainy day. */
function windAt(date: CalendarDate, hour: number, condition: WeatherCondition): number {
  const strongest = 6 + fraction(`${date}/wind`) * (condition === 'rainy' ? 24 : 14);
  const share = (1 - Math.cos(((hour - 3) / 24) * 2 * Math.PI)) / 2;
  return Math.round(2 + (strongest - 2) * share);
}

/** The coldest time is 5 AM, and the warmest is 5 PM. */
function temperatureAt({ highTemp, lowTemp }: WeatherDay, minutes: number): number {
  const warmth = (1 - Math.cos(((minutes - 300) / 1440) * 2 * Math.PI)) / 2;
  return Math.round(lowTemp + (highTemp - lowTemp) * warmth);
}

/** Converts a text to a number from 0 to 1. The same text always has the same number. */
function fraction(text: string): number {
  return Bun.hash.crc32(text) / 0xffff_ffff;
}
