import {
  bulkBlockSchema,
  calendarSchema,
  dayRangeSchema,
  defaultCapacitySchema,
  timeSlotCapacitySchema,
  timeSlotSwitchSchema,
  undoBlockSchema,
} from '@/domain/slots/calendar.schema';
import { readBlockedLater } from '@/server/modules/slots/blocked-later.usecases';
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
import { officeAlways } from '@/server/trpc/init';

/** Calendar Management. */
export const calendarProcedures = {
  /** A date's time windows, and the 14 dates of the picker. */
  calendar: officeAlways('calendar')
    .input(calendarSchema)
    .query(({ ctx, input }) => readCalendar(ctx, input)),

  /** What staff blocked after the picker's dates. */
  blockedLater: officeAlways('calendar').query(({ ctx }) => readBlockedLater(ctx)),

  switchTimeSlot: officeAlways('calendar')
    .input(timeSlotSwitchSchema)
    .mutation(({ ctx, input }) => switchTimeSlot(ctx, input)),

  setTimeSlotCapacity: officeAlways('calendar')
    .input(timeSlotCapacitySchema)
    .mutation(({ ctx, input }) => setTimeSlotCapacity(ctx, input)),

  setDefaultCapacity: officeAlways('calendar')
    .input(defaultCapacitySchema)
    .mutation(({ ctx, input }) => setDefaultCapacity(ctx, input)),

  blockDays: officeAlways('calendar')
    .input(dayRangeSchema)
    .mutation(({ ctx, input }) => blockDays(ctx, input)),

  openDays: officeAlways('calendar')
    .input(dayRangeSchema)
    .mutation(({ ctx, input }) => openDays(ctx, input)),

  blockMonths: officeAlways('calendar')
    .input(bulkBlockSchema)
    .mutation(({ ctx, input }) => blockMonths(ctx, input)),

  undoBlock: officeAlways('calendar')
    .input(undoBlockSchema)
    .mutation(({ ctx, input }) => undoBlock(ctx, input)),
};
