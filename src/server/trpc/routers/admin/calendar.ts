import {
  bulkBlockSchema,
  calendarSchema,
  dayRangeSchema,
  defaultCapacitySchema,
  timeSlotCapacitySchema,
  timeSlotSwitchSchema,
  undoBlockSchema,
} from '@/domain/slots/calendar.schema';
import {
  blockDays,
  blockMonths,
  openDays,
  undoBlock,
} from '@/server/modules/slots/bulk-blocks.usecases';
import {
  setDefaultCapacity,
  setTimeSlotCapacity,
  switchTimeSlot,
} from '@/server/modules/slots/calendar.usecases';
import { readCalendar } from '@/server/modules/slots/read-calendar.usecases';
import { adminAlways } from '@/server/trpc/init';

/** Calendar Management. */
export const calendarProcedures = {
  /** A date's time windows, and the 14 dates of the picker. */
  calendar: adminAlways.input(calendarSchema).query(({ ctx, input }) => readCalendar(ctx, input)),

  switchTimeSlot: adminAlways
    .input(timeSlotSwitchSchema)
    .mutation(({ ctx, input }) => switchTimeSlot(ctx, input)),

  setTimeSlotCapacity: adminAlways
    .input(timeSlotCapacitySchema)
    .mutation(({ ctx, input }) => setTimeSlotCapacity(ctx, input)),

  setDefaultCapacity: adminAlways
    .input(defaultCapacitySchema)
    .mutation(({ ctx, input }) => setDefaultCapacity(ctx, input)),

  blockDays: adminAlways.input(dayRangeSchema).mutation(({ ctx, input }) => blockDays(ctx, input)),

  openDays: adminAlways.input(dayRangeSchema).mutation(({ ctx, input }) => openDays(ctx, input)),

  blockMonths: adminAlways
    .input(bulkBlockSchema)
    .mutation(({ ctx, input }) => blockMonths(ctx, input)),

  undoBlock: adminAlways.input(undoBlockSchema).mutation(({ ctx, input }) => undoBlock(ctx, input)),
};
