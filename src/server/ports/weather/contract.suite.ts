import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { datesFrom } from '@/domain/dates';
import { WEATHER_CONDITIONS } from '@/domain/weather';
import { FeedUnreachable } from '../feeds/feed';
import type { WeatherPort } from './port';

export type WeatherWorld = {
  weather: WeatherPort;
  today: string;
  /** From now on the feed is out of reach. */
  breakDown(): void;
  close?(): Promise<void>;
};

/** Every adapter of the weather port passes this suite. */
export function weatherContract(name: string, start: () => Promise<WeatherWorld>): void {
  describe(`weather port: ${name}`, () => {
    let world: WeatherWorld;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.close?.());

    test('gives five days in a row from today, in whole °F that fit each other', async () => {
      const days = await world.weather.forecast();
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

    test('gives the wind of each hour of a day in whole miles an hour', async () => {
      for (const { windMph } of await world.weather.forecast()) {
        expect(windMph).toHaveLength(24);
        expect(windMph.every((mph) => Number.isInteger(mph) && Number(mph) >= 0)).toBe(true);
        expect(Math.max(...windMph.map(Number))).toBeLessThan(150);
      }
    });

    test('gives the same weather for the same moment', async () => {
      expect(await world.weather.forecast()).toEqual(await world.weather.forecast());
    });

    test('throws FeedUnreachable while the feed is out of reach', async () => {
      world.breakDown();
      await expect(world.weather.forecast()).rejects.toBeInstanceOf(FeedUnreachable);
    });
  });
}
