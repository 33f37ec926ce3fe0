import { readWeather } from '@/server/modules/weather/weather.usecases';
import { anyone, router } from '../init';

export const weatherRouter = router({
  /** Today and the four days after it, as last fetched. */
  forecast: anyone.query(({ ctx }) => readWeather(ctx)),
});
