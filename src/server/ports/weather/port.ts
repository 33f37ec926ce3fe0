import type { ForecastDay } from '@/domain/weather';

/** The weather at the business. Throws `FeedUnreachable` if the feed can't be reached. */
export type WeatherPort = {
  /** Returns today and the next 4 days, in order, in a time zone. */
  forecast(timeZone: string): Promise<ForecastDay[]>;
};
