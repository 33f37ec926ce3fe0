import { daySchema } from '@/domain/dispatch/day.schema';
import { readDay } from '@/server/modules/deliveries/day.usecases';
import { admin } from '../../init';

export const dispatchProcedures = {
  /** The deliveries of a date, one line each. */
  day: admin.input(daySchema).query(({ ctx, input }) => readDay(ctx, input)),
};
