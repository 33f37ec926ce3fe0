import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StripeSandbox, StripeSandboxOptions } from '@dockside/stripe-sandbox/server/sandbox';
import { createDb, type Db } from '@/db/client';
import { cents } from '@/domain/money';
import { onlyZone } from '@/domain/time-zones';
import { dataFolder } from '@/server/config/data-folder';
import type { Deps, Settings } from '@/server/config/deps';
import { addressOfSender } from '@/server/config/env-values';
import type { Env } from '@/server/config/env-variables';
import { lazy, lazyPort } from '@/server/config/lazy';
import { createLog, errorFields } from '@/server/config/log';
import { localSecret } from '@/server/config/secret';
import type { Wake } from '@/server/config/wake';
import { newToken } from '@/server/modules/auth/tokens';
import { createLive } from '@/server/modules/live/live';
import { createStandardPrices } from '@/server/ports/fuel-price/local';
import type { FuelPricePort } from '@/server/ports/fuel-price/port';
import { createLocalGeocoder } from '@/server/ports/geocode/local';
import type { GeocodePort } from '@/server/ports/geocode/port';
import type { LocalMailbox } from '@/server/ports/mail/local';
import { createNoMail } from '@/server/ports/mail/none';
import type { MailPort } from '@/server/ports/mail/port';
import { createSmtpMail } from '@/server/ports/mail/smtp';
import type { PhotoStoragePort } from '@/server/ports/photos/port';
import { createPictureDecoder } from '@/server/ports/pictures/decoder';
import type { LocalPushes } from '@/server/ports/push/local';
import type { PushPort } from '@/server/ports/push/port';
import type { LocalTexts } from '@/server/ports/texts/local';
import type { TextsPort } from '@/server/ports/texts/port';
import { createLocalWeather } from '@/server/ports/weather/local';
import type { WeatherPort } from '@/server/ports/weather/port';

/** The path at which the sandbox inside the app serves browsers. */
export const SANDBOX_PATH = '/stripe-sandbox';
/** The sandbox accepts any keys. These aren't valid at Stripe. */
const SANDBOX_KEYS = {
  secret: 'sk_test_dockside_sandbox',
  publishable: 'pk_test_dockside_sandbox',
  webhook: 'whsec_dockside_sandbox',
};

