import type { Db } from '@/db/client';
import type { CalendarDate } from '@/domain/calendar';
import type { CutOff } from '@/domain/slots/windows';
import { localMoment } from '@/domain/time';
import type { Log } from './log';
import type { Live } from './modules/live/live';
import type { FuelPricePort } from './ports/fuel-price/port';
import type { MailPort } from './ports/mail/port';
import type { PaymentsPort } from './ports/payments/port';
import type { PhotoStoragePort } from './ports/photos/port';
import type { WeatherPort } from './ports/weather/port';

/** What the business decided, read once from the environment. */
export type Settings = {
  /** Where people open the product; links in messages start with it. No slash at the end. */
  appUrl: string;
  timeZone: string;
  zip: string;
  holdMinutes: number;
  leadMinutes: number;
  /** Signs links that need no sign-in. */
  appSecret: string;
  /** What the browser needs to save a card; `sandboxBase` is null when Stripe itself is used. */
  stripe: { publishableKey: string; sandboxBase: string | null };
  /** The password of the emergency page; null turns it off. It is shown only where `isShown` (D47). */
  emergency: { password: string; isShown: boolean } | null;
  /** Where the pictures of a map come from; null draws it without any. */
  map: { tilesUrl: string; attribution: string } | null;
  /** Cookies carry Secure and the __Host- prefix. */
  secureCookies: boolean;
  /** Proxies before the server whose X-Forwarded-For is believed. */
  trustProxy: number;
  /** Opens /metrics to other machines; without it only this one reads them. */
  metricsToken?: string;
  /** Multiplies every limit on repeated attempts; 0 counts nothing. */
  limitFactor: number;
};

/** Everything a use case may reach for beside its input. Handed in, so that tests hand in theirs. */
export type Deps = {
  db: Db;
  payments: PaymentsPort;
  photos: PhotoStoragePort;
  mail: MailPort;
  weather: WeatherPort;
  fuelPrices: FuelPricePort;
  live: Live;
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
