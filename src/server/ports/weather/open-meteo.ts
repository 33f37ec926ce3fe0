import * as z from 'zod/mini';
import { conditionOfCode, FORECAST_DAYS } from '@/domain/weather';
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
});

/** The forecast of Open-Meteo, which needs no key. */
export function createOpenMeteo(options: {
  latitude: number;
  longitude: number;
  timeZone: string;
  fetch?: FeedFetch;
}): WeatherPort {
  const url = new URL('https://api.open-meteo.com/v1/forecast');
  url.search = new URLSearchParams({
    latitude: String(options.latitude),
    longitude: String(options.longitude),
    current: 'temperature_2m,weather_code',
    daily: 'weather_code,temperature_2m_max,temperature_2m_min',
    temperature_unit: 'fahrenheit',
    timezone: options.timeZone,
    forecast_days: String(FORECAST_DAYS),
  }).toString();
  return { forecast: () => readFeed(url, readAnswer, options.fetch) };
}

function readAnswer(json: unknown) {
  const { current, daily } = answerSchema.parse(json);
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
    };
  });
}
