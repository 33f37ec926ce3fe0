/**
 * The product in one process for a test: a real database, the local ports, and a clock that only
 * the test moves.
 */
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createStripeSandbox, type StripeSandbox } from '@dockside/stripe-sandbox/server/sandbox';
import { createDb, type Db } from '@/db/client';
import { cents } from '@/domain/money';
import { onlyZone } from '@/domain/time-zones';
import type { Deps, Settings } from '@/server/config/deps';
import { createLog } from '@/server/config/log';
import { createApp } from '@/server/http/app';
import { createLive } from '@/server/modules/live/live';
import { createStandardPrices } from '@/server/ports/fuel-price/local';
import type { FuelPricePort } from '@/server/ports/fuel-price/port';
import { createLocalGeocoder } from '@/server/ports/geocode/local';
import type { GeocodePort } from '@/server/ports/geocode/port';
import type { Mail } from '@/server/ports/mail/port';
import { createStripePayments } from '@/server/ports/payments/stripe';
import { createFilePhotos } from '@/server/ports/photos/file';
import { createPictureDecoder } from '@/server/ports/pictures/decoder';
import { createLocalPushes, type PushTrouble, type SentPush } from '@/server/ports/push/local';
import type { Push } from '@/server/ports/push/port';
import { createLocalTexts, type SentText, type Trouble } from '@/server/ports/texts/local';
import type { Text } from '@/server/ports/texts/port';
import { createLocalWeather } from '@/server/ports/weather/local';
import type { WeatherPort } from '@/server/ports/weather/port';
import { checkAgainstDocument } from './api-document';
import { freshDatabase } from './database';
import { noting } from './query-log';
import { Visitor } from './visitor';

/** Saturday, June 13, 2026, 8:00 AM in New York, before all of the day's time windows. */
export const SATURDAY_8AM = Date.parse('2026-06-13T12:00:00Z');
export const TODAY = '2026-06-13';
export const TOMORROW = '2026-06-14';
export const PICTURE_READER = join(import.meta.dir, '../../src/server/picture-reader.ts');
/** Signs callbacks like the text provider. */
export const TEXTS_TOKEN = 'a token that only this test knows about';
export const WEBHOOK_SECRET = 'whsec_test';

export type TestApp = {
  deps: Deps;
  sandbox: StripeSandbox;
  /** The emails that the product sent. */
  mails: Mail[];
  /** The notifications that the product sent, oldest first. */
  pushes(): Promise<SentPush[]>;
  /** The texts that the product sent, oldest first. Empty unless texts are turned on. */
  texts(): Promise<SentText[]>;
  clock: { now(): number; set(instant: number): void; advance(ms: number): void };
  /**
   * Answers a request as the server does. Throws if the API's document doesn't describe the answer.
   */
  handle(request: Request): Promise<Response>;
  /** Creates a browser with its own cookies. */
  visitor(): Visitor;
  close(): Promise<void>;
};

/**
 * Starts a product. `settings` override the defaults. `payments` and `db` can wrap the real ones.
 */
