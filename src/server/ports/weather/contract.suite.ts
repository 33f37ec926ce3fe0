import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { datesFrom } from '@/domain/dates';
import { WEATHER_CONDITIONS } from '@/domain/weather';
import { FeedUnreachable } from '../feeds/feed';
import type { WeatherPort } from './port';

export type WeatherWorld = {
  weather: WeatherPort;
  today: string;
  /** Makes the feed unreachable. */
  breakDown(): void;
  close?(): Promise<void>;
};

/** Every adapter of the weather port passes these tests. */
export function weatherContract(name: string, start: () => Promise<WeatherWorld>): void {
  describe(`weather port: ${name}`, () => {
    let world: WeatherWorld;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.close?.());

    test('returns 5 consecutive days from today, with consistent temperatures in whole °F', async () => {
      const days = await world.weather.forecast('America/New_York');
      expect(days.map((day) => day.date)).toEqual(datesFrom(world.today, 5));
      for (const day of days) {
        expect(WEATHER_CONDITIONS).toContain(day.condition);
        for (const degrees of [day.temperature, day.highTemp, day.lowTemp]) {
          expect(Number.isInteger(degrees)).toBe(true);
          expect(degrees).toBeGreaterThan(-60);
          expect(degrees).toBeLessThan(130);
        }
        expect(day.highTemp).toBeGreaterThanOrEqual(day.lowTemp);
      }
    });

    test('returns the wind for each hour of a day in whole mph', async () => {
      for (const { windMph } of await world.weather.forecast('America/New_York')) {
        expect(windMph).toHaveLength(24);
        expect(windMph.every((mph) => Number.isInteger(mph) && Number(mph) >= 0)).toBe(true);
        expect(Math.max(...windMph.map(Number))).toBeLessThan(150);
      }
    });

    test('returns the same weather for the same moment', async () => {
      expect(await world.weather.forecast('America/New_York')).toEqual(
        await world.weather.forecast('America/New_York'),
      );
    });

    test('throws FeedUnreachable while the feed is unreachable', async () => {
      world.breakDown();
      await expect(world.weather.forecast('America/New_York')).rejects.toBeInstanceOf(
        FeedUnreachable,
      );
    });
  });
}
