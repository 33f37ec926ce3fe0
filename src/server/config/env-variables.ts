/** All environment variables, each with its default and a description for .env.example. */
import { FACTOR_RULES } from '@/domain/account/second-factor';
import { SESSION_IDLE_DAYS } from '@/domain/policy';
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
    "development, test, or production. In production, the product doesn't start if a required secret is missing.",
    oneOf('development', 'test', 'production'),
  ),
  PORT: variable('3000', 'Port to listen on. 0 picks a free one.', integer(0, 65_535)),
  HOST: derived(
    (source) => (Number(source.TRUST_PROXY) > 0 ? '127.0.0.1' : '::'),
    'IP address or host name to listen on. Default: all addresses, or 127.0.0.1 if TRUST_PROXY is above 0.',
    matching(/^[\w.:%-]+$/, 'an IP address or a host name'),
  ),
  APP_URL: derived(
    (source) => `http://localhost:${source.PORT || '3000'}`,
    'Address of the site, used in links and payment returns. Default: http://localhost:PORT.',
    origin,
  ),
  APP_SECRET: optional(
    "Secret that signs guests' links. Use 32 characters or more. Default: created once and stored next to the database.",
    secretOfLength(32),
  ),
  APP_SECRET_FORMER: optional(
    'Earlier values of APP_SECRET, separated by commas. Links and secrets made with them stay valid. See docs/operations.md.',
    randomSecrets,
  ),
  DATABASE_URL: variable(
    'file:./data/dockside.db',
    'Database address. Starts with file:, libsql:, https:, http:, wss:, or ws:.',
    databaseUrl,
  ),
  DATABASE_AUTH_TOKEN: optional('Token for the database server.', secret),
  DATABASE_REPLICA_PATH: optional(
    'File for a local copy of the database server. Public reads of time windows and prices use it.',
    text,
  ),
  FIRST_START: variable(
    '0',
    'In production, 1 allows a start with an empty database. Remove it after the first start.',
    flag,
  ),
  ADMIN_USERNAME: optional(
    'Username of the first admin, created at startup if missing. You can also run bun run admin:create.',
    matching(/^\S{3,50}$/, 'a name of 3 to 50 characters without spaces'),
  ),
  ADMIN_PASSWORD: optional('Password for the first admin.', secretOfLength(6)),
  EMERGENCY_ADMIN_PASSWORD: optional(
    'Password for the emergency sign-in page for admins. Unset: the page is off.',
    secretOfLength(6),
  ),
  SECOND_FACTOR_FOR: derived(
    (source) => (inProduction(source) ? 'admins' : 'none'),
    'Who needs two-step verification: none, admins, or staff. Default: none, or admins in production.',
    oneOf(...FACTOR_RULES),
  ),
  CONFIRM_REFUNDS_ABOVE: variable(
    '100',
    "Staff who signed in more than 5 minutes ago must verify again before an appointment's refunds and write-offs exceed this many dollars. Default for /admin/settings.",
    integer(0, 100_000),
  ),
  STRIPE_SECRET_KEY: optional(
    "Stripe's secret key. Set all three Stripe keys together. Without them, payments go to the sandbox.",
    secretStarting('sk_test_', 'sk_live_', 'rk_test_', 'rk_live_'),
  ),
  STRIPE_PUBLISHABLE_KEY: optional(
    "Stripe's publishable key, sent to the browser.",
    matching(/^pk_(test|live)_/, 'a key that starts with pk_test_ or pk_live_'),
  ),
  STRIPE_WEBHOOK_SECRET: optional(
    "Stripe's signing secret for the events sent to /api/stripe/webhook.",
    secretStarting('whsec_'),
  ),
  STRIPE_API_BASE: optional(
    "Address of a sandbox started with bun run stripe:sandbox. Unset: Stripe's own address.",
    origin,
  ),
  STRIPE_SANDBOX: derived(
    (source) => (pretendsByDefault(source) ? '1' : '0'),
    '1 simulates payments and shows "Test mode" on every page. Default: 1 without Stripe keys, never in production.',
    flag,
  ),
  STRIPE_SANDBOX_PORT: optional(
    'Port for bun run stripe:sandbox. Default: 12111.',
    integer(1, 65_535),
  ),
  STRIPE_SANDBOX_DB: variable('./data/stripe-sandbox.db', "File for the sandbox's data.", text),
  SMTP_URL: optional(
    "Address of the email server, smtp://user:password@host:port. Unset: read emails at /dev/mailbox. In production, emails aren't sent until it's set.",
    smtpUrl,
  ),
  MAIL_FROM: variable(localSender, 'Sender of all emails.', sender),
  MAIL_AT_ONCE: variable(
    '3',
    'Number of emails sent at the same time, each on its own connection. Some email servers allow no more than 3.',
    integer(1, 100),
  ),
  TWILIO_ACCOUNT_SID: optional(
    "SID of the Twilio account for text messages. Set all three Twilio values together. Unset: read texts at /dev/mailbox. In production, texts aren't sent until they're set.",
    matching(/^AC[0-9a-f]{32}$/, 'an account SID, which starts with AC'),
  ),
  TWILIO_AUTH_TOKEN: optional(
    "Token of the Twilio account. We also use it to check Twilio's callbacks.",
    secret,
  ),
  TWILIO_FROM: optional(
    'Number that sends the texts, such as +12695550100, or the SID of a messaging service, which starts with MG.',
    matching(
      /^(\+[1-9]\d{7,14}|MG[0-9a-f]{32})$/,
      'a number such as +12695550100, or a messaging service SID',
    ),
  ),
  TEXTS_AT_ONCE: variable('10', 'Number of texts sent at the same time.', integer(1, 100)),
  VAPID_PUBLIC_KEY: optional(
    'Public key for notifications in browsers. Set both VAPID keys together. Unset: created at the first start and stored in the database.',
    matching(/^[\w-]{87}$/, '87 characters of base64url'),
  ),
  VAPID_PRIVATE_KEY: optional('Private key for notifications in browsers.', secretOfLength(43)),
  PUSH: derived(
    (source) => (inProduction(source) ? 'web' : 'local'),
    'web sends notifications to browsers’ push services. local shows them at /dev/mailbox instead. Default: local, or web in production.',
    oneOf('web', 'local'),
  ),
  PUSHES_AT_ONCE: variable('10', 'Number of notifications sent at the same time.', integer(1, 100)),
  PHOTO_STORAGE: variable(
    'file:./data/photos',
    'Where photos are stored: file:FOLDER or s3://BUCKET.',
    photoStorage,
  ),
  S3_ACCESS_KEY_ID: optional('Access key for the photo bucket.', text),
  S3_SECRET_ACCESS_KEY: optional('Secret key for the photo bucket.', secret),
  S3_REGION: optional('Region of the photo bucket.', text),
  S3_ENDPOINT: optional("Address of the bucket's service, if it isn't Amazon S3.", origin),
  TEST_PROMO_CODES: derived(
    (source) => (inProduction(source) ? 'none' : 'DOCKTEST'),
    'Promo codes for test appointments, which are never charged, separated by commas. Default: DOCKTEST, or none in production.',
    promoCodes,
  ),
  HOLD_MINUTES: variable(
    '15',
    'How many minutes we hold a time window while the customer saves a card.',
    integer(1, 1_440),
  ),
  HOLD_SHARE: variable(
    '0.5',
    'Maximum share of open spots that visitors without a saved card can hold at once, above 0 and up to 1.',
    share,
  ),
  CONFIRM_ABOVE_DOLLARS: variable(
    '600',
    'Someone must see and confirm totals above this many dollars. Default for /admin/settings.',
    integer(1, 100_000),
  ),
  BOOKING_LEAD_MINUTES: variable(
    '0',
    'Booking closes this many minutes before a time window starts.',
    integer(0, 1_440),
  ),
  BUSINESS_TIME_ZONE: variable(
    HOME_ZONE,
    'Time zone for all dates and time windows, until the owner changes it in Settings.',
    timeZone,
  ),
  BUSINESS_ZIP: variable(
    '49047',
    'ZIP code for weather and fuel prices.',
    matching(/^\d{5}$/, '5 digits'),
  ),
  BUSINESS_LATITUDE: variable('41.98', "Latitude of the service area's center.", degrees(90)),
  BUSINESS_LONGITUDE: variable('-86.11', "Longitude of the service area's center.", degrees(180)),
  MAP_TILES_URL: optional(
    "Tile address for the driver's map, such as https://tiles.example/{z}/{x}/{y}.png. Unset: the map has no background.",
    matching(
      /^https?:\/\/[^\s/]+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})\S+$/,
      'an address with {z}, {x}, and {y}',
    ),
  ),
  MAP_ATTRIBUTION: variable(
    '© OpenStreetMap contributors',
    'Attribution that the map tile provider requires.',
    text,
  ),
  GEOCODER: variable(
    'local',
    "How we find an address's position. local uses the list of places in Settings. census also sends typed addresses to the U.S. Census Bureau.",
    oneOf('local', 'census'),
  ),
  GEOCODER_URL: optional(
    "For GEOCODER=census: address of another service that responds in the Census Bureau's format, such as https://geocoder.example/find?q={address}. Default: the Census Bureau's service.",
    matching(/^https?:\/\/[^\s/]+\/(?=.*\{address\})\S+$/, 'an address with {address}'),
  ),
  WEATHER_FEED: derived(
    (source) => (inProduction(source) ? 'open-meteo' : 'local'),
    'open-meteo, or local for sample weather without a network. Default: local, or open-meteo in production.',
    oneOf('open-meteo', 'local'),
  ),
  EIA_API_KEY: optional(
    'Free API key from the U.S. Energy Information Administration. Unset: fallback fuel prices.',
    secret,
  ),
  DEMO: derived(
    (source) => (inProduction(source) ? '0' : '1'),
    '1 fills an empty database with demo data at the first start. Default: 1, or 0 in production.',
    flag,
  ),
  DEMO_DAY: variable(
    '1',
    "1 also adds a day with three drivers and a closed month to the demo, soon after the start. 0 doesn't add them.",
    flag,
  ),
  TRUST_PROXY: variable(
    '0',
    'Number of trusted reverse proxies in front of the server. 0 ignores X-Forwarded-For.',
    integer(0, 9),
  ),
  TRUSTED_PROXIES: optional(
    'IP addresses or networks (10.0.0.0/8) of those proxies, separated by commas. Default: this machine and private networks.',
    networks,
  ),
  DRAIN_SECONDS: derived(
    (source) => (inProduction(source) ? '6' : '0'),
    'How many seconds a stopping process keeps serving while proxies switch to another. Default: 0, or 6 in production.',
    integer(0, 60),
  ),
  RATE_LIMIT_FACTOR: variable(
    '1',
    'Multiplies all rate limits, such as those for sign-ins and bookings. 0 turns them off, for load tests.',
    integer(0, 1_000),
  ),
  KEEP_MESSAGES_DAYS: variable(
    '400',
    "How many days we store a sent message's text and address.",
    integer(1, 36_500),
  ),
  KEEP_POSITIONS_DAYS: variable(
    '1',
    "How many days we store a driver's last position.",
    integer(1, 36_500),
  ),
  KEEP_SESSIONS_DAYS: variable(
    String(SESSION_IDLE_DAYS),
    'How many days an unused session stays signed in.',
    integer(1, SESSION_IDLE_DAYS),
  ),
  KEEP_DETAILS_DAYS: variable(
    '2555',
    'How many days we store names, phone numbers, places, and photos from past deliveries. Amounts stay.',
    integer(30, 36_500),
  ),
  METRICS_TOKEN: optional(
    'Bearer token that lets other machines read /metrics. Unset: only this machine can.',
    secretOfLength(16),
  ),
  WAKE_TOKEN: optional(
    'Token for POST /api/wake, sent as X-Wake-Token. A timer uses it to run due work on a host that sleeps.',
    secretOfLength(16),
  ),
  LOG_LEVEL: optional(
    'debug, info, warn, error, or silent. Default: info, or warn on a terminal.',
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
  ),
} as const satisfies Record<string, Variable<unknown>>;

type Name = keyof typeof variables;

/** Settings of the running product. Its secrets print as `[secret]`. */
export type Env = {
  readonly [N in Name]: (typeof variables)[N] extends Variable<infer T> ? T : never;
};
