import type { ForecastDay } from '@/domain/weather';

/** The weather at the business. Throws `FeedUnreachable` while the feed is out of reach. */
export type WeatherPort = {
  /** Today and the four days after it, in order, by the business's calendar. */
  forecast(): Promise<ForecastDay[]>;
};
