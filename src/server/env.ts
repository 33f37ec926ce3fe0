/**
 * Every variable of the product, with its default and one line of meaning. This is the only file
 * that reads the environment; everything else is handed an `Env`.
 */
import {
  BadValue,
  databaseUrl,
  degrees,
  flag,
  integer,
  matching,
  oneOf,
  origin,
  photoStorage,
  promoCodes,
  type Read,
  secret,
  secretOfLength,
  secretStarting,
  smtpUrl,
  text,
  timeZone,
} from '@/server/env-values';

type Source = Record<string, string | undefined>;

interface Variable<T> {
  /** As it stands in `.env.example`; empty when there is none or when it depends on others. */
  default: string;
  meaning: string;
  read: Read<T>;
  /** The default of a variable that depends on others. */
  derive?: (source: Source) => string;
  optional: boolean;
}

function variable<T>(fallback: string, meaning: string, read: Read<T>): Variable<T> {
  return { default: fallback, meaning, read, optional: false };
}

function derived<T>(
  derive: (source: Source) => string,
  meaning: string,
  read: Read<T>,
): Variable<T> {
  return { default: '', meaning, read, derive, optional: false };
}

function optional<T>(meaning: string, read: Read<T>): Variable<T | undefined> {
  return { default: '', meaning, read, optional: true };
}

const isStripeItself = (base: string) => /^https:\/\/api\.stripe\.com\/?$/.test(base);
/** Payments are pretended without being asked for: never in production, never beside real keys. */
function pretendsByDefault(source: Source): boolean {
  const { STRIPE_API_BASE: base, STRIPE_SECRET_KEY: key } = source;
  return !inProduction(source) && (base ? !isStripeItself(base) : !key);
}
const inProduction = (source: Source) => source.NODE_ENV === 'production';

