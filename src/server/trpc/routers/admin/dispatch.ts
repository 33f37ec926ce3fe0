import { daySchema } from '@/domain/dispatch/day.schema';
import { readDay } from '@/server/modules/deliveries/day.usecases';
import { readDispatch } from '@/server/modules/deliveries/dispatch.usecases';
import { adminAlways, withinReach } from '../../init';

export const dispatchProcedures = {
  /** The deliveries of a date, one line each. */
  day: adminAlways
    .input(daySchema)
    .use(withinReach)
    .query(({ ctx, input }) => readDay(ctx, input)),

  /** Who delivers what on a date, in which order, and where the drivers and the docks are. */
  dispatch: adminAlways
    .input(daySchema)
    .use(withinReach)
    .query(({ ctx, input }) => readDispatch(ctx, input)),
};
