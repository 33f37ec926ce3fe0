/**
 * How often people may attempt something. An allowance is a token bucket of `burst` attempts that
 * refills at `perHour`. It is stored as one instant: the one at which the bucket will be full again.
 */
export type Allowance = { burst: number; perHour: number };

/**
 * The subject of an allowance: the account that is named or signed in, the IP address, an account from one
 * address (`pair`), all callers together, or a device on which the account has signed in before. Only a
 * known device counts where there is one, so that strangers lock no person out.
 */
export type CountedFor = 'pair' | 'account' | 'address' | 'everyone' | 'device';

export type LimitRule = {
  /** With `failures`, an attempt that worked is given back: a person with the password is never refused. */
  counts: 'failures' | 'attempts';
  allowances: Partial<Record<CountedFor, Allowance>>;
  /** The address counts only for callers who are not signed in: many customers may share one. */
  onlyStrangersByAddress?: true;
  /** The error message before "Please try again in …". */
  message: string;
};

const SIGN_IN = 'Too many attempts to sign in.';

/**
 * Far more than people need, far less than a machine needs. Guesses at a password count first for the
 * account from one address, so that a stranger elsewhere cannot lock the owner out.
 */
export const LIMITS = {
  signIn: {
    counts: 'failures',
    allowances: {
      device: { burst: 10, perHour: 40 },
      pair: { burst: 10, perHour: 40 },
      account: { burst: 100, perHour: 20 },
      address: { burst: 60, perHour: 240 },
    },
    message: SIGN_IN,
  },
  emergency: {
    counts: 'failures',
    allowances: {
      device: { burst: 5, perHour: 20 },
      address: { burst: 5, perHour: 20 },
      everyone: { burst: 50, perHour: 20 },
    },
    message: SIGN_IN,
  },
  passwordCheck: {
    counts: 'failures',
    allowances: { account: { burst: 10, perHour: 40 } },
    message: 'Too many wrong passwords.',
  },
  /** Only who has the password comes so far, so it counts for the account alone. */
  secondFactor: {
    counts: 'failures',
    allowances: { account: { burst: 10, perHour: 10 } },
    message: 'Too many wrong codes.',
  },
  resetRequest: {
    counts: 'attempts',
    allowances: {
      device: { burst: 5, perHour: 5 },
      pair: { burst: 5, perHour: 5 },
      account: { burst: 20, perHour: 20 },
      address: { burst: 20, perHour: 20 },
    },
    message: 'Too many requests for a reset link.',
  },
  emailProof: {
    counts: 'attempts',
    allowances: { account: { burst: 5, perHour: 5 }, address: { burst: 20, perHour: 20 } },
    message: 'Too many links were sent.',
  },
  reset: {
    counts: 'failures',
    allowances: { address: { burst: 20, perHour: 60 } },
    message: 'Too many attempts to reset a password.',
  },
  /** A token has 131 random bits; what is counted are programs that try. */
  link: {
    counts: 'failures',
    allowances: { address: { burst: 30, perHour: 60 } },
    message: 'Too many links were tried.',
  },
  /** The account is the appointment: enough for a mistyped address, too few to bother people with. */
  linkMail: {
    counts: 'attempts',
    allowances: { account: { burst: 5, perHour: 5 }, address: { burst: 20, perHour: 20 } },
    message: 'Too many links were sent.',
  },
  registration: {
    counts: 'attempts',
    allowances: { address: { burst: 20, perHour: 20 } },
    message: 'Too many accounts were made from here.',
  },
  promo: {
    counts: 'attempts',
    allowances: { account: { burst: 20, perHour: 60 }, address: { burst: 30, perHour: 120 } },
    message: 'Too many promo codes were tried.',
  },
  /** A promo code books without a card, so that holds do not limit it. */
  testBooking: {
    counts: 'attempts',
    allowances: {
      account: { burst: 6, perHour: 6 },
      address: { burst: 6, perHour: 6 },
      everyone: { burst: 12, perHour: 12 },
    },
    message: 'Too many test bookings were made.',
  },
  booking: {
    counts: 'attempts',
    onlyStrangersByAddress: true,
    allowances: { account: { burst: 200, perHour: 200 }, address: { burst: 60, perHour: 60 } },
    message: 'Too many bookings were made from here.',
  },
  /** Reading a photo takes the processor, and the next one waits. A driver may send a whole day's at once. */
  photo: {
    counts: 'attempts',
    allowances: { account: { burst: 80, perHour: 80 } },
    message: 'Too many photos were sent.',
  },
  /** Each change leaves an entry of the audit log for good. People make a few in a minute, programs make more. */
  change: {
    counts: 'attempts',
    allowances: { account: { burst: 120, perHour: 120 } },
    message: 'Too many changes were made.',
  },
  /** A driver's device may send a whole day at once. */
  driverChange: {
    counts: 'attempts',
    allowances: { account: { burst: 400, perHour: 400 } },
    message: 'Too many changes were made.',
  },
  /** Each question who it is waits for ten minutes. */
  challenge: {
    counts: 'attempts',
    allowances: { account: { burst: 30, perHour: 30 } },
    message: 'Too many confirmations were begun.',
  },
  /** Each report emails staff and waits in their queue. */
  report: {
    counts: 'attempts',
    allowances: { account: { burst: 20, perHour: 20 } },
    message: 'Too many reports were sent.',
  },
  /** Counted apart from other reports, so that none of them keeps a spill back. */
  spill: {
    counts: 'attempts',
    allowances: { account: { burst: 10, perHour: 10 } },
    message: 'Too many spills were reported.',
  },
  handOver: {
    counts: 'attempts',
    allowances: { account: { burst: 60, perHour: 60 } },
    message: 'Too many deliveries were handed over.',
  },
  walkUp: {
    counts: 'attempts',
    allowances: { account: { burst: 40, perHour: 40 } },
    message: 'Too many walk-ups were booked.',
  },
  /** What a retired driver's device has not sent yet: some dozens, of all kinds together. */
  retiredDevice: {
    counts: 'attempts',
    allowances: { account: { burst: 60, perHour: 5 } },
    message: 'Too much was sent from this device.',
  },
  /** A timer comes every few minutes. */
  wake: {
    counts: 'attempts',
    allowances: { address: { burst: 30, perHour: 360 } },
    message: 'Too many calls to wake.',
  },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;

/** An address of our own network stands for many people: an unknown proxy, or a test. */
export const OWN_NETWORK_FACTOR = 20;

/** A multiple of an allowance. */
export function multipleOf(allowance: Allowance, factor: number): Allowance {
  return { burst: allowance.burst * factor, perHour: allowance.perHour * factor };
}

/** The time after which one attempt is free again, in ms. */
export function costMs({ perHour }: Allowance): number {
  return Math.ceil(3_600_000 / perHour);
}

/** How far ahead of now `usedUntil` may lie, in ms: all attempts taken. */
export function reachMs(allowance: Allowance): number {
  return allowance.burst * costMs(allowance);
}

/** The wait until one more attempt is allowed, in ms; 0 when it is allowed now. */
export function waitMs(allowance: Allowance, usedUntil: number | null, now: number): number {
  const after = Math.max(usedUntil ?? now, now) + costMs(allowance);
  return Math.max(0, after - now - reachMs(allowance));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * How many messages strangers may cause to one recipient, whoever they are and however many: proofs of
 * an address, reset links, links to deliveries, and the first message of a booking.
 */
export const RECIPIENT_LIMIT = { inHour: 3, inDay: 8 } as const;
/** How far back such messages count. */
export const RECIPIENT_LIMIT_MS = DAY_MS;

/**
 * The wait (ms) until a recipient may get one more of them; 0 if it's allowed now.
 *
 * @param sent when earlier ones were caused (ms), the newest first
 */
export function recipientWaitMs(sent: readonly number[], now: number, factor = 1): number {
  const { inHour, inDay } = timesFactor(factor);
  const waitFor = (count: number, ms: number) => (sent[count - 1] ?? -Infinity) + ms - now;
  return Math.max(0, waitFor(inHour, HOUR_MS), waitFor(inDay, DAY_MS));
}

/** The same limits as counts, at least one each. */
export const timesFactor = (factor: number) => ({
  inHour: Math.max(1, Math.floor(RECIPIENT_LIMIT.inHour * factor)),
  inDay: Math.max(1, Math.floor(RECIPIENT_LIMIT.inDay * factor)),
});

/** "in 40 seconds", "in 3 minutes", "in 2 hours": rounded up, for people. */
export function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : minutes <= 90
        ? [minutes, 'minute']
        : [Math.ceil(minutes / 60), 'hour'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}
