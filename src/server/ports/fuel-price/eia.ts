import * as z from 'zod/mini';
import { type Cents, cents } from '@/domain/money';
import { type FeedFetch, readFeed } from '../feeds/feed';
import type { FuelPricePort } from './port';

/** The Midwest, which includes Michigan. Gasoline isn't surveyed for Michigan alone. */
const REGION = 'R20';
/** Regular and premium gasoline, all formulations. */
const REGULAR = 'EPMR';
const PREMIUM = 'EPMP';
/** A price outside these bounds, in cents, is a mistake in the feed. */
const PLAUSIBLE = { min: 50, max: 2000 };

const answerSchema = z.object({
  response: z.object({
    data: z.array(
      z.object({
        period: z.string(),
        product: z.string(),
        value: z.nullable(z.union([z.string(), z.number()])),
      }),
    ),
  }),
});

/** Gets weekly retail prices from the U.S. Energy Information Administration. The key is free. */
export function createEiaPrices(options: { apiKey: string; fetch?: FeedFetch }): FuelPricePort {
  const url = new URL('https://api.eia.gov/v2/petroleum/pri/gnd/data/');
  url.search = new URLSearchParams([
    ['api_key', options.apiKey],
    ['frequency', 'weekly'],
    ['data[0]', 'value'],
    ['facets[duoarea][]', REGION],
    ['facets[product][]', REGULAR],
    ['facets[product][]', PREMIUM],
    ['sort[0][column]', 'period'],
    ['sort[0][direction]', 'desc'],
    ['length', '8'],
  ]).toString();
  return {
    station: 'Midwest average, EIA',
    isLive: true,
    latest: () =>
      readFeed(
        url,
        (json) => {
          const { data } = answerSchema.parse(json).response;
          const newest = (product: string) => {
            const rows = data.filter((row) => row.product === product && row.value !== null);
            const [row] = rows.sort((a, b) => (a.period < b.period ? 1 : -1));
            return centsOf(String(row?.value ?? ''));
          };
          return { regularCents: newest(REGULAR), premiumCents: newest(PREMIUM) };
        },
        options.fetch,
      ),
  };
}

/**
 * Converts "3.125" dollars to 313 cents, rounded half up, digit by digit to avoid floating-point
 * errors.
 */
function centsOf(dollars: string): Cents {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d+))?$/.exec(dollars) ?? [];
  if (whole === undefined) throw new Error('a price is missing');
  const mills = Number(whole) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  const price = Math.floor((mills + 5) / 10);
  if (price < PLAUSIBLE.min || price > PLAUSIBLE.max) throw new Error("a price isn't plausible");
  return cents(price);
}
