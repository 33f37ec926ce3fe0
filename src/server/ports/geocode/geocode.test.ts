import { describe, expect, test } from 'bun:test';
import { CENSUS_URL, createCensusGeocoder, type GeocodeFetch } from './census';
import { geocodeContract } from './contract.suite';
import { createLocalGeocoder } from './local';

/** The Census Bureau's answer, reduced to what we read. */
const answerOf = (matches: { x: number; y: number }[]) => ({
  result: {
    input: { address: { address: 'as typed' }, benchmark: { id: '4' } },
    addressMatches: matches.map((coordinates) => ({
      coordinates,
      matchedAddress: '52210 EAGLE POINT DR, DOWAGIAC, MI, 49047',
      tigerLine: { side: 'L', tigerLineId: '1' },
    })),
  },
});
const FOUND = { x: -86.1256, y: 41.9934 };

function censusWorld() {
  let broken = false;
  const asked: string[] = [];
  let now = 0;
  const clock = { now: () => now };
  const failures: unknown[] = [];
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const address = new URL(request.url).searchParams.get('address') ?? '';
      asked.push(address);
      if (broken) return new Response('busy', { status: 503 });
      return Response.json(answerOf(address.includes('Eagle') ? [FOUND] : []));
    },
  });
  const send: GeocodeFetch = (url, init) =>
    fetch(url.replace(/^https:\/\/[^/]+/, server.url.origin), init);
  return {
    geocode: createCensusGeocoder({
      clock,
      fetch: send,
      onFailure: (error) => failures.push(error),
    }),
    asked,
    failures,
    breakDown: (isBroken = true) => {
      broken = isBroken;
    },
    later: (ms: number) => {
      now += ms;
    },
    close: () => server.stop(true),
  };
}

geocodeContract('Census', async () => censusWorld());
geocodeContract('local', async () => ({ geocode: createLocalGeocoder(), breakDown: () => {} }));

const EAGLE = '52210 Eagle Point Dr, Dowagiac, MI 49047';
const HERE = { latitude: 41.9934, longitude: -86.1256 };

describe('Census geocoder', () => {
  test('a typed address is asked once a day, however it’s spelled', async () => {
    const world = censusWorld();
    expect(await world.geocode.locate(EAGLE, [])).toEqual(HERE);
    expect(await world.geocode.locate(EAGLE.toUpperCase(), [])).toEqual(HERE);
    expect(await world.geocode.locate('1 Nowhere St', [])).toBeNull();
    expect(await world.geocode.locate('1 nowhere st.', [])).toBeNull();
    expect(world.asked).toEqual([EAGLE, '1 Nowhere St']);
    world.later(25 * 3_600_000);
    await world.geocode.locate(EAGLE, []);
    expect(world.asked).toHaveLength(3);
    await world.close();
  });

  test('only something like a street address is sent', async () => {
    const world = censusWorld();
    for (const text of ['Eagle Point', '49047', 'the blue house', '(41.98123, -86.10987)', '']) {
      await world.geocode.locate(text, []);
    }
    expect(world.asked).toEqual([]);
    await world.close();
  });

  test('after a failure, orders don’t wait for a minute, and then ask again', async () => {
    const world = censusWorld();
    world.breakDown();
    expect(await world.geocode.locate(EAGLE, [])).toBeNull();
    expect(await world.geocode.locate('2 Eagle St', [])).toBeNull();
    expect(world.asked).toHaveLength(1);
    expect(world.failures).toHaveLength(1);
    world.breakDown(false);
    world.later(60_001);
    expect(await world.geocode.locate(EAGLE, [])).toEqual(HERE);
    await world.close();
  });

  test('the same address is asked once at a time, and at most 4 addresses at all', async () => {
    const waiting: (() => void)[] = [];
    const geocode = createCensusGeocoder({
      clock: { now: () => 0 },
      fetch: async () => {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
        return Response.json(answerOf([FOUND]));
      },
    });
    const all = [1, 1, 2, 3, 4, 5, 6].map((number) => geocode.locate(`${number} Eagle St`, []));
    expect(waiting).toHaveLength(4);
    for (const answer of waiting) answer();
    expect(await Promise.all(all)).toEqual([HERE, HERE, HERE, HERE, HERE, null, null]);
  });

  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(32 * 1024));
        },
      }),
    );
  test.each([
    ['no JSON', () => new Response('<html>')],
    ['another form', () => Response.json({ matches: [] })],
    ['a position off the map', () => Response.json(answerOf([{ x: 200, y: 95 }]))],
    ['an endless body', endless],
    [
      'an error that quotes the address',
      () => {
        throw new Error(EAGLE);
      },
    ],
  ])('an answer with %s is ignored', async (_, answer) => {
    const geocode = createCensusGeocoder({ clock: { now: () => 0 }, fetch: async () => answer() });
    expect(await geocode.locate(EAGLE, [])).toBeNull();
  });

  test('a slow answer is given up after 2 seconds', async () => {
    const geocode = createCensusGeocoder({
      clock: { now: () => 0 },
      fetch: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const before = performance.now();
    expect(await geocode.locate(EAGLE, [])).toBeNull();
    expect(performance.now() - before).toBeGreaterThan(1_500);
  });

  test('another geocoder gets the address in its own form, and may not redirect us', async () => {
    const urls: string[] = [];
    const geocode = createCensusGeocoder({
      url: 'https://geocoder.example/find?q={address}&key=1',
      clock: { now: () => 0 },
      fetch: async (url, { redirect }) => {
        urls.push(`${url} ${redirect}`);
        return Response.json(answerOf([FOUND]));
      },
    });
    expect(await geocode.locate('2 Eagle St & Co', [])).toEqual(HERE);
    expect(urls).toEqual(['https://geocoder.example/find?q=2%20Eagle%20St%20%26%20Co&key=1 error']);
    expect(new URL(CENSUS_URL).host).toBe('geocoding.geo.census.gov');
  });
});
