/**
 * Limits the cards that a person can try, so that nobody can test stolen card numbers here. Each
 * try asks a bank. Most people enter a card once or twice. A card that was saved for a delivery
 * doesn't count, so all customers of a marina can book from one address.
 */
import { inWords, OWN_NETWORK_FACTOR } from '../limits';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The ways to count tried cards. */
export const CARD_SUBJECTS = ['appointment', 'account', 'phone', 'address', 'all'] as const;
export type CardSubject = (typeof CARD_SUBJECTS)[number];

/** Maximum number of cards and the period they're counted in. Null means no time limit. */
export const CARD_LIMITS: Readonly<Record<CardSubject, { most: number; withinMs: number | null }>> =
  {
    appointment: { most: 8, withinMs: null },
    account: { most: 15, withinMs: DAY },
    phone: { most: 15, withinMs: DAY },
    address: { most: 30, withinMs: HOUR },
    all: { most: 120, withinMs: HOUR },
  };

/** The pauses after the first, second, third, and each further decline within an hour. */
export const PAUSES_MS = [0, 5_000, 30_000, 120_000] as const;
const DECLINES_COUNT_MS = HOUR;
/** How long (ms) the attempts of an account and a phone number count. */
export const OWN_TRIES_COUNT_MS = DAY;
/** How long (ms) all people's attempts count. */
export const ALL_TRIES_COUNT_MS = HOUR;

/**
 * The person behind an attempt. Phones and addresses are fingerprints, and missing parts are null.
 * A card that's added to an account has no appointment.
 */
export type TriedBy = {
  appointment: string | null;
  account: string | null;
  phone: string | null;
  address: string | null;
};

/** An attempt to save a card. Times are in ms. */
export type CardTry = TriedBy & {
  at: number;
  declinedAt: number | null;
  /**
   * The time when the card was saved, if its appointment isn't cancelled. Null for a card that was
   * added to an account, because no delivery shows that it belongs to this person.
   */
  savedAt: number | null;
};

/**
 * The reason why another card can't be tried, and how long to wait (ms). If the wait is null, the
 * person can't try another card at all.
 */
export type CardRefusal = { reason: 'declined' | 'too_many'; waitMs: number | null };

/**
 * Returns why one more card may not be tried, or null if it may.
 *
 * @param tries everyone's attempts within `ALL_TRIES_COUNT_MS`, those of the account and the phone
 * number within `OWN_TRIES_COUNT_MS`, and all of the appointment's
 * @param factor RATE_LIMIT_FACTOR: multiplies the limits, and 0 turns off the limits and the pauses
 */
export function refuseCard(
  tries: readonly CardTry[],
  by: TriedBy,
  { now, factor, isOwnNetwork }: { now: number; factor: number; isOwnNetwork: boolean },
): CardRefusal | null {
  if (factor === 0) return null;
  const waits: (number | null)[] = CARD_SUBJECTS.map((subject) => {
    const { most, withinMs } = CARD_LIMITS[subject];
    const times = factor * (subject === 'address' && isOwnNetwork ? OWN_NETWORK_FACTOR : 1);
    const counted = tries.filter(
      (attempt) =>
        isOf(attempt, by, subject) &&
        isWithin(attempt.at, withinMs, now) &&
        isGuess(attempt, subject),
    );
    const oldest = counted.map(({ at }) => at).toSorted((a, b) => a - b)[
      counted.length - most * times
    ];
    if (oldest === undefined) return 0;
    return withinMs === null ? null : oldest + withinMs - now;
  });
  if (waits.includes(null)) return { reason: 'too_many', waitMs: null };
  const limit = Math.max(...waits.map((wait) => wait ?? 0));
  const pause = pauseAfterDeclines(tries, by, now);
  if (limit > 0 && limit >= pause) return { reason: 'too_many', waitMs: limit };
  return pause > 0 ? { reason: 'declined', waitMs: pause } : null;
}

/** Returns the remaining pause (ms) after this person's declines. */
function pauseAfterDeclines(tries: readonly CardTry[], by: TriedBy, now: number): number {
  const theirs = (['appointment', 'account', 'phone'] as const).filter(
    (subject) => by[subject] !== null,
  );
  const declines = tries
    .filter((attempt) => theirs.some((subject) => isOf(attempt, by, subject)))
    .flatMap(({ declinedAt }) => declinedAt ?? [])
    .filter((at) => isWithin(at, DECLINES_COUNT_MS, now));
  const pause = PAUSES_MS[Math.min(declines.length, PAUSES_MS.length) - 1] ?? 0;
  return Math.max(0, Math.max(...declines) + pause - now);
}

function isOf(attempt: CardTry, by: TriedBy, subject: CardSubject): boolean {
  return subject === 'all' || (by[subject] !== null && attempt[subject] === by[subject]);
}

/**
 * Every card counts toward an appointment's limit. Toward the other limits, saved cards don't
 * count.
 */
const isGuess = ({ savedAt, declinedAt }: CardTry, subject: CardSubject) =>
  subject === 'appointment' || savedAt === null || declinedAt !== null;

const isWithin = (at: number, withinMs: number | null, now: number) =>
  withinMs === null || at > now - withinMs;

/** Returns the error message for the person. */
export function cardRefusalText({ reason, waitMs }: CardRefusal): string {
  if (waitMs === null) return 'Too many cards were tried for this delivery. Please call us.';
  const why = reason === 'declined' ? 'Several cards were declined.' : 'Too many cards were tried.';
  return `${why} Please try again ${inWords(waitMs)}.`;
}
