/**
 * Limits how often people may try something. An allowance is a token bucket: `burst` attempts,
 * refilled at `perHour`. It's stored as one instant, the time at which the bucket will be full
 * again.
 */
export type Allowance = { burst: number; perHour: number };

/**
 * The ways to count an allowance: by the account (named or signed in), the IP address, an account
 * from one address (`pair`), all callers together, or a known device. Attempts from a known device
 * count only for that device, so strangers can't lock anyone out.
 */
export type CountedFor = 'pair' | 'account' | 'address' | 'everyone' | 'device';

export type LimitRule = {
  /**
   * With `failures`, a successful attempt isn't counted, so a person who knows the password is
   * never refused.
   */
  counts: 'failures' | 'attempts';
  allowances: Partial<Record<CountedFor, Allowance>>;
  /**
   * If set, the address counts only for callers who aren't signed in, because many customers may
   * share one.
   */
  onlyStrangersByAddress?: true;
  /** The error message before "Please try again in …". */
  message: string;
};

const SIGN_IN = 'Too many sign-in attempts.';

/**
 * Far more than people need, and far fewer than a program would need to guess. Password guesses
 * count first for the account from one address, so a stranger elsewhere can't lock its owner out.
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
  /** Staff sign-ins with a correct password. Each sign-in adds a permanent audit entry. */
  staffSession: {
    counts: 'attempts',
    allowances: { account: { burst: 60, perHour: 60 } },
    message: 'Too many sign-ins.',
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
  /** Only someone who knows the password can try this, so attempts count by account alone. */
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
    message: 'Too many reset links were requested.',
  },
  emailProof: {
    counts: 'attempts',
    allowances: { account: { burst: 5, perHour: 5 }, address: { burst: 20, perHour: 20 } },
    message: 'Too many links were sent.',
  },
  reset: {
    counts: 'failures',
    allowances: { address: { burst: 20, perHour: 60 } },
    message: 'Too many password reset attempts.',
  },
  /** Nobody can guess a token's 131 random bits. This limit only slows down programs that try. */
  link: {
    counts: 'failures',
    allowances: { address: { burst: 30, perHour: 60 } },
    message: 'Too many links were tried.',
  },
  /**
   * Here, "account" is the appointment. The limit allows for a mistyped address but is too low to
   * harass people.
   */
  linkMail: {
    counts: 'attempts',
    allowances: { account: { burst: 5, perHour: 5 }, address: { burst: 20, perHour: 20 } },
    message: 'Too many links were sent.',
  },
  registration: {
    counts: 'attempts',
    allowances: { address: { burst: 20, perHour: 20 } },
    message: 'Too many accounts were created from your network.',
  },
  promo: {
    counts: 'attempts',
    allowances: { account: { burst: 20, perHour: 60 }, address: { burst: 30, perHour: 120 } },
    message: 'Too many promo codes were tried.',
  },
  /** Drawing a PDF takes time. Here, "account" is the appointment. */
  receipt: {
    counts: 'attempts',
    allowances: { account: { burst: 20, perHour: 60 }, everyone: { burst: 600, perHour: 6_000 } },
    message: 'This receipt was downloaded too many times.',
  },
  /** A person searches a few times for each order, and a whole marina may share an address. */
  placeSearch: {
    counts: 'attempts',
    allowances: { address: { burst: 200, perHour: 1_200 } },
    message: 'Too many searches were made from your network.',
  },
  /** Bookings with a promo code need no card, so the limits on holds don't cover them. */
  testBooking: {
    counts: 'attempts',
    allowances: {
      account: { burst: 6, perHour: 6 },
      address: { burst: 6, perHour: 6 },
      everyone: { burst: 12, perHour: 12 },
    },
    message: 'Too many test orders were made.',
  },
  /** Each entry by a guest sends a message, which has its own limit for each recipient. */
  waiting: {
    counts: 'attempts',
    onlyStrangersByAddress: true,
    allowances: { account: { burst: 20, perHour: 20 }, address: { burst: 20, perHour: 20 } },
    message: 'Too many people joined the waiting list from your network.',
  },
  booking: {
    counts: 'attempts',
    onlyStrangersByAddress: true,
    allowances: { account: { burst: 200, perHour: 200 }, address: { burst: 60, perHour: 60 } },
    message: 'Too many bookings were made from your network.',
  },
  /**
   * Decoding a photo uses the processor and delays the next one. A driver may send a whole day's
   * photos at once.
   */
  photo: {
    counts: 'attempts',
    allowances: { account: { burst: 80, perHour: 80 } },
    message: 'Too many photos were sent.',
  },
  /** A device asks once for every 10 deliveries. Unused numbers become void tickets. */
  ticketNumbers: {
    counts: 'attempts',
    allowances: { account: { burst: 12, perHour: 12 } },
    message: 'Too many ticket numbers were reserved.',
  },
  /**
   * Each change adds a permanent audit entry. People make a few changes a minute, and programs make
   * more.
   */
  change: {
    counts: 'attempts',
    allowances: { account: { burst: 120, perHour: 120 } },
    message: 'Too many changes were made.',
  },
  /** A driver's device may send a whole day's changes at once. */
  driverChange: {
    counts: 'attempts',
    allowances: { account: { burst: 400, perHour: 400 } },
    message: 'Too many changes were made.',
  },
  /** Each challenge stays open for 10 minutes. */
  challenge: {
    counts: 'attempts',
    allowances: { account: { burst: 30, perHour: 30 } },
    message: 'Too many identity checks were started.',
  },
  /** Each report sends staff an email and adds a review item. */
  report: {
    counts: 'attempts',
    allowances: { account: { burst: 20, perHour: 20 } },
    message: 'Too many reports were sent.',
  },
  /** Counted separately, so other reports can't use up the limit for spills. */
  spill: {
    counts: 'attempts',
    allowances: { account: { burst: 10, perHour: 10 } },
    message: 'Too many spills were reported.',
  },
  handOver: {
    counts: 'attempts',
    allowances: { account: { burst: 60, perHour: 60 } },
    message: 'Too many deliveries were sent to dispatch.',
  },
  walkUp: {
    counts: 'attempts',
    allowances: { account: { burst: 40, perHour: 40 } },
    message: 'Too many walk-ups were booked.',
  },
  /**
   * The limit covers the unsent actions on a deactivated driver's device, which are typically a few
   * dozen in total.
   */
  retiredDevice: {
    counts: 'attempts',
    allowances: { account: { burst: 60, perHour: 5 } },
    message: 'Too many updates were sent from this device.',
  },
  /** A host's timer calls every few minutes. */
  wake: {
    counts: 'attempts',
    allowances: { address: { burst: 30, perHour: 360 } },
    message: 'Too many wake calls were made.',
  },
} as const satisfies Record<string, LimitRule>;

