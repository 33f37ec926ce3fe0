import type { CalendarDate } from '@/domain/dates';
import { TIME_SLOTS } from '@/domain/slots/time-slots';
import { instantOf } from '@/domain/time';
import { presentZone } from '@/domain/time-zones';
import {
  FORECAST_DAYS,
  isWeatherStale,
  readCondition,
  WEATHER_REFRESH_MS,
  type WeatherDay,
} from '@/domain/weather';
import { windOf } from '@/domain/wind';
import type { AnyCall } from '@/server/config/call';
import { type Deps, todayOf } from '@/server/config/deps';
import { errorFields } from '@/server/config/log';
import { FeedUnreachable } from '@/server/ports/feeds/feed';
import { dueIfNone } from '../leases/leases.repository';
import { replaceForecast, selectFresh, weatherFrom } from './weather.repository';

/**
 * A small tolerance, so that a job that runs slightly early doesn't wait for another whole hour.
 */
const EARLY_MS = 60_000;

export type WeatherView = {
  /** The forecast from today on. Empty if none is stored. */
  days: WeatherDay[];
  /** The time the forecast was fetched (ms), or null if there is none. */
  updatedAt: number | null;
  /** True if the feed hasn't answered for a while, so the page shows the forecast's age. */
  stale: boolean;
  zipCode: string;
  /**
   * The strongest wind of each of these days during delivery hours, in miles per hour. Null if it's
   * unknown. It isn't part of `days`, because the REST API returns those.
   */
  windMph: (number | null)[];
};

const DELIVERY_HOURS = {
  startMinutes: Math.min(...TIME_SLOTS.map(({ startMinutes }) => startMinutes)),
  endMinutes: Math.max(...TIME_SLOTS.map(({ endMinutes }) => endMinutes)),
};

/** Returns the stored forecast without waiting for the feed. */
export async function readWeather({ deps }: AnyCall): Promise<WeatherView> {
  const now = deps.clock.now();
  const rows = await weatherFrom(deps.db.orm, todayOf(deps), FORECAST_DAYS);
  const updatedAt = rows[0]?.updatedAt ?? null;
  return {
    days: rows.map(({ date, condition, temperature, highTemp, lowTemp }) => ({
      date,
      condition: readCondition(condition),
      temperature,
      highTemp,
      lowTemp,
    })),
    updatedAt,
    stale: updatedAt !== null && isWeatherStale(updatedAt, now),
    zipCode: deps.settings.zip,
    windMph: rows.map(({ windMph }) => windOf(windMph ?? [], DELIVERY_HOURS)),
  };
}

/** Returns the instant (ms) after which the stored forecast counts as fresh. */
function freshAfter({ clock, settings }: Deps, today: CalendarDate): number {
  const midnight = instantOf({ date: today, minutes: 0 }, settings.timeZone);
  // The hours of a forecast from before a change of the time zone are in the old zone.
  const { from } = presentZone(settings.zones);
  return Math.max(clock.now() - WEATHER_REFRESH_MS + EARLY_MS, midnight - 1, from - 1);
}

/** Checks whether `refreshWeather` would call the feed. */
export function weatherToRefresh({ deps }: AnyCall) {
  const today = todayOf(deps);
  return dueIfNone(selectFresh(deps.db.orm, today, freshAfter(deps, today)));
}

/**
 * Fetches the forecast if the stored one is an hour old or from another day. If the feed can't be
 * reached, the stored one stays.
 *
 * @returns true if it stored a new forecast
 */
export async function refreshWeather({ deps }: AnyCall): Promise<boolean> {
  const today = todayOf(deps);
  const [fresh] = await selectFresh(deps.db.orm, today, freshAfter(deps, today));
  if (fresh) return false;
  try {
    const [current, ...ahead] = await deps.weather.forecast(deps.settings.timeZone);
    if (!current) return false;
    await replaceForecast(deps.db, [current, ...ahead], deps.clock.now());
    return true;
  } catch (error) {
    if (!(error instanceof FeedUnreachable)) throw error;
    deps.log.warn('the weather feed is unreachable', errorFields(error));
    return false;
  }
}
