import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { FeedUnreachable } from '../feeds/feed';
import type { FuelPricePort } from './port';

export type FuelPriceWorld = {
  prices: FuelPricePort;
  /** Makes the feed unreachable. */
  breakDown(): void;
  close?(): Promise<void>;
};

/** Every adapter of the fuel price port passes these tests. */
export function fuelPriceContract(name: string, start: () => Promise<FuelPriceWorld>): void {
  describe(`fuel price port: ${name}`, () => {
    let world: FuelPriceWorld;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.close?.());

    test('returns both prices in whole, plausible cents', async () => {
      const prices = await world.prices.latest();
      expect(Object.keys(prices).sort()).toEqual(['premiumCents', 'regularCents']);
      for (const cents of Object.values(prices)) {
        expect(Number.isInteger(cents)).toBe(true);
        expect(cents).toBeGreaterThanOrEqual(50);
        expect(cents).toBeLessThanOrEqual(2000);
      }
      expect(world.prices.station.length).toBeGreaterThan(3);
    });

    test('throws FeedUnreachable while the feed is unreachable', async () => {
      world.breakDown();
      await expect(world.prices.latest()).rejects.toBeInstanceOf(FeedUnreachable);
    });
  });
}