export const variables = {
  NODE_ENV: variable(
    'development',
    'development, test or production. In production a missing secret stops the start.',
    oneOf('development', 'test', 'production'),
  ),
  PORT: variable('3000', 'The port to listen on; 0 takes any free one.', integer(0, 65_535)),
  APP_URL: derived(
    (source) => `http://localhost:${source.PORT || '3000'}`,
    'The address people open, used in links and payment returns. Default: http://localhost and the PORT.',
    origin,
  ),
  APP_SECRET: optional(
    'Signs the links that guests get, 32 characters or more. Default: made once and kept beside the database.',
    secretOfLength(32),
  ),
  DATABASE_URL: variable(
    'file:./data/dockside.db',
    'The database: file:, libsql:, https:, http:, wss: or ws:.',
    databaseUrl,
  ),
  DATABASE_AUTH_TOKEN: optional('The token of a database server.', secret),
  ADMIN_USERNAME: optional(
    'The first administrator, made at the start if missing (or: bun run admin:create).',
    matching(/^\S{3,50}$/, 'a name of 3 to 50 characters without spaces'),
  ),
  ADMIN_PASSWORD: optional('The password of that administrator.', secretOfLength(6)),
  EMERGENCY_ADMIN_PASSWORD: optional(
    'Opens the emergency sign-in page for administrators; unset, the page is off.',
    secretOfLength(6),
  ),
  STRIPE_SECRET_KEY: optional(
    'Stripe. The three keys belong together; without them payments go to the sandbox.',
    secretStarting('sk_test_', 'sk_live_', 'rk_test_', 'rk_live_'),
  ),
  STRIPE_PUBLISHABLE_KEY: optional(
    'Stripe: the key that the browser gets.',
    matching(/^pk_(test|live)_/, 'a key that starts with pk_test_ or pk_live_'),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    'Stripe: signs the events sent to /api/stripe/webhook.',
    secretStarting('whsec_'),
  ),
  STRIPE_API_BASE: optional(
    'Where Stripe is, if not at its own address: a sandbox started with bun run stripe:sandbox.',
    origin,
  ),
  STRIPE_SANDBOX: derived(
    (source) => (pretendsByDefault(source) ? '1' : '0'),
    '1: payments are pretended, every page says "Test mode". Default: 1 without Stripe keys, never in production.',
    flag,
  ),
  STRIPE_SANDBOX_PORT: optional(
    'A port for the sandbox inside the app (unset: none). bun run stripe:sandbox takes 12111.',
    integer(1, 65_535),
  ),
  STRIPE_SANDBOX_DB: variable(
    './data/stripe-sandbox.db',
    'The file in which the sandbox keeps its objects.',
    text,
  ),
  SMTP_URL: optional(
    'The mail server, smtp://user:password@host:port. Unset: messages wait in the outbox.',
    smtpUrl,
  ),
  MAIL_FROM: variable(
    'Dockside <no-reply@localhost>',
    'The sender of our mail.',
    matching(
      /^(?:[^<>\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
      'an address such as Dockside <hello@dockside.example>',
    ),
  ),
  PHOTO_STORAGE: variable(
    'file:./data/photos',
    'Where delivery photos are kept: file:FOLDER or s3://BUCKET.',
    photoStorage,
  ),
  S3_ACCESS_KEY_ID: optional('The key of the photo bucket.', text),
  S3_SECRET_ACCESS_KEY: optional('The secret of the photo bucket.', secret),
  S3_REGION: optional('The region of the photo bucket.', text),
  S3_ENDPOINT: optional('The address of the bucket service, if it is not Amazon.', origin),
  TEST_PROMO_CODES: derived(
    (source) => (inProduction(source) ? 'none' : 'DOCKTEST'),
    'Codes that make a booking a test, never charged; commas between. Default: DOCKTEST, in production none.',
    promoCodes,
  ),
  HOLD_MINUTES: variable(
    '15',
    'How long a booking without a saved card keeps its window.',
    integer(1, 1_440),
  ),
  BOOKING_LEAD_MINUTES: variable(
    '0',
    'How long before its start a window closes for booking.',
    integer(0, 1_440),
  ),
  BUSINESS_TIME_ZONE: variable('America/New_York', 'The zone of every date and window.', timeZone),
  BUSINESS_ZIP: variable(
    '49047',
    'Where weather and fuel prices are asked for.',
    matching(/^\d{5}$/, 'five digits'),
  ),
  BUSINESS_LATITUDE: variable('41.98', 'The middle of the service area.', degrees(90)),
  BUSINESS_LONGITUDE: variable('-86.11', 'The middle of the service area.', degrees(180)),
  DEMO: derived(
    (source) => (inProduction(source) ? '0' : '1'),
    '1: the first start fills an empty database with a demo. Default: 1, in production 0.',
    flag,
  ),
  TRUST_PROXY: variable(
    '0',
    'How many proxies stand before the server; their X-Forwarded-For is believed.',
    integer(0, 9),
  ),
  LOG_LEVEL: variable(
    'info',
    'debug, info, warn, error or silent.',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
} as const satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof variables;

/** The settings of the running product. Secrets in it print as `[secret]`. */
export type Env = {
  readonly [N in Name]: (typeof variables)[N] extends Variable<infer T> ? T : never;
};

/** Says every mistake in the environment at once, one plain sentence each. */
export class EnvError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'EnvError';
  }
}

/**
 * Reads the settings out of `source`. An empty variable counts as unset.
 *
 * @throws EnvError with one sentence for each mistake
 */
export function loadEnv(source: Source): Env {
  const given: Source = {};
  for (const [name, value] of Object.entries(source)) given[name] = value?.trim() || undefined;

  const mistakes: string[] = [];
  const env: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<Variable<unknown>>(variables)) {
    const value = given[name] ?? (row.derive?.(given) || row.default);
    if (value === '' && row.optional) continue;
    try {
      env[name] = row.read(value);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      // A default that another variable spoiled is that variable's mistake.
      if (given[name] !== undefined) mistakes.push(`${name} ${error.message}.`);
    }
  }
  mistakes.push(...mistakesTogether(given));
  if (mistakes.length > 0) throw new EnvError(mistakes);
  return env as unknown as Env;
}

