import * as z from 'zod/mini';
import { addressKey, knownAddress, placeAt } from '@/domain/places/place';
import type { Position } from '@/domain/route/distance';
import { positionSchema } from '@/domain/route/position.schema';
import type { GeocodePort } from './port';

/** The U.S. Census Bureau's geocoder, which is free and needs no key. It only knows U.S. addresses. */
export const CENSUS_URL =
  'https://geocoding.geo.census.gov/geocoder/locations/onelineaddress?benchmark=Public_AR_Current&format=json&address={address}';

/** The part of `fetch` that the geocoder uses. */
export type GeocodeFetch = (
  url: string,
  init: { signal: AbortSignal; redirect: 'error' },
) => Promise<Response>;

const TIMEOUT_MS = 2_000;
/** The largest answer, in bytes. A usual one has about 1 KB. */
const MAX_ANSWER = 64 * 1024;
/** After a failure, orders don't wait again for this long. */
const PAUSE_MS = 60_000;
/** Maximum number of requests at a time. Beyond that, an address stays unknown until the next order there. */
const MAX_AT_ONCE = 4;
/** Maximum number of addresses to remember, with or without a position, and how long to remember them. */
const MAX_REMEMBERED = 1_000;
const REMEMBERED_MS = 24 * 3_600_000;

const answerSchema = z.object({
  result: z.object({
    addressMatches: z.array(z.object({ coordinates: z.object({ x: z.number(), y: z.number() }) })),
  }),
});

/**
 * Asks a geocoder that answers like the Census Bureau's about addresses that aren't in the list of
 * places.
 *
 * @param options.url the address to ask, with `{address}` in place of the typed text
 * @param options.onFailure called with the error, which never contains the address
 */
export function createCensusGeocoder(options: {
  url?: string;
  clock: { now(): number };
  fetch?: GeocodeFetch;
  onFailure?: (error: unknown) => void;
}): GeocodePort {
  const { url = CENSUS_URL, clock, fetch: ask = fetch, onFailure = () => {} } = options;
  const remembered = new Map<string, { position: Position | null; until: number }>();
  const running = new Map<string, Promise<Position | null>>();
  let pausedUntil = 0;

  async function look(address: string, key: string): Promise<Position | null> {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const place = url.replace('{address}', encodeURIComponent(address));
      const answer = await ask(place, { signal, redirect: 'error' });
      if (!answer.ok) throw new Error(`The geocoder answered ${answer.status}.`);
      const position = readAnswer(await boundedText(answer));
      if (remembered.size >= MAX_REMEMBERED)
        remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(key, { position, until: clock.now() + REMEMBERED_MS });
      return position;
    } catch (error) {
      pausedUntil = clock.now() + PAUSE_MS;
      onFailure(error);
      return null;
    }
  }

  return {
    async locate(address, places) {
      const known = knownAddress(places, address);
      // The Census Bureau doesn't know the owner's places, so a listed place without a position
      // gets none.
      if (known.position || placeAt(places, address)) return known.position;
      const key = addressKey(address);
      // Without a number and a word, it isn't a street address.
      if (!/\p{N}/u.test(key) || !/\p{L}/u.test(key)) return null;
      const last = remembered.get(key);
      if (last && last.until > clock.now()) return last.position;
      const same = running.get(key);
      if (same) return same;
      if (clock.now() < pausedUntil || running.size >= MAX_AT_ONCE) return null;
      const looking = look(address, key).finally(() => running.delete(key));
      running.set(key, looking);
      return looking;
    },
  };
}

/** Reads an answer's text. Throws if it's too long. */
async function boundedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER) throw new Error('The geocoder’s answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the position of the only match, or of the first one. Null without any. */
function readAnswer(text: string): Position | null {
  const [match] = answerSchema.parse(JSON.parse(text)).result.addressMatches;
  if (!match) return null;
  const { x: longitude, y: latitude } = match.coordinates;
  return positionSchema.parse({ latitude, longitude });
}
