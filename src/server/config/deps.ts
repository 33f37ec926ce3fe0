import type { Db } from '@/db/client';
import type { FactorRule } from '@/domain/account/second-factor';
import type { CalendarDate } from '@/domain/dates';
import type { Cents } from '@/domain/money';
import type { Position } from '@/domain/route/distance';
import type { Hours } from '@/domain/slots/hours';
import type { CutOff } from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import { presentZone, type Zones } from '@/domain/time-zones';
import type { FuelPricePort } from '@/server/ports/fuel-price/port';
import type { GeocodePort } from '@/server/ports/geocode/port';
import type { MailPort } from '@/server/ports/mail/port';
import type { PaymentsPort } from '@/server/ports/payments/port';
import type { PhotoStoragePort } from '@/server/ports/photos/port';
import type { PicturePort } from '@/server/ports/pictures/port';
import type { PushPort, VapidKeys } from '@/server/ports/push/port';
import type { TextsPort } from '@/server/ports/texts/port';
import type { WeatherPort } from '@/server/ports/weather/port';
import type { Live } from './live';
import type { Log } from './log';
import type { Wake } from './wake';

/**
 * Settings from the environment, read once. The owner's own settings are in the table
 * `business_settings`. Only the time zone is also here, because almost everything needs it.
 */
export type Settings = {
  /** The address that people open, without a trailing slash. Links in messages start with it. */
  appUrl: string;
  /**
   * The time zone for all of the business's dates and times. The owner can change it, so read it when
   * it's needed.
   */
  timeZone: string;
  /** All time zones of the business. Changes together with `timeZone`. */
  zones: Zones;
  zip: string;
  /** The center of the service area. */
  home: Position;
  holdMinutes: number;
  /** The share of open spots that visitors may hold together, from 0 to 1. */
  holdShare: number;
  /** Number of messages that each provider handles at the same time. */
  sendAtOnce: { mail: number; text: number; push: number };
  /** Applies until the owner saves another lead time. */
  leadMinutes: number;
  /** Totals above this must be confirmed by a person, unless the owner has saved another limit. */
  confirmAboveCents: Cents;
  /** Signs cookies and links, and encrypts the secrets of authenticator apps. */
  appSecret: string;
  /**
   * Earlier secrets. They don't sign anything new, but everything they signed or encrypted is still
   * valid.
   */
  formerSecrets: readonly string[];
  /** The key pair for push services. Null if the one in the database is used. */
  pushKeys: VapidKeys | null;
  /**
   * The settings that the browser needs to save a card. `sandboxBase` is null if real Stripe is
   * used.
   */
  stripe: { publishableKey: string; sandboxBase: string | null };
  /** The only allowed test codes. Null outside production, where staff can add any. */
  allowedTestCodes: readonly string[] | null;
  /** True in production with test keys, which charge nothing. */
  hasTestKeys: boolean;
  /** The emergency page's password. Null turns the page off, and only `isShown` makes it visible. */
  emergency: { password: string; isShown: boolean } | null;
  /** The roles that need two-step verification. */
  secondFactorFor: FactorRule;
  /**
   * For refunds and write-offs above this, staff must verify again, unless the owner has saved
   * another limit.
   */
  confirmRefundsAboveCents: Cents;
  /** The source of map tiles. If null, maps have no background. */
  map: { tilesUrl: string; attribution: string } | null;
  /** True if cookies have Secure and the __Host- prefix. */
  secureCookies: boolean;
  /**
   * Number of trusted proxies in front of the server. It decides which X-Forwarded-For entries are
   * trusted.
   */
  trustProxy: number;
  /** The addresses of the trusted proxies. Default: this machine and private networks. */
  trustedProxies?: readonly string[];
  /** The token with which other machines can read /metrics. Without it, only this machine can. */
  metricsToken?: string;
  /** The token for POST /api/wake. Without it, the call is refused. */
  wakeToken?: string;
  /** Multiplies all rate limits. 0 turns them off. */
  limitFactor: number;
  /** How many days personal data is stored, by kind. */
  keepDays: { messages: number; positions: number; sessions: number; details: number };
};

/** Everything a use case may use in addition to its input. Tests provide their own. */
export type Deps = {
  db: Db;
  payments: PaymentsPort;
  photos: PhotoStoragePort;
  pictures: PicturePort;
  mail: MailPort;
  /** Null in production if no provider is set, so no texts are written. */
  texts: TextsPort | null;
  push: PushPort;
  weather: WeatherPort;
  geocode: GeocodePort;
  fuelPrices: FuelPricePort;
  live: Live;
  wake: Wake;
  /** The server's clock: ms since 1970. */
  clock: { now(): number };
  ids: { next(): string };
  log: Log;
  settings: Settings;
};

/**
 * Adopts the saved time zones, or keeps the environment's if there are none. Every process does this
 * at its start, with each check for jobs, and when it changes the zone.
 */
export function adoptZones(settings: Settings, saved: Zones | null | undefined): void {
  if (!saved) return;
  settings.zones = saved;
  settings.timeZone = presentZone(saved).zone;
}

/** Today's date in the business's time zone. */
export function todayOf({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): CalendarDate {
  return localMoment(clock.now(), settings.timeZone).date;
}

/** Returns when windows close for booking, and how many dates can be booked. */
export function cutOffOf({ timeZone, leadMinutes }: Settings, hours: Hours): CutOff {
  return { timeZone, leadMinutes: hours.leadMinutes ?? leadMinutes, daysAhead: hours.daysAhead };
}