/** `loadEnv` over the environment of this process. */
export function readEnv(): Env {
  return loadEnv(process.env);
}

/** What is wrong between variables, whatever each of them holds. */
function mistakesTogether(given: Source): string[] {
  return [
    ...adminMistakes(given),
    ...stripeMistakes(given),
    ...photoMistakes(given),
    ...(inProduction(given) ? productionMistakes(given) : []),
  ];
}

function adminMistakes(given: Source): string[] {
  if (!given.ADMIN_USERNAME === !given.ADMIN_PASSWORD) return [];
  return ['ADMIN_USERNAME and ADMIN_PASSWORD must be set together, or neither of them.'];
}

function stripeMistakes(given: Source): string[] {
  const mistakes: string[] = [];
  const keys = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY, given.STRIPE_WEBHOOK_SECRET];
  const count = keys.filter((key) => key).length;
  const elsewhere = Boolean(given.STRIPE_API_BASE && !isStripeItself(given.STRIPE_API_BASE));
  const said = given.STRIPE_SANDBOX;
  const sandbox = said ? /^(1|true|yes|on)$/i.test(said) : pretendsByDefault(given);
  const halfGiven = count > 0 && !said && !elsewhere;

  if (count < 3 && (!sandbox || halfGiven)) {
    mistakes.push(
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must all be set, or STRIPE_SANDBOX=1 to pretend payments.',
    );
  }
  const modes = keys.flatMap((key) => /^[spr]k_(test|live)_/.exec(key ?? '')?.[1] ?? []);
  if (new Set(modes).size > 1) {
    mistakes.push(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be of the same mode, test or live.',
    );
  }
  if (modes.includes('live') && (sandbox || elsewhere)) {
    mistakes.push('STRIPE_SECRET_KEY must not be a live key when payments go to a sandbox.');
  }
  if (elsewhere && !sandbox && inProduction(given)) {
    mistakes.push(
      'STRIPE_API_BASE must be unset in production, unless STRIPE_SANDBOX=1 says that payments are pretended.',
    );
  }
  return mistakes;
}

function photoMistakes(given: Source): string[] {
  if (!given.PHOTO_STORAGE?.startsWith('s3:')) return [];
  if (given.S3_ACCESS_KEY_ID && given.S3_SECRET_ACCESS_KEY) return [];
  return ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set when PHOTO_STORAGE is a bucket.'];
}

function productionMistakes(given: Source): string[] {
  const mistakes: string[] = [];
  if (!given.APP_SECRET) {
    mistakes.push('APP_SECRET must be set in production: 32 random characters or more.');
  }
  if (!given.APP_URL) {
    mistakes.push('APP_URL must be set in production: the https address that people open.');
  } else if (!/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(given.APP_URL)) {
    mistakes.push('APP_URL must start with https: in production.');
  }
  if (/^(libsql|https|wss):/.test(given.DATABASE_URL ?? '') && !given.DATABASE_AUTH_TOKEN) {
    mistakes.push('DATABASE_AUTH_TOKEN must be set in production for a database server.');
  }
  for (const name of ['ADMIN_PASSWORD', 'EMERGENCY_ADMIN_PASSWORD'] as const) {
    const password = given[name];
    if (password && password.length < 12) {
      mistakes.push(`${name} must have at least 12 characters in production.`);
    }
  }
  if (
    given.SMTP_URL &&
    (given.MAIL_FROM ?? variables.MAIL_FROM.default) === variables.MAIL_FROM.default
  ) {
    mistakes.push('MAIL_FROM must be set in production when SMTP_URL is.');
  }
  return mistakes;
}
