import { readWeather } from '@/server/modules/weather/weather.usecases';
import { anyPage, router } from '../init';

export const weatherRouter = router({
  /** The forecast for today and the four days after, as last fetched. */
  forecast: anyPage.query(({ ctx }) => readWeather(ctx)),
});
