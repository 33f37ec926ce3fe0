import { pageSchema } from '@/domain/appointment/appointment.schema';
import {
  cashCountSchema,
  closeDaySchema,
  closingDaySchema,
  truckCountSchema,
} from '@/domain/closing/closing.schema';
import {
  closeDay,
  countTruck,
  listClosedDays,
  readClosingDay,
  signOffCash,
} from '@/server/modules/closing/closing.usecases';
import { office } from '@/server/trpc/init';

/** Closing the day: the trucks' counts, the drivers' cash, and closed days. */
export const closingProcedures = {
  /** A day to close, or a closed one. */
  closingDay: office('counts')
    .input(closingDaySchema)
    .query(({ ctx, input }) => readClosingDay(ctx, input)),

  /** Closed days, 20 per page, and the days that aren't closed. */
  closedDays: office('counts')
    .input(pageSchema)
    .query(({ ctx, input }) => listClosedDays(ctx, input)),

  countTruck: office('counts')
    .input(truckCountSchema)
    .mutation(({ ctx, input }) => countTruck(ctx, input)),

  signOffCash: office('closing')
    .input(cashCountSchema)
    .mutation(({ ctx, input }) => signOffCash(ctx, input)),

  /** Closes a day permanently. */
  closeDay: office('closing')
    .input(closeDaySchema)
    .mutation(({ ctx, input }) => closeDay(ctx, input)),
};
