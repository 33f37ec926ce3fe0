import * as z from 'zod/mini';
import { driverIdSchema } from '@/domain/account/drivers';
import { appointmentIdSchema, completionSchema } from '@/domain/booking/schemas';
import { completeDelivery } from '@/server/modules/appointments/completion.usecases';
import { markEnRoute } from '@/server/modules/appointments/staff.usecases';
import { readDriver, readDriverDay } from '@/server/modules/drivers/drivers.usecases';
import { crew, router } from '../init';

export const driverRouter = router({
  /** A driver's deliveries of today. */
  day: crew
    .input(z.object({ driverId: z.nullish(z.number().check(z.int(), z.minimum(1))) }))
    .query(({ ctx, input }) => readDriverDay(ctx, input)),

  /** Name and vehicle; a driver only their own. */
  info: crew.input(driverIdSchema).query(({ ctx, input }) => readDriver(ctx, input)),

  enRoute: crew.input(appointmentIdSchema).mutation(({ ctx, input }) => markEnRoute(ctx, input)),

  complete: crew.input(completionSchema).mutation(({ ctx, input }) => completeDelivery(ctx, input)),
});
