import * as z from 'zod/mini';
import type { CalendarDate } from '@/domain/dates';
import { conditionOfCode, FORECAST_DAYS } from '@/domain/weather';
import type { WindOfDay } from '@/domain/wind';
import { type FeedFetch, readFeed } from '../feeds/feed';
import type { WeatherPort } from './port';

const answerSchema = z.object({
  current: z.object({ temperature_2m: z.number(), weather_code: z.number() }),
  daily: z.object({
    time: z.array(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))).check(z.length(FORECAST_DAYS)),
    weather_code: z.array(z.number()).check(z.length(FORECAST_DAYS)),
    temperature_2m_max: z.array(z.number()).check(z.length(FORECAST_DAYS)),
    temperature_2m_min: z.array(z.number()).check(z.length(FORECAST_DAYS)),
  }),
  /**
   * In the business's time zone: "2026-06-13T10:00". A day with a clock change has 23 or 25 hours.
   */
  hourly: z.object({
    time: z.array(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/))),
    wind_speed_10m: z.array(z.nullable(z.number())),
  }),
});
type Hourly = z.infer<typeof answerSchema>['hourly'];

/** Gets the forecast from Open-Meteo, which needs no key. */
export function createOpenMeteo(options: {
  latitude: number;
  longitude: number;
  fetch?: FeedFetch;
}): WeatherPort {
  const url = new URL('https://api.open-meteo.com/v1/forecast');
  const query = {
    latitude: String(options.latitude),
    longitude: String(options.longitude),
    current: 'temperature_2m,weather_code',
    daily: 'weather_code,temperature_2m_max,temperature_2m_min',
    hourly: 'wind_speed_10m',
    temperature_unit: 'fahrenheit',
    wind_speed_unit: 'mph',
    forecast_days: String(FORECAST_DAYS),
  };
  return {
    forecast(timezone) {
      url.search = new URLSearchParams({ ...query, timezone }).toString();
      return readFeed(url, readAnswer, options.fetch);
    },
  };
}

function readAnswer(json: unknown) {
  const { current, daily, hourly } = answerSchema.parse(json);
  return daily.time.map((date, index) => {
    const highTemp = Math.round(daily.temperature_2m_max[index] ?? 0);
    const lowTemp = Math.round(daily.temperature_2m_min[index] ?? 0);
    const isToday = index === 0;
    return {
      date,
      condition: conditionOfCode(isToday ? current.weather_code : (daily.weather_code[index] ?? 0)),
      temperature: isToday
        ? Math.round(current.temperature_2m)
        : Math.round((highTemp + lowTemp) / 2),
      highTemp,
      lowTemp,
      windMph: windOn(hourly, date),
    };
  });
}

function windOn({ time, wind_speed_10m: speeds }: Hourly, date: CalendarDate): WindOfDay {
  return Array.from({ length: 24 }, (_, hour) => {
    const at = time.indexOf(`${date}T${String(hour).padStart(2, '0')}:00`);
    const speed = speeds[at];
    return typeof speed === 'number' ? Math.round(speed) : null;
  });
}