export async function startTestApp(
  options: {
    now?: number;
    /** The capacity of each time window, if a test needs more than the default. */
    capacity?: number;
    settings?: Partial<Settings>;
    db?: (real: Db) => Db;
    payments?: (real: Deps['payments']) => Deps['payments'];
    weather?: WeatherPort;
    geocode?: GeocodePort;
    fuelPrices?: FuelPricePort;
    /** Turns on texts, and selects the failure of each. */
    texts?: (text: Text) => Trouble | null;
    /** Selects the failure of each notification. */
    pushes?: (push: Push) => PushTrouble | null;
  } = {},
): Promise<TestApp> {
  const { folder, url } = await freshDatabase();
  let now = options.now ?? SATURDAY_8AM;
  const clock = {
    now: () => now,
    set: (instant: number) => {
      now = instant;
    },
    advance: (ms: number) => {
      now += ms;
    },
  };
  const mails: Mail[] = [];
  const sandbox = createStripeSandbox({ dbPath: ':memory:', now: clock.now, refundDelayMs: 0 });
  const payments = createStripePayments({
    secretKey: 'sk_test_dockside',
    webhookSecret: WEBHOOK_SECRET,
    fetch: sandbox.fetch,
  });
  const localTexts = options.texts
    ? createLocalTexts({
        folder: join(folder, 'texts'),
        token: TEXTS_TOKEN,
        trouble: options.texts,
      })
    : null;
  const localPushes = createLocalPushes({
    folder: join(folder, 'pushes'),
    trouble: (push) => options.pushes?.(push) ?? null,
  });
  const { db: opened, keep } = keeping(await createDb({ url }));
  const db = options.db?.(opened) ?? opened;
  const log = createLog('silent');
  const deps: Deps = {
    db,
    payments: options.payments?.(payments) ?? payments,
    photos: createFilePhotos(join(folder, 'photos')),
    // Generous limits, so that a slow machine doesn't fail a test.
    pictures: createPictureDecoder(PICTURE_READER, { longestMs: 50_000, longestWaitMs: 50_000 }),
    mail: {
      send: async (mail) => {
        mails.push(mail);
      },
      close: async () => {},
    },
    texts: localTexts,
    push: localPushes,
    geocode: options.geocode ?? createLocalGeocoder(),
    weather: options.weather ?? createLocalWeather({ clock }),
    fuelPrices: options.fuelPrices ?? createStandardPrices(),
    clock,
    ids: { next: () => Bun.randomUUIDv7() },
    live: createLive(db, log),
    wake: () => Promise.reject(new Error('this test runs no jobs')),
    log,
    settings: {
      appUrl: 'http://dockside.test',
      timeZone: 'America/New_York',
      zones: onlyZone('America/New_York'),
      zip: '49047',
      home: { latitude: 41.98, longitude: -86.11 },
      holdMinutes: 15,
      holdShare: 0.5,
      sendAtOnce: { mail: 3, text: 10, push: 10 },
      leadMinutes: 0,
      confirmAboveCents: cents(60_000),
      appSecret: 'a secret that only this test knows about',
      formerSecrets: [],
      pushKeys: null,
      stripe: { publishableKey: 'pk_test_dockside', sandboxBase: '/stripe-sandbox' },
      hasTestKeys: false,
      emergency: null,
      secondFactorFor: 'none',
      confirmRefundsAboveCents: cents(10_000),
      map: null,
      secureCookies: false,
      trustProxy: 0,
      allowedTestCodes: null,
      limitFactor: 0,
      keepDays: { messages: 400, positions: 1, sessions: 10, details: 2_555 },
      ...options.settings,
    },
  };
  if (options.capacity !== undefined) {
    await deps.db.client.execute({
      sql: 'insert into booking_settings (id, default_capacity, updated_at) values (1, ?, 0)',
      args: [options.capacity],
    });
  }
  const app = createApp({
    deps,
    files: null,
    sandbox: sandbox.browserFetch,
    // Generous limits, so that a slow machine doesn't fail a test.
    answerWithinMs: 55_000,
  });
  const handle = async (request: Request) => {
    const answer = await app.handle(request);
    await checkAgainstDocument(request, answer);
    return answer;
  };
  return {
    deps,
    sandbox,
    mails,
    texts: async () => ((await localTexts?.list()) ?? []).reverse(),
    pushes: async () => (await localPushes.list()).reverse(),
    clock,
    handle,
    visitor: () => new Visitor(handle, sandbox, deps.settings.appUrl),
    async close() {
      deps.live.close();
      await sandbox.close();
      await deps.db.close();
      keep();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Records a database's statements for `bun run release:keep`, which sets the file for them. */
function keeping(db: Db): { db: Db; keep(): void } {
  const file = process.env.KEEP_STATEMENTS;
  if (!file) return { db, keep() {} };
  const log = noting(db);
  return {
    db: log.db,
    keep() {
      const texts = new Set(log.take().map(({ text }) => text));
      appendFileSync(file, [...texts].map((text) => `${JSON.stringify(text)}\n`).join(''));
    },
  };
}
