import { describe, expect, test } from 'bun:test';
import { FeedUnreachable } from '../feeds/feed';
import { fuelPriceContract } from './contract.suite';
import { createEiaPrices } from './eia';
import { createStandardPrices } from './local';

const KEY = 'a-key-of-ours';
const row = (period: string, product: string, value: string | number | null) => ({
  period,
  duoarea: 'R20',
  'area-name': 'PADD 2',
  product,
  process: 'PTE',
  value,
  units: '$/GAL',
});
/** An answer from EIA's API v2. The newest week comes first, and one product is late. */
const ROWS = [
  row('2026-06-08', 'EPMP', '4.0149'),
  row('2026-06-08', 'EPMR', null),
  row('2026-06-01', 'EPMR', '3.125'),
  row('2026-06-01', 'EPMP', '3.998'),
];
const answer = (data: unknown[]) => Response.json({ response: { total: 4, data } });

/** Runs EIA as a local server, so that the test sends a real request. */
async function eia() {
  let broken = false;
  const requests: URL[] = [];
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      requests.push(new URL(request.url));
      return broken ? new Response('no', { status: 500 }) : answer(ROWS);
    },
  });
  return {
    prices: createEiaPrices({
      apiKey: KEY,
      fetch: (url, init) => fetch(url.replace(/^https:\/\/[^/]+/, server.url.origin), init),
    }),
    requests,
    breakDown: () => {
      broken = true;
    },
    close: () => server.stop(true),
  };
}

fuelPriceContract('EIA', eia);
fuelPriceContract('standard prices', async () => {
  let broken = false;
  return {
    prices: createStandardPrices({ fails: () => broken }),
    breakDown: () => {
      broken = true;
    },
  };
});

describe('EIA', () => {
  test('EIA is asked for the Midwest, and each product has its newest price, rounded half up', async () => {
    const world = await eia();
    expect(await world.prices.latest()).toEqual({ regularCents: 313, premiumCents: 401 });
    const { searchParams } = world.requests[0]!;
    expect(searchParams.get('facets[duoarea][]')).toBe('R20');
    expect(searchParams.getAll('facets[product][]')).toEqual(['EPMR', 'EPMP']);
    expect(searchParams.get('api_key')).toBe(KEY);
    await world.close();
  });

  test.each([
    ['nothing', []],
    ['one product only', ROWS.filter((one) => one.product === 'EPMR')],
    ['words for a price', [row('2026-06-08', 'EPMR', 'n/a'), row('2026-06-08', 'EPMP', '4')]],
    ['a price out of range', [row('2026-06-08', 'EPMR', '0.03'), row('2026-06-08', 'EPMP', '4')]],
    ['a slipped point', [row('2026-06-08', 'EPMR', '312.5'), row('2026-06-08', 'EPMP', '4')]],
  ])('an answer with %s is ignored', async (_, data) => {
    const prices = createEiaPrices({ apiKey: KEY, fetch: async () => answer(data) });
    await expect(prices.latest()).rejects.toBeInstanceOf(FeedUnreachable);
  });

  test("the key isn't in any error", async () => {
    const prices = createEiaPrices({
      apiKey: KEY,
      fetch: async (url) => {
        throw new Error(`could not reach ${url}`);
      },
    });
    const error = await prices.latest().catch((one: unknown) => one);
    expect(String(error)).toContain('api.eia.gov');
    expect(String(error)).not.toContain(KEY);
  });
});
