import { createCallerFactory, router } from './init';
import { accountRouter } from './routers/account';
import { adminRouter } from './routers/admin';
import { authRouter } from './routers/auth';
import { bookingRouter } from './routers/booking';
import { driverRouter } from './routers/driver';
import { factorsRouter } from './routers/factors';
import { feedsRouter } from './routers/feeds';
import { liveRouter } from './routers/live';
import {
  placesRouter,
  pricingRouter,
  slotsRouter,
  supportRouter,
  weatherRouter,
} from './routers/public';

import { pushRouter } from './routers/push';

import { waitingRouter } from './routers/waiting';

/**
 * Every procedure of the product. The browser only imports its type, and nothing else from the
 * server.
 */
export const appRouter = router({
  auth: authRouter,
  account: accountRouter,
  factors: factorsRouter,
  booking: bookingRouter,
  waiting: waitingRouter,
  slots: slotsRouter,
  places: placesRouter,
  admin: adminRouter,
  driver: driverRouter,
  calendar: feedsRouter,
  push: pushRouter,
  support: supportRouter,
  pricing: pricingRouter,
  weather: weatherRouter,
  live: liveRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
