import { describe, expect, test } from 'bun:test';
import { FeedUnreachable } from '../feeds/feed';
import { weatherContract } from './contract.suite';
import { createLocalWeather } from './local';
import { createOpenMeteo } from './open-meteo';

const timeZone = 'America/New_York';
const NOON = Date.parse('2026-06-13T16:00:00Z');
const dowagiac = { latitude: 41.98, longitude: -86.11 };

const DATES = ['2026-06-13', '2026-06-14', '2026-06-15', '2026-06-16', '2026-06-17'];
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Open-Meteo's answer, reduced to the requested fields. */
const ANSWER = {
  latitude: 41.98,
  longitude: -86.11,
  timezone: timeZone,
  current_units: { temperature_2m: '°F', weather_code: 'wmo code' },
  current: { time: '2026-06-13T12:00', interval: 900, temperature_2m: 71.6, weather_code: 2 },
  daily_units: { temperature_2m_max: '°F', temperature_2m_min: '°F' },
  daily: {
    time: DATES,
    weather_code: [0, 61, 3, 95, 1],
    temperature_2m_max: [80.4, 77.5, 79.1, 68, 82.2],
    temperature_2m_min: [60.1, 58.9, 61, 55.2, 59.5],
  },
  hourly_units: { wind_speed_10m: 'mp/h' },
  hourly: {
    time: DATES.flatMap((date) => HOURS.map((hour) => `${date}T${hour}:00`)),
    wind_speed_10m: DATES.flatMap((_, day) => HOURS.map((hour) => day * 4 + Number(hour) / 2)),
  },
};

/** Runs Open-Meteo as a local server, so that the test sends a real request. */
async function openMeteo() {
  let broken = false;
  const requests: URL[] = [];
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      requests.push(new URL(request.url));
      return broken ? new Response('busy', { status: 503 }) : Response.json(ANSWER);
    },
  });
  return {
    weather: createOpenMeteo({
      ...dowagiac,
      fetch: (url, init) => fetch(url.replace(/^https:\/\/[^/]+/, server.url.origin), init),
    }),
    requests,
    origin: server.url.origin,
    today: '2026-06-13',
    breakDown: () => {
      broken = true;
    },
    close: () => server.stop(true),
  };
}

weatherContract('Open-Meteo', openMeteo);
weatherContract('local', async () => {
  let broken = false;
  return {
    weather: createLocalWeather({ clock: { now: () => NOON }, fails: () => broken }),
    today: '2026-06-13',
    breakDown: () => {
      broken = true;
    },
  };
});

describe('Open-Meteo', () => {
  test("Open-Meteo is asked for the business's position, in °F, by its calendar", async () => {
    const world = await openMeteo();
    const days = await world.weather.forecast(timeZone);
    const { searchParams, pathname } = world.requests[0]!;
    expect(pathname).toBe('/v1/forecast');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      latitude: '41.98',
      longitude: '-86.11',
      temperature_unit: 'fahrenheit',
      wind_speed_unit: 'mph',
      timezone: timeZone,
      forecast_days: '5',
    });
    expect(days[0]).toEqual({
      date: '2026-06-13',
      condition: 'partly-cloudy',
      temperature: 72,
      highTemp: 80,
      lowTemp: 60,
      windMph: [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12],
    });
    expect(days.map((day) => day.condition).slice(1)).toEqual([
      'rainy',
      'partly-cloudy',
      'rainy',
      'sunny',
    ]);
    await world.close();
  });

  test('an hour without a wind, or skipped by the clock, is unknown', async () => {
    const { hourly } = ANSWER;
    const gone = hourly.time.indexOf('2026-06-14T02:00');
    const answer = {
      ...ANSWER,
      hourly: {
        time: hourly.time.toSpliced(gone, 1),
        wind_speed_10m: hourly.wind_speed_10m
          .toSpliced(gone, 1)
          .map((mph, at): number | null => (at === 10 ? null : mph)),
      },
    };
    const weather = createOpenMeteo({ ...dowagiac, fetch: async () => Response.json(answer) });
    const [today, tomorrow] = await weather.forecast(timeZone);
    expect(today?.windMph.slice(9, 12)).toEqual([5, null, 6]);
    expect(tomorrow?.windMph.slice(0, 4)).toEqual([4, 5, null, 6]);
  });

  test.each([
    ['no JSON', () => new Response('<html>')],
    ['another form', () => Response.json({ error: true, reason: 'no' })],
    ['too few days', () => Response.json({ ...ANSWER, daily: { ...ANSWER.daily, time: [] } })],
    [
      'a day without a temperature',
      () =>
        Response.json({
          ...ANSWER,
          daily: { ...ANSWER.daily, temperature_2m_max: [80, null, 79, 68, 82] },
        }),
    ],
  ])('an answer with %s is ignored', async (_, answer) => {
    const weather = createOpenMeteo({ ...dowagiac, fetch: async () => answer() });
    await expect(weather.forecast(timeZone)).rejects.toBeInstanceOf(FeedUnreachable);
  });

  test("a redirect isn't followed", async () => {
    const world = await openMeteo();
    const elsewhere = Bun.serve({
      port: 0,
      fetch: () => Response.redirect(`${world.origin}/v1`),
    });
    const weather = createOpenMeteo({
      ...dowagiac,
      fetch: (_, init) => fetch(elsewhere.url, init),
    });
    await expect(weather.forecast(timeZone)).rejects.toBeInstanceOf(FeedUnreachable);
    expect(world.requests).toEqual([]);
    await elsewhere.stop(true);
    await world.close();
  });
});

describe('local weather', () => {
  test('the weather is warm in July and cold in January', async () => {
    const high = async (date: string) => {
      const now = Date.parse(`${date}T16:00:00Z`);
      const days = await createLocalWeather({ clock: { now: () => now } }).forecast(timeZone);
      return Math.max(...days.map((day) => day.highTemp));
    };
    expect(await high('2026-07-20')).toBeGreaterThan(75);
    expect(await high('2026-01-15')).toBeLessThan(42);
  });

  test('the wind is strongest in the afternoon and differs by day', async () => {
    const clock = { now: () => NOON };
    const days = await createLocalWeather({ clock }).forecast(timeZone);
    for (const { windMph } of days) {
      expect(Math.max(...windMph.map(Number))).toBe(Number(windMph[15]));
      expect(Number(windMph[3])).toBeLessThan(Number(windMph[15]));
    }
    expect(new Set(days.map(({ windMph }) => windMph[15])).size).toBeGreaterThan(1);
  });

  test("the current temperature is between today's low and high", async () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const clock = { now: () => NOON + hour * 3_600_000 };
      const [today] = await createLocalWeather({ clock }).forecast(timeZone);
      expect(today!.temperature).toBeGreaterThanOrEqual(today!.lowTemp);
      expect(today!.temperature).toBeLessThanOrEqual(today!.highTemp);
    }
  });
});