export type Parts = {
  deps: Deps;
  /** Opens the sandbox inside the app. Null if payments go to Stripe or to another sandbox. */
  sandbox: (() => Promise<StripeSandbox>) | null;
  /** The mailbox of a machine without an email server. Null in production. */
  mailbox: LocalMailbox | null;
  /** The texts of a machine without a provider. Null in production. */
  localTexts: LocalTexts | null;
  /** The notifications of a machine that sends none. Null in production. */
  localPushes: LocalPushes | null;
  /**
   * Registers the function that starts the jobs. A wake-up call that arrives earlier waits for it.
   */
  jobsRun(wake: Wake): void;
  /** Runs a job and logs only its warnings and errors. */
  quietly<T>(job: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Builds the dependencies from the settings. The app will listen on `port`. */
export async function compose(env: Env, port: number): Promise<Parts> {
  const log = createLog(env.LOG_LEVEL);
  const db = await createDb({
    url: env.DATABASE_URL,
    authToken: env.DATABASE_AUTH_TOKEN?.reveal(),
    copy: env.DATABASE_REPLICA_PATH
      ? { path: env.DATABASE_REPLICA_PATH, thread: programBeside('copy-thread') }
      : undefined,
  });
  const inside = env.STRIPE_SANDBOX && !env.STRIPE_API_BASE;
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET?.reveal() ?? SANDBOX_KEYS.webhook;
  let opened: Promise<StripeSandbox> | null = null;
  const sandbox = inside
    ? lazy(() => {
        opened = openSandbox({
          dbPath: env.STRIPE_SANDBOX_DB.replace(/^file:/, ''),
          webhooks: [{ url: `http://127.0.0.1:${port}/api/stripe/webhook`, secret: webhookSecret }],
          log: (line) => log.debug('stripe sandbox', { line }),
        });
        return opened;
      })
    : null;
  const clock = { now: () => Date.now() };
  const jobs = Promise.withResolvers<Wake>();
  const mailbox = localMailbox(env);
  const settings = settingsOf(env);
  const localTexts = textsFolder(env, settings);
  const localPushes = pushesFolder(env);
  const deps: Deps = {
    db,
    log,
    live: createLive(db, log, env.RATE_LIMIT_FACTOR),
    wake: async () => (await jobs.promise)(),
    clock,
    ids: { next: () => Bun.randomUUIDv7() },
    payments: lazyPort(async () => {
      const { createStripePayments } = await import('@/server/ports/payments/stripe');
      return createStripePayments({
        secretKey: env.STRIPE_SECRET_KEY?.reveal() ?? SANDBOX_KEYS.secret,
        webhookSecret,
        apiBase: env.STRIPE_API_BASE,
        fetch: (await sandbox?.())?.fetch,
      });
    }),
    photos: photoStorage(env),
    pictures: createPictureDecoder(programBeside('picture-reader')),
    mail: mailbox ?? mailServer(env),
    texts: localTexts ?? textsProvider(env),
    push: localPushes ?? webPush(env),
    weather: weatherFeed(env, clock),
    geocode: geocoder(env, clock, log),
    fuelPrices: await fuelPriceFeed(env),
    settings,
  };
  const close = () => closeAll(db, deps, opened);
  const { quietly } = log;
  const locals = { mailbox, localTexts, localPushes };
  return { deps, sandbox, ...locals, jobsRun: jobs.resolve, quietly, close };
}

/**
 * Returns the path of a program that's in the same folder as this file, both in the build and in
 * the sources.
 */
function programBeside(name: string): string {
  const built = join(import.meta.dir, `${name}.js`);
  return existsSync(built) ? built : join(import.meta.dir, `${name}.ts`);
}

function settingsOf(env: Env): Settings {
  return {
    appUrl: env.APP_URL,
    metricsToken: env.METRICS_TOKEN?.reveal(),
    wakeToken: env.WAKE_TOKEN?.reveal(),
    timeZone: env.BUSINESS_TIME_ZONE,
    zones: onlyZone(env.BUSINESS_TIME_ZONE),
    zip: env.BUSINESS_ZIP,
    holdMinutes: env.HOLD_MINUTES,
    holdShare: env.HOLD_SHARE,
    sendAtOnce: { mail: env.MAIL_AT_ONCE, text: env.TEXTS_AT_ONCE, push: env.PUSHES_AT_ONCE },
    leadMinutes: env.BOOKING_LEAD_MINUTES,
    confirmAboveCents: cents(env.CONFIRM_ABOVE_DOLLARS * 100),
    appSecret: (env.APP_SECRET ?? localSecret(dataFolder(env), newToken)).reveal(),
    formerSecrets: env.APP_SECRET_FORMER?.map((secret) => secret.reveal()) ?? [],
    pushKeys:
      env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
        ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY.reveal() }
        : null,
    stripe: {
      publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? SANDBOX_KEYS.publishable,
      sandboxBase: env.STRIPE_SANDBOX ? (env.STRIPE_API_BASE ?? SANDBOX_PATH) : null,
    },
    allowedTestCodes: env.NODE_ENV === 'production' ? env.TEST_PROMO_CODES : null,
    hasTestKeys:
      env.NODE_ENV === 'production' && /^[sr]k_test_/.test(env.STRIPE_SECRET_KEY?.reveal() ?? ''),
    emergency: env.EMERGENCY_ADMIN_PASSWORD
      ? {
          password: env.EMERGENCY_ADMIN_PASSWORD.reveal(),
          isShown: env.DEMO && env.NODE_ENV !== 'production',
        }
      : null,
    secondFactorFor: env.SECOND_FACTOR_FOR,
    home: { latitude: env.BUSINESS_LATITUDE, longitude: env.BUSINESS_LONGITUDE },
    confirmRefundsAboveCents: cents(env.CONFIRM_REFUNDS_ABOVE * 100),
    map: env.MAP_TILES_URL
      ? { tilesUrl: env.MAP_TILES_URL, attribution: env.MAP_ATTRIBUTION }
      : null,
    secureCookies: env.APP_URL.startsWith('https:'),
    trustProxy: env.TRUST_PROXY,
    trustedProxies: env.TRUSTED_PROXIES,
    limitFactor: env.RATE_LIMIT_FACTOR,
    keepDays: {
      messages: env.KEEP_MESSAGES_DAYS,
      positions: env.KEEP_POSITIONS_DAYS,
      sessions: env.KEEP_SESSIONS_DAYS,
      details: env.KEEP_DETAILS_DAYS,
    },
  };
}

function weatherFeed(env: Env, clock: Deps['clock']): WeatherPort {
  if (env.WEATHER_FEED === 'local') return createLocalWeather({ clock });
  return lazyPort(async () => {
    const { createOpenMeteo } = await import('@/server/ports/weather/open-meteo');
    return createOpenMeteo({
      latitude: env.BUSINESS_LATITUDE,
      longitude: env.BUSINESS_LONGITUDE,
    });
  });
}

function geocoder(env: Env, clock: Deps['clock'], log: Deps['log']): GeocodePort {
  if (env.GEOCODER === 'local') return createLocalGeocoder();
  return lazyPort(async () => {
    const { createCensusGeocoder } = await import('@/server/ports/geocode/census');
    const onFailure = (error: unknown) =>
      log.warn("the geocoder didn't answer", errorFields(error));
    return createCensusGeocoder({ url: env.GEOCODER_URL, clock, onFailure });
  });
}

async function fuelPriceFeed(env: Env): Promise<FuelPricePort> {
  if (!env.EIA_API_KEY) return createStandardPrices();
  const { createEiaPrices } = await import('@/server/ports/fuel-price/eia');
  return createEiaPrices({ apiKey: env.EIA_API_KEY.reveal() });
}

/** Messages contain links that open accounts, so production never stores them in a folder. */
function localMailbox(env: Env): (MailPort & LocalMailbox) | null {
  if (env.SMTP_URL || env.NODE_ENV === 'production') return null;
  return lazyPort(async () => {
    const { createLocalMail } = await import('@/server/ports/mail/local');
    return createLocalMail({ folder: join(dataFolder(env), 'mailbox'), from: env.MAIL_FROM });
  });
}

function mailServer(env: Env) {
  return env.SMTP_URL
    ? createSmtpMail({
        url: env.SMTP_URL.reveal(),
        from: env.MAIL_FROM,
        connections: env.MAIL_AT_ONCE,
      })
    : createNoMail();
}

/** Texts contain links to deliveries, so production never stores them in a folder. */
function textsFolder(env: Env, { appSecret }: Settings): (TextsPort & LocalTexts) | null {
  if (env.TWILIO_ACCOUNT_SID || env.NODE_ENV === 'production') return null;
  return lazyPort(async () => {
    const { createLocalTexts } = await import('@/server/ports/texts/local');
    const folder = join(dataFolder(env), 'texts');
    return createLocalTexts({ folder, token: appSecret });
  });
}

function textsProvider(env: Env): TextsPort | null {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = env;
  if (!accountSid || !token || !from) return null;
  return lazyPort(async () => {
    const { createTwilioTexts } = await import('@/server/ports/texts/twilio');
    return createTwilioTexts({
      accountSid,
      authToken: token.reveal(),
      from,
      statusUrl: `${env.APP_URL}/api/texts/status`,
    });
  });
}

/** Production never stores notifications in a folder. */
function pushesFolder(env: Env): (PushPort & LocalPushes) | null {
  if (env.PUSH === 'web' || env.NODE_ENV === 'production') return null;
  return lazyPort(async () => {
    const { createLocalPushes } = await import('@/server/ports/push/local');
    return createLocalPushes({ folder: join(dataFolder(env), 'pushes') });
  });
}

/** Push services require an address at which they can contact us. */
function webPush(env: Env): PushPort {
  const contact = `mailto:${addressOfSender(env.MAIL_FROM)}`;
  return lazyPort(async () => {
    const { createWebPush } = await import('@/server/ports/push/web-push');
    return createWebPush({ contact });
  });
}

function photoStorage(env: Env): PhotoStoragePort {
  const { PHOTO_STORAGE: storage } = env;
  return lazyPort(async () => {
    if (storage.kind === 'folder') {
      const { createFilePhotos } = await import('@/server/ports/photos/file');
      return createFilePhotos(storage.path);
    }
    const { createS3Photos } = await import('@/server/ports/photos/s3');
    return createS3Photos({
      bucket: storage.bucket,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY?.reveal(),
      region: env.S3_REGION,
      endpoint: env.S3_ENDPOINT,
    });
  });
}

async function openSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { createStripeSandbox } = await import('@dockside/stripe-sandbox/server/sandbox');
  return createStripeSandbox(options);
}

async function closeAll(db: Db, deps: Deps, sandbox: Promise<StripeSandbox> | null): Promise<void> {
  deps.live.close();
  await (await sandbox)?.close();
  await deps.mail.close();
  await deps.texts?.close();
  await deps.push.close();
  await db.close();
}
