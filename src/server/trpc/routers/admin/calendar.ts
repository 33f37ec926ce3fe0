import {
  bulkBlockSchema,
  calendarSchema,
  dayRangeSchema,
  defaultCapacitySchema,
  undoBlockSchema,
  windowCapacitySchema,
  windowSwitchSchema,
} from '@/domain/slots/schemas';
import {
  blockDays,
  blockMonths,
  openDays,
  undoBlock,
} from '@/server/modules/slots/bulk-blocks.usecases';
import {
  readCalendar,
  setDefaultCapacity,
  setWindowCapacity,
  switchWindow,
} from '@/server/modules/slots/calendar.usecases';
import { admin } from '@/server/trpc/init';

/** Calendar Management. */
export const calendarProcedures = {
  /** One date's windows and the 14 days of the picker. */
  calendar: admin.input(calendarSchema).query(({ ctx, input }) => readCalendar(ctx, input)),

  switchWindow: admin
    .input(windowSwitchSchema)
    .mutation(({ ctx, input }) => switchWindow(ctx, input)),

  setWindowCapacity: admin
    .input(windowCapacitySchema)
    .mutation(({ ctx, input }) => setWindowCapacity(ctx, input)),

  setDefaultCapacity: admin
    .input(defaultCapacitySchema)
    .mutation(({ ctx, input }) => setDefaultCapacity(ctx, input)),

  blockDays: admin.input(dayRangeSchema).mutation(({ ctx, input }) => blockDays(ctx, input)),

  openDays: admin.input(dayRangeSchema).mutation(({ ctx, input }) => openDays(ctx, input)),

  blockMonths: admin.input(bulkBlockSchema).mutation(({ ctx, input }) => blockMonths(ctx, input)),

  undoBlock: admin.input(undoBlockSchema).mutation(({ ctx, input }) => undoBlock(ctx, input)),
};
