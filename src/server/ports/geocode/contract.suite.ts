import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Place } from '@/domain/places/place';
import type { GeocodePort } from './port';

export type GeocodeWorld = {
  geocode: GeocodePort;
  /** Makes the service unreachable. */
  breakDown(): void;
  close?(): Promise<void>;
};

const PIER: Place = {
  ...{ name: 'Maple Pier', address: '12 Pier Rd, Dowagiac, MI 49047' },
  ...{ latitude: 41.9934, longitude: -86.1256, note: null, aliases: null },
};
const HERE = { latitude: 41.9934, longitude: -86.1256 };

/** Every adapter of the geocode port passes these tests. */
export function geocodeContract(name: string, start: () => Promise<GeocodeWorld>): void {
  describe(`geocode port: ${name}`, () => {
    let world: GeocodeWorld;
    beforeAll(async () => {
      world = await start();
    });
    afterAll(() => world.close?.());

    test('a listed place has its own position, with or without a slip', async () => {
      const { geocode } = world;
      expect(await geocode.locate('maple pier', [PIER])).toEqual(HERE);
      expect(await geocode.locate(`Maple Pier, ${PIER.address}, Slip 4`, [PIER])).toEqual(HERE);
    });

    test('a pin in the address takes priority', async () => {
      const pinned = 'Maple Pier (42.01234, -86.12345)';
      expect(await world.geocode.locate(pinned, [PIER])).toEqual({
        latitude: 42.01234,
        longitude: -86.12345,
      });
    });

    test('a listed place without a position stays unknown', async () => {
      const unknown = { ...PIER, latitude: null, longitude: null };
      expect(await world.geocode.locate('Maple Pier', [unknown])).toBeNull();
    });

    test('an address that nobody knows has no position', async () => {
      expect(await world.geocode.locate('the blue house', [])).toBeNull();
      expect(await world.geocode.locate('1 Nowhere St, Atlantis', [PIER])).toBeNull();
      expect(await world.geocode.locate('', [PIER])).toBeNull();
    });

    test('an order goes on while the service is unreachable', async () => {
      world.breakDown();
      expect(await world.geocode.locate('99 Other St, Dowagiac, MI', [])).toBeNull();
      expect(await world.geocode.locate('Maple Pier', [PIER])).toEqual(HERE);
    });
  });
}
