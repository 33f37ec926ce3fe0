/**
 * How many time slots a person may hold without a card, so that one stranger cannot close the calendar
 *. A hold is open until its card is saved, it is cancelled or it expires; it counts as begun from its
 * booking on, unless its card was saved.
 */
import { inWords, OWN_NETWORK_FACTOR } from '../limits';

/** By whom holds are counted. A program with an API key is counted by its key alone. */
export const HOLDERS = ['account', 'browser', 'phone', 'address', 'key'] as const;
export type Holder = (typeof HOLDERS)[number];

/** Who holds; null where there is none. Phones and addresses are signatures, not themselves. */
export type HeldBy = Readonly<Record<Holder, string | null>>;

const OPEN: Readonly<Record<Holder, number>> = {
  account: 2,
  browser: 2,
  phone: 2,
  address: 4,
  key: 20,
};
/** An address stands for a whole marina, and a key for many people. */
const BEGUN: Partial<Record<Holder, number>> = { account: 4, browser: 4, phone: 4 };
const BEGUN_WITHIN_MS = 15 * 60_000;
/** No person who books by hand reaches a higher limit, so that such holds need not be counted. */
const HIGHEST_LIMIT = 500;

/** The most holds of a person and of all together; null where nothing limits them. */
export type HoldLimits = {
  open: Readonly<Record<Holder, number | null>>;
  begun: Readonly<Record<Holder, number | null>>;
  /** Of all visitors together. */
  all: number | null;
};

/**
 * The limits of a booking; null when nothing limits it.
 *
 * @param factor RATE_LIMIT_FACTOR: multiplies the limits, 0 lifts them
 * @param share HOLD_SHARE: the part of the open places that visitors may hold together
 * @param openPlaces places of the booking window that no kept appointment takes
 */
export function holdLimits(
  factor: number,
  share: number,
  { openPlaces, isOwnNetwork }: { openPlaces: number; isOwnNetwork: boolean },
): HoldLimits | null {
  if (!holdsAreLimited(factor)) return null;
  const times = (limits: Partial<Record<Holder, number>>) => (holder: Holder) => {
    const limit = limits[holder];
    if (limit === undefined) return null;
    const most = limit * factor * (holder === 'address' && isOwnNetwork ? OWN_NETWORK_FACTOR : 1);
    return most > HIGHEST_LIMIT ? null : most;
  };
  return {
    open: byHolder(times(OPEN)),
    begun: byHolder(times(BEGUN)),
    all: share * factor >= 1 ? null : Math.ceil(share * factor * openPlaces),
  };
}

/** Whether a factor leaves any limit at all. */
export const holdsAreLimited = (factor: number) =>
  factor > 0 && OPEN.account * factor <= HIGHEST_LIMIT;

/** A record with a value for each holder. */
export function byHolder<T>(of: (holder: Holder) => T): Record<Holder, T> {
  return Object.fromEntries(HOLDERS.map((holder) => [holder, of(holder)])) as Record<Holder, T>;
}

/** From when on holds were begun that still count, at `now` (ms). */
export const begunSince = (now: number) => now - BEGUN_WITHIN_MS;

/** A hold that limits count (ms). */
export type CountedHold = {
  by: HeldBy;
  isCancelled: boolean;
  begunAt: number;
  expiresAt: number;
};

/**
 * The wait (ms) until one more hold is allowed; 0 when it is now.
 *
 * @param holds every hold that is open or was begun of late, of all people
 */
export function waitForHold(
  holds: readonly CountedHold[],
  by: HeldBy,
  limits: HoldLimits,
  now: number,
): number {
  const open = holds.filter(({ isCancelled, expiresAt }) => !isCancelled && expiresAt > now);
  const begun = holds.filter(({ begunAt }) => begunAt > begunSince(now));
  const expiryOf = ({ expiresAt }: CountedHold) => expiresAt - now;
  const ageLeftOf = ({ begunAt }: CountedHold) => begunAt - begunSince(now);
  const waits = HOLDERS.flatMap((holder) => {
    const isTheirs = (hold: CountedHold) => by[holder] !== null && hold.by[holder] === by[holder];
    return [
      waitForOne(open.filter(isTheirs).map(expiryOf), limits.open[holder]),
      waitForOne(begun.filter(isTheirs).map(ageLeftOf), limits.begun[holder]),
    ];
  });
  return Math.max(waitForOne(open.map(expiryOf), limits.all), ...waits);
}

/** The wait until fewer than `most` of those count, each of which counts for a time (ms). */
function waitForOne(times: number[], most: number | null): number {
  if (most === null || times.length < most) return 0;
  if (most === 0) return BEGUN_WITHIN_MS;
  return times.toSorted((a, b) => a - b)[times.length - most] ?? 0;
}

/** What a person reads who may hold no more for now. */
export function tooManyHolds(waitMs: number): string {
  return `Many people are booking right now. Please try again ${inWords(Math.max(waitMs, 60_000))}.`;
}
