import * as z from 'zod/mini';
import { driverIdSchema } from '@/domain/account/drivers';
import { appointmentIdSchema, calendarDate, completionSchema } from '@/domain/booking/schemas';
import { driverPatchSchema } from '@/domain/booking/staff-patch-schemas';
import { completeDelivery } from '@/server/modules/appointments/completion.usecases';
import { listDeliveries } from '@/server/modules/appointments/deliveries.usecases';
import { patchDelivery } from '@/server/modules/appointments/patch.usecases';
import { markEnRoute } from '@/server/modules/appointments/staff.usecases';
import { readDriver, readDriverDay } from '@/server/modules/drivers/drivers.usecases';
import { crew, router } from '../init';

export const driverRouter = router({
  /** A driver's deliveries of today. */
  day: crew
    .input(z.object({ driverId: z.nullish(z.number().check(z.int(), z.minimum(1))) }))
    .query(({ ctx, input }) => readDriverDay(ctx, input)),

  /** Deliveries of a date, today by default, cancelled ones left out; a driver only their own. */
  deliveries: crew
    .input(z.object({ date: z.nullish(calendarDate('Please give a date such as 2026-06-13.')) }))
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  /** On the way, or delivered; for outside callers. */
  patch: crew.input(driverPatchSchema).mutation(({ ctx, input }) => patchDelivery(ctx, input)),

  /** Name and vehicle; a driver only their own. */
  info: crew.input(driverIdSchema).query(({ ctx, input }) => readDriver(ctx, input)),

  enRoute: crew.input(appointmentIdSchema).mutation(({ ctx, input }) => markEnRoute(ctx, input)),

  complete: crew.input(completionSchema).mutation(({ ctx, input }) => completeDelivery(ctx, input)),
});
