import { readWeather } from '@/server/modules/weather/weather.usecases';
import { anyone, router } from '../init';

export const weatherRouter = router({
  /** The forecast for today and the four days after, as last fetched. */
  forecast: anyone.query(({ ctx }) => readWeather(ctx)),
});
