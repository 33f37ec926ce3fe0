import * as z from 'zod/mini';
import { calendarDate } from '@/domain/fields';
import { readBookingWindow, readOpenTimeSlots } from '@/server/modules/slots/slots.usecases';
import { anyPage, router } from '../init';

export const slotsRouter = router({
  /** The booking window: 14 dates with their time slots. */
  window: anyPage.query(({ ctx }) => readBookingWindow(ctx)),

  /** The labels of one date that can still be booked. */
  open: anyPage
    .input(z.object({ date: calendarDate() }))
    .query(({ ctx, input }) => readOpenTimeSlots(ctx, input)),
});
