import type { Db } from '@/db/client';
import type { FactorRule } from '@/domain/account/second-factor';
import type { CalendarDate } from '@/domain/dates';
import type { Cents } from '@/domain/money';
import type { Position } from '@/domain/route/distance';
import type { CutOff } from '@/domain/slots/time-slots';
import { localMoment } from '@/domain/time';
import type { FuelPricePort } from '@/server/ports/fuel-price/port';
import type { MailPort } from '@/server/ports/mail/port';
import type { PaymentsPort } from '@/server/ports/payments/port';
import type { PhotoStoragePort } from '@/server/ports/photos/port';
import type { PicturePort } from '@/server/ports/pictures/port';
import type { WeatherPort } from '@/server/ports/weather/port';
import type { Live } from './live';
import type { Log } from './log';
import type { Wake } from './wake';

/** What the environment says, read once. What the owner decides stands in `business_settings` (D100). */
export type Settings = {
  /** Where people open the product; links in messages start with it. No slash at the end. */
  appUrl: string;
  /** The zone of every date and clock time of the business. */
  timeZone: string;
  zip: string;
  /** The middle of the service area. */
  home: Position;
  holdMinutes: number;
  /** The part of the open places that visitors may hold together, from 0 to 1. */
  holdShare: number;
  leadMinutes: number;
  /** Above this total a person confirms a delivery, until the owner saves another (D90). */
  confirmAboveCents: Cents;
  /** Signs cookies and links, and seals the secrets of authenticator apps. */
  appSecret: string;
  /** The secrets before it. They sign nothing new, but what they signed and sealed still counts. */
  formerSecrets: readonly string[];
  /** What the browser needs to save a card; `sandboxBase` is null when Stripe itself is used. */
  stripe: { publishableKey: string; sandboxBase: string | null };
  /** The only test codes that may work; null outside production, where staff may add any. */
  allowedTestCodes: readonly string[] | null;
  /** A production whose Stripe takes no money. */
  hasTestKeys: boolean;
  /** The password of the emergency page; null turns it off. It is shown only where `isShown` (D47). */
  emergency: { password: string; isShown: boolean } | null;
  /** Whose sign-in needs a second factor. */
  secondFactorFor: FactorRule;
  /** Concessions of an appointment above this ask again who makes them, until the owner saves another. */
  confirmRefundsAboveCents: Cents;
  /** Where a map's tiles come from; null draws the map without tiles. */
  map: { tilesUrl: string; attribution: string } | null;
  /** Cookies carry Secure and the __Host- prefix. */
  secureCookies: boolean;
  /** How many proxies stand before the server; it believes their X-Forwarded-For. */
  trustProxy: number;
  /** Where those proxies call from; left out, this machine and private networks. */
  trustedProxies?: readonly string[];
  /** Opens /metrics to other machines; without it only this machine reads them. */
  metricsToken?: string;
  /** Opens POST /api/wake; without it that call refuses everyone. */
  wakeToken?: string;
  /** Multiplies every limit on repeated attempts; 0 lifts the limits. */
  limitFactor: number;
  /** How many days what tells of a person is kept, by kind. */
  keepDays: { messages: number; positions: number; sessions: number; details: number };
};

/** Everything a use case may reach for beside its input. Tests hand in their own. */
export type Deps = {
  db: Db;
  payments: PaymentsPort;
  photos: PhotoStoragePort;
  pictures: PicturePort;
  mail: MailPort;
  weather: WeatherPort;
  fuelPrices: FuelPricePort;
  live: Live;
  wake: Wake;
  /** The server's clock: ms since 1970. */
  clock: { now(): number };
  ids: { next(): string };
  log: Log;
  settings: Settings;
};

/** The date on the wall clock of this business (D4). */
export function todayOf({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): CalendarDate {
  return localMoment(clock.now(), settings.timeZone).date;
}

/** The cut-off rule of this business. */
export function cutOffOf(settings: Settings): CutOff {
  return { timeZone: settings.timeZone, leadMinutes: settings.leadMinutes };
}
