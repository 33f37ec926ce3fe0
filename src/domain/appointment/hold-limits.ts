/**
 * Limits the time windows that a person can hold without a card, so one stranger can't block the calendar. A
 * hold is open until its card is saved, it's cancelled, or it expires. Toward the limits on begun holds, it
 * counts from the time of booking, unless its card was saved.
 */
import { inWords, OWN_NETWORK_FACTOR } from '../limits';

/** A hold by a visitor who enters a card, or an offer from the waiting list. */
export const HOLD_KINDS = ['visitor', 'offer'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/** The ways to count holds. A program with an API key is counted only by its key. */
export const HOLDERS = ['account', 'browser', 'phone', 'address', 'key'] as const;
export type Holder = (typeof HOLDERS)[number];

/**
 * The person behind a hold. Missing parts are null, and phones and addresses are stored as
 * fingerprints.
 */
export type HeldBy = Readonly<Record<Holder, string | null>>;

const OPEN: Readonly<Record<Holder, number>> = {
  account: 2,
  browser: 2,
  phone: 2,
  address: 4,
  key: 20,
};
/**
 * Addresses and keys have no limit here, because an address may be a whole marina and a key may
 * serve many people.
 */
const BEGUN: Partial<Record<Holder, number>> = { account: 4, browser: 4, phone: 4 };
const BEGUN_WITHIN_MS = 15 * 60_000;
/** The highest limit that we enforce. Nobody who books by hand reaches it. */
const HIGHEST_LIMIT = 500;

/** Maximum number of holds per person and in total. Null means unlimited. */
export type HoldLimits = {
  open: Readonly<Record<Holder, number | null>>;
  begun: Readonly<Record<Holder, number | null>>;
  /** The limits for all visitors together. */
  all: number | null;
};

/**
 * Returns the hold limits for a booking, or null if there are none.
 *
 * @param factor RATE_LIMIT_FACTOR: multiplies the limits, and 0 turns them off
 * @param share HOLD_SHARE: the share of the open spots that visitors may hold together
 * @param openPlaces spots in the booking window that aren't taken by a booked appointment
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

/** True if any limit remains with this factor. */
export const holdsAreLimited = (factor: number) =>
  factor > 0 && OPEN.account * factor <= HIGHEST_LIMIT;

/** Builds a record with a value for each holder. */
export function byHolder<T>(of: (holder: Holder) => T): Record<Holder, T> {
  return Object.fromEntries(HOLDERS.map((holder) => [holder, of(holder)])) as Record<Holder, T>;
}

/** Returns the start of the period in which begun holds count, at `now` (ms). */
export const begunSince = (now: number) => now - BEGUN_WITHIN_MS;

/** A hold that counts toward the limits. Times are in ms. */
export type CountedHold = {
  by: HeldBy;
  isCancelled: boolean;
  begunAt: number;
  expiresAt: number;
};

/**
 * Returns how long (ms) a person must wait until they may hold another window, or 0 if they may
 * now.
 * @param holds the holds of all people that are open or began recently
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

/**
 * Returns the wait until fewer than `most` holds count. `times` contains how long each hold still
 * counts (ms).
 */
function waitForOne(times: number[], most: number | null): number {
  if (most === null || times.length < most) return 0;
  if (most === 0) return BEGUN_WITHIN_MS;
  return times.toSorted((a, b) => a - b)[times.length - most] ?? 0;
}

/** Returns the error message for a person who reached a hold limit. */
export function tooManyHolds(waitMs: number): string {
  return `Many people are booking right now. Please try again ${inWords(Math.max(waitMs, 60_000))}.`;
}
