/**
 * How often something may be tried. An allowance is a bucket of `burst` tries that fills again at
 * `perHour`; what is stored of it is one instant, at which the bucket would be full again.
 */
export type Allowance = { burst: number; perHour: number };

/**
 * Whom an allowance is counted for: the account that is named or signed in, the network address, an
 * account from one address (`pair`), or everybody together.
 */
export type CountedFor = 'pair' | 'account' | 'address' | 'everybody';

export type LimitRule = {
  /** Whether a try that worked is given back: somebody who knows the password is never in the way. */
  counts: 'failures' | 'tries';
  allowances: Partial<Record<CountedFor, Allowance>>;
  /**
   * A server takes this part of an allowance at a time and hands it out from memory, so that a crowd
   * of bookings is not twice as many writes. What it has left over after a minute is lost.
   */
  handedOutIn?: number;
  /** The address counts only for those who are not signed in: many customers may share one. */
  addressOfStrangers?: true;
  /** Said before "Please try again in …". */
  sentence: string;
};

const SIGN_IN = 'Too many attempts to sign in.';

/**
 * Far above what people do, far below what a machine needs. Guesses at a password are counted for an
 * account from one address first, so that a stranger elsewhere cannot lock somebody out.
 */
export const LIMITS = {
  signIn: {
    counts: 'failures',
    allowances: {
      pair: { burst: 10, perHour: 40 },
      account: { burst: 100, perHour: 20 },
      address: { burst: 60, perHour: 240 },
    },
    sentence: SIGN_IN,
  },
  emergency: {
    counts: 'failures',
    allowances: { address: { burst: 5, perHour: 20 }, everybody: { burst: 50, perHour: 20 } },
    sentence: SIGN_IN,
  },
  passwordCheck: {
    counts: 'failures',
    allowances: { account: { burst: 10, perHour: 40 } },
    sentence: 'Too many wrong passwords.',
  },
  resetRequest: {
    counts: 'tries',
    allowances: { account: { burst: 5, perHour: 5 }, address: { burst: 20, perHour: 20 } },
    sentence: 'Too many reset links were asked for.',
  },
  reset: {
    counts: 'failures',
    allowances: { address: { burst: 20, perHour: 60 } },
    sentence: 'Too many attempts to reset a password.',
  },
  registration: {
    counts: 'tries',
    allowances: { address: { burst: 20, perHour: 20 } },
    sentence: 'Too many accounts were made from here.',
  },
  promo: {
    counts: 'tries',
    allowances: { account: { burst: 20, perHour: 60 }, address: { burst: 30, perHour: 120 } },
    sentence: 'Too many promo codes were tried.',
  },
  booking: {
    counts: 'tries',
    addressOfStrangers: true,
    handedOutIn: 12,
    allowances: { account: { burst: 200, perHour: 200 }, address: { burst: 60, perHour: 60 } },
    sentence: 'Too many bookings were made from here.',
  },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;

/** An address of our own network stands for many people: a proxy that nobody told us of, or a test. */
export const OWN_NETWORK_FACTOR = 20;

/** A multiple of an allowance. */
export function times(allowance: Allowance, factor: number): Allowance {
  return { burst: allowance.burst * factor, perHour: allowance.perHour * factor };
}

/** How long one try takes to come back, in ms. */
export function costMs({ perHour }: Allowance): number {
  return Math.ceil(3_600_000 / perHour);
}

/** How far ahead of now `usedUntil` may lie: all tries taken. */
export function reachMs(allowance: Allowance): number {
  return allowance.burst * costMs(allowance);
}

/** How long until one more try is allowed, in ms; 0 when it is allowed now. */
export function waitMs(allowance: Allowance, usedUntil: number | null, now: number): number {
  const after = Math.max(usedUntil ?? now, now) + costMs(allowance);
  return Math.max(0, after - now - reachMs(allowance));
}

/** "in 40 seconds", "in 3 minutes": rounded up, for people. */
export function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}
