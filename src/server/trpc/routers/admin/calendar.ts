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
  readCalendar,
  setDefaultCapacity,
  setTimeSlotCapacity,
  switchTimeSlot,
} from '@/server/modules/slots/calendar.usecases';
import { admin } from '@/server/trpc/init';

/** Calendar Management. */
export const calendarProcedures = {
  /** One date's time slots and the 14 days of the picker. */
  calendar: admin.input(calendarSchema).query(({ ctx, input }) => readCalendar(ctx, input)),

  switchTimeSlot: admin
    .input(timeSlotSwitchSchema)
    .mutation(({ ctx, input }) => switchTimeSlot(ctx, input)),

  setTimeSlotCapacity: admin
    .input(timeSlotCapacitySchema)
    .mutation(({ ctx, input }) => setTimeSlotCapacity(ctx, input)),

  setDefaultCapacity: admin
    .input(defaultCapacitySchema)
    .mutation(({ ctx, input }) => setDefaultCapacity(ctx, input)),

  blockDays: admin.input(dayRangeSchema).mutation(({ ctx, input }) => blockDays(ctx, input)),

  openDays: admin.input(dayRangeSchema).mutation(({ ctx, input }) => openDays(ctx, input)),

  blockMonths: admin.input(bulkBlockSchema).mutation(({ ctx, input }) => blockMonths(ctx, input)),

  undoBlock: admin.input(undoBlockSchema).mutation(({ ctx, input }) => undoBlock(ctx, input)),
};
