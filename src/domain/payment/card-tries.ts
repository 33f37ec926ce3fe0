/**
 * How many cards may be tried, so that stolen numbers cannot be tested here: every saving of a card
 * asks a bank. Ordinary people type a card once or twice. A card that was saved for a delivery is no
 * guess, so a marina full of customers behind one address can book.
 */
import { inWords, OWN_NETWORK_FACTOR } from '../limits';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** By whom tried cards are counted. */
export const CARD_SUBJECTS = ['appointment', 'account', 'phone', 'address', 'all'] as const;
export type CardSubject = (typeof CARD_SUBJECTS)[number];

/** The most cards, and within which time; null is for ever. */
export const CARD_LIMITS: Readonly<Record<CardSubject, { most: number; withinMs: number | null }>> =
  {
    appointment: { most: 8, withinMs: null },
    account: { most: 15, withinMs: DAY },
    phone: { most: 15, withinMs: DAY },
    address: { most: 30, withinMs: HOUR },
    all: { most: 120, withinMs: HOUR },
  };

/** The pause after the first, second, third and every later decline within the hour. */
export const PAUSES_MS = [0, 5_000, 30_000, 120_000] as const;
const DECLINES_COUNT_MS = HOUR;
/** The age (ms) up to which the tries of an account and of a phone number count. */
export const OWN_TRIES_COUNT_MS = DAY;
/** The age (ms) up to which those of all people count. */
export const ALL_TRIES_COUNT_MS = HOUR;

/** Whose try it is; phones and addresses as signatures, null where there is none. */
export type TriedBy = {
  appointment: string;
  account: string | null;
  phone: string | null;
  address: string | null;
};

/** A card that was tried (ms). */
export type CardTry = TriedBy & {
  at: number;
  declinedAt: number | null;
  /** When it was saved, if its appointment still stands. */
  savedAt: number | null;
};

/** Why no other card may be tried now, and for how long (ms); null is for ever. */
export type CardRefusal = { reason: 'declined' | 'too_many'; waitMs: number | null };

/**
 * Whether one more card may be tried; null when it may.
 *
 * @param tries all tries of the last `ALL_TRIES_COUNT_MS`, those of the account and of the phone number of
 * the last `OWN_TRIES_COUNT_MS`, and those of the appointment
 * @param factor RATE_LIMIT_FACTOR: multiplies the limits; 0 lifts them and the pauses
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
      (one) => isOf(one, by, subject) && isWithin(one.at, withinMs, now) && isGuess(one, subject),
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

/** What is left of the pause after the declines of this person (ms). */
function pauseAfterDeclines(tries: readonly CardTry[], by: TriedBy, now: number): number {
  const theirs = (['appointment', 'account', 'phone'] as const).filter(
    (subject) => by[subject] !== null,
  );
  const declines = tries
    .filter((one) => theirs.some((subject) => isOf(one, by, subject)))
    .flatMap(({ declinedAt }) => declinedAt ?? [])
    .filter((at) => isWithin(at, DECLINES_COUNT_MS, now));
  const pause = PAUSES_MS[Math.min(declines.length, PAUSES_MS.length) - 1] ?? 0;
  return Math.max(0, Math.max(...declines) + pause - now);
}

function isOf(one: CardTry, by: TriedBy, subject: CardSubject): boolean {
  return subject === 'all' || (by[subject] !== null && one[subject] === by[subject]);
}

/** An appointment takes so many cards in all; elsewhere a saved card does not count. */
const isGuess = ({ savedAt, declinedAt }: CardTry, subject: CardSubject) =>
  subject === 'appointment' || savedAt === null || declinedAt !== null;

const isWithin = (at: number, withinMs: number | null, now: number) =>
  withinMs === null || at > now - withinMs;

/** What the person reads. */
export function cardRefusalText({ reason, waitMs }: CardRefusal): string {
  if (waitMs === null) return 'Too many cards were tried for this delivery. Please contact us.';
  const why = reason === 'declined' ? 'Several cards were declined.' : 'Too many cards were tried.';
  return `${why} Please try again ${inWords(waitMs)}.`;
}