/**
 * The pages with a person's own deliveries, for an account or a guest. Each uses about 15 ms of a
 * processor. Above the limit, the page comes without them, and the browser requests them. Each
 * process counts separately, because a row in the database would cost more than the page.
 */
export const OWN_PAGE_ALLOWANCE: Allowance = { burst: 60, perHour: 1_200 };

export type LimitName = keyof typeof LIMITS;

/**
 * An address in our own network can represent many people, for example behind a proxy that isn't
 * configured, or in a test.
 */
export const OWN_NETWORK_FACTOR = 20;

/** Multiplies an allowance by a factor. */
export function multipleOf(allowance: Allowance, factor: number): Allowance {
  return { burst: allowance.burst * factor, perHour: allowance.perHour * factor };
}

/** Returns the time it takes to regain one attempt, in ms. */
export function costMs({ perHour }: Allowance): number {
  return Math.ceil(3_600_000 / perHour);
}

/**
 * Returns the largest distance from now to `usedUntil`, in ms. It's reached when all attempts are
 * used up.
 */
export function reachMs(allowance: Allowance): number {
  return allowance.burst * costMs(allowance);
}

/** Returns the wait until one more attempt is allowed, in ms, or 0 if it's allowed now. */
export function waitMs(allowance: Allowance, usedUntil: number | null, now: number): number {
  const after = Math.max(usedUntil ?? now, now) + costMs(allowance);
  return Math.max(0, after - now - reachMs(allowance));
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Limits the messages to one recipient that unknown senders can trigger, counted together: email
 * verifications, reset links, delivery links, and the first message about a booking.
 */
export const RECIPIENT_LIMIT = { inHour: 3, inDay: 8 } as const;
/** Period in which such messages are counted. */
export const RECIPIENT_LIMIT_MS = DAY_MS;

/**
 * Returns the wait (ms) until the recipient may get another message of this kind, or 0 if it's
 * allowed now.
 *
 * @param sent times at which earlier ones were requested (ms), newest first
 */
export function recipientWaitMs(sent: readonly number[], now: number, factor = 1): number {
  const { inHour, inDay } = timesFactor(factor);
  const waitFor = (count: number, ms: number) => (sent[count - 1] ?? -Infinity) + ms - now;
  return Math.max(0, waitFor(inHour, HOUR_MS), waitFor(inDay, DAY_MS));
}

/**
 * Limits the texts of any kind to one number. A delivery has about 6, so this is above what even a
 * marina's shared phone needs.
 */
export const TEXT_LIMIT = { inHour: 20, inDay: 60 } as const;

/** Multiplies the limits of a recipient by a factor. Each stays at least 1. */
export const timesFactor = (
  factor: number,
  limit: { inHour: number; inDay: number } = RECIPIENT_LIMIT,
) => ({
  inHour: Math.max(1, Math.floor(limit.inHour * factor)),
  inDay: Math.max(1, Math.floor(limit.inDay * factor)),
});

/** Formats a wait for people, rounded up: "in 40 seconds", "in 3 minutes", "in 2 hours". */
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
