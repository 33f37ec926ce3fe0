/** Every environment variable of the product, with its default and one line of meaning. */
import { FACTOR_RULES } from '@/domain/account/second-factor';
import { inProduction, localSender, pretendsByDefault } from './env-checks';
import {
  databaseUrl,
  degrees,
  flag,
  HOME_ZONE,
  integer,
  matching,
  networks,
  oneOf,
  origin,
  photoStorage,
  promoCodes,
  randomSecrets,
  secret,
  secretOfLength,
  secretStarting,
  sender,
  share,
  smtpUrl,
  text,
  timeZone,
} from './env-values';
import { derived, optional, type Variable, variable } from './env-variable';

export const variables = {
  NODE_ENV: variable(
    'development',
    'development, test or production. In production a missing secret stops the start.',
    oneOf('development', 'test', 'production'),
  ),
  PORT: variable('3000', 'The port to listen on; 0 takes any free one.', integer(0, 65_535)),
  HOST: derived(
    (source) => (Number(source.TRUST_PROXY) > 0 ? '127.0.0.1' : '::'),
    'The address to listen on. Default: every one, or 127.0.0.1 behind a proxy on this machine (TRUST_PROXY).',
    matching(/^[\w.:%-]+$/, 'an IP address or a host name'),
  ),
  APP_URL: derived(
    (source) => `http://localhost:${source.PORT || '3000'}`,
    'The address people open, used in links and payment returns. Default: http://localhost and the PORT.',
    origin,
  ),
  APP_SECRET: optional(
    'Signs the links that guests get, 32 characters or more. Default: made once and kept beside the database.',
    secretOfLength(32),
  ),
  APP_SECRET_FORMER: optional(
    'What APP_SECRET was before, commas between: what it signed and sealed still counts. See docs/operations.md.',
    randomSecrets,
  ),
  DATABASE_URL: variable(
    'file:./data/dockside.db',
    'The database: file:, libsql:, https:, http:, wss: or ws:.',
    databaseUrl,
  ),
  DATABASE_AUTH_TOKEN: optional('The token of a database server.', secret),
  DATABASE_REPLICA_PATH: optional(
    'A file for a copy of the database server; time slots and prices as everyone sees them come from it.',
    text,
  ),
  FIRST_START: variable(
    '0',
    '1: in production, a database without tables is meant to be empty. Remove it after the first start.',
    flag,
  ),
  ADMIN_USERNAME: optional(
    'The first administrator, made at the start if missing (or: bun run admin:create).',
    matching(/^\S{3,50}$/, 'a name of 3 to 50 characters without spaces'),
  ),
  ADMIN_PASSWORD: optional('The password of that administrator.', secretOfLength(6)),
  EMERGENCY_ADMIN_PASSWORD: optional(
    'Opens the emergency sign-in page for administrators; unset, the page is off.',
    secretOfLength(6),
  ),
  SECOND_FACTOR_FOR: derived(
    (source) => (inProduction(source) ? 'admins' : 'none'),
    'Whose sign-in needs a second factor: none, admins or staff. Default: none, in production admins.',
    oneOf(...FACTOR_RULES),
  ),
  CONFIRM_REFUNDS_ABOVE: variable(
    '100',
    'Dollars: giving back or giving up more than this for an appointment asks again who makes it, five minutes after the sign-in. The default of /admin/settings.',
    integer(0, 100_000),
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
    'The port of bun run stripe:sandbox. Default: 12111.',
    integer(1, 65_535),
  ),
  STRIPE_SANDBOX_DB: variable(
    './data/stripe-sandbox.db',
    'The file in which the sandbox keeps its objects.',
    text,
  ),
  SMTP_URL: optional(
    'The mail server, smtp://user:password@host:port. Unset: see /dev/mailbox; in production messages wait.',
    smtpUrl,
  ),
  MAIL_FROM: variable(localSender, 'The sender of our mail.', sender),
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
    'Codes that make an appointment a test, never charged; commas between. Default: DOCKTEST, in production none.',
    promoCodes,
  ),
  HOLD_MINUTES: variable(
    '15',
    'How long a hold keeps its time slot while the card is saved.',
    integer(1, 1_440),
  ),
  HOLD_SHARE: variable(
    '0.5',
    'The part of the open places that visitors without a saved card may hold together.',
    share,
  ),
  CONFIRM_ABOVE_DOLLARS: variable(
    '600',
    'A delivery whose total is above this many dollars is confirmed by a person who sees the total. The default of /admin/settings.',
    integer(1, 100_000),
  ),
  BOOKING_LEAD_MINUTES: variable(
    '0',
    'How long before its start a time slot closes for booking.',
    integer(0, 1_440),
  ),
  BUSINESS_TIME_ZONE: variable(HOME_ZONE, 'The time zone of every date and time slot.', timeZone),
  BUSINESS_ZIP: variable(
    '49047',
    'The ZIP code of the weather and the fuel prices.',
    matching(/^\d{5}$/, 'five digits'),
  ),
  BUSINESS_LATITUDE: variable('41.98', 'The middle of the service area.', degrees(90)),
  BUSINESS_LONGITUDE: variable('-86.11', 'The middle of the service area.', degrees(180)),
  MAP_TILES_URL: optional(
    "The tiles of the driver's map, such as https://tiles.example/{z}/{x}/{y}.png. Unset: a map without tiles.",
    matching(
      /^https?:\/\/[^\s/]+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})\S+$/,
      'an address with {z}, {x} and {y}',
    ),
  ),
  MAP_ATTRIBUTION: variable(
    '© OpenStreetMap contributors',
    'The credit that the owner of the tiles requires.',
    text,
  ),
  WEATHER_FEED: derived(
    (source) => (inProduction(source) ? 'open-meteo' : 'local'),
    'open-meteo, or local for made-up weather without a network. Default: local, in production open-meteo.',
    oneOf('open-meteo', 'local'),
  ),
  EIA_API_KEY: optional(
    'A key of the U.S. Energy Information Administration (free). Unset: the fallback fuel prices.',
    secret,
  ),
  DEMO: derived(
    (source) => (inProduction(source) ? '0' : '1'),
    '1: the first start fills an empty database with a demo. Default: 1, in production 0.',
    flag,
  ),
  DEMO_DAY: variable(
    '1',
    '1: soon after the start the demo also has a day of three drivers, and a closed month. 0: not.',
    flag,
  ),
  TRUST_PROXY: variable(
    '0',
    'How many proxies stand before the server; it believes their X-Forwarded-For.',
    integer(0, 9),
  ),
  TRUSTED_PROXIES: optional(
    'The addresses of those proxies, or their networks (10.0.0.0/8), commas between. Default: this machine and private networks.',
    networks,
  ),
  DRAIN_SECONDS: derived(
    (source) => (inProduction(source) ? '6' : '0'),
    'How long a process that is told to stop still serves, while proxies turn elsewhere. Default: 0, in production 6.',
    integer(0, 60),
  ),
  RATE_LIMIT_FACTOR: variable(
    '1',
    'Multiplies every limit on sign-ins, bookings and the like; 0 lifts them, for load tests.',
    integer(0, 1_000),
  ),
  KEEP_MESSAGES_DAYS: variable(
    '400',
    'How many days the text and the address of a sent message are kept.',
    integer(1, 36_500),
  ),
  KEEP_POSITIONS_DAYS: variable(
    '1',
    "How many days a driver's last position is kept.",
    integer(1, 36_500),
  ),
  KEEP_SESSIONS_DAYS: variable('10', 'How many days a sign-in lasts unused.', integer(1, 10)),
  KEEP_DETAILS_DAYS: variable(
    '2555',
    'How many days the names, phones, places and photos of past deliveries are kept; their amounts stay.',
    integer(30, 36_500),
  ),
  METRICS_TOKEN: optional(
    'Opens /metrics to other machines, as a Bearer token. Unset: only this machine reads it.',
    secretOfLength(16),
  ),
  WAKE_TOKEN: optional(
    'Lets a timer do all that is due by POST /api/wake, in the header X-Wake-Token; for a host that sleeps.',
    secretOfLength(16),
  ),
  LOG_LEVEL: optional(
    'debug, info, warn, error or silent. Default: info, and warn on a terminal.',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
} as const satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof variables;

/** The settings of the running product. Secrets in it print as `[secret]`. */
export type Env = {
  readonly [N in Name]: (typeof variables)[N] extends Variable<infer T> ? T : never;
};
