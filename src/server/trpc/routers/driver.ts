import * as z from 'zod/mini';
import { driverIdSchema } from '@/domain/account/drivers';
import { calendarDate } from '@/domain/booking/schemas';
import { driverPatchSchema } from '@/domain/booking/staff-patch-schemas';
import {
  deliveryPhotoSchema,
  dockCompletionSchema,
  driverPositionSchema,
  dutySchema,
  enRouteSchema,
  notDeliveredSchema,
  reportPhotoSchema,
  reportSchema,
  routeOrderSchema,
  whichDriverSchema,
} from '@/domain/driver/schemas';
import { completeDelivery } from '@/server/modules/appointments/completion.usecases';
import { listDeliveries } from '@/server/modules/appointments/deliveries.usecases';
import { endUndelivered } from '@/server/modules/appointments/not-delivered.usecases';
import { patchDelivery } from '@/server/modules/appointments/patch.usecases';
import { markEnRoute } from '@/server/modules/appointments/staff.usecases';
import {
  addReportPhoto,
  reportIssue,
} from '@/server/modules/driver-reports/driver-reports.usecases';
import { readDriver, readDriverDay } from '@/server/modules/drivers/drivers.usecases';
import { setDuty, setPosition } from '@/server/modules/drivers/duty.usecases';
import { setRouteOrder } from '@/server/modules/drivers/route.usecases';
import { addFuelPhoto } from '@/server/modules/photos/photos.usecases';
import { crew, router } from '../init';

export const driverRouter = router({
  /** A driver's deliveries of today. */
  day: crew.input(whichDriverSchema).query(({ ctx, input }) => readDriverDay(ctx, input)),

  /** Deliveries of a date, today by default, cancelled ones left out; a driver only their own. */
  deliveries: crew
    .input(z.object({ date: z.nullish(calendarDate('Please give a date such as 2026-06-13.')) }))
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  /** On the way, or delivered; for outside callers. */
  patch: crew.input(driverPatchSchema).mutation(({ ctx, input }) => patchDelivery(ctx, input)),

  /** Name and vehicle; a driver only their own. */
  info: crew.input(driverIdSchema).query(({ ctx, input }) => readDriver(ctx, input)),

  enRoute: crew.input(enRouteSchema).mutation(({ ctx, input }) => markEnRoute(ctx, input)),

  complete: crew
    .input(dockCompletionSchema)
    .mutation(({ ctx, input }) => completeDelivery(ctx, input)),

  /** The photo of a completion, sent after it. */
  completePhoto: crew
    .input(deliveryPhotoSchema)
    .mutation(({ ctx, input }) => addFuelPhoto(ctx, input)),

  /** The driver came and could not deliver. */
  notDelivered: crew
    .input(notDeliveredSchema)
    .mutation(({ ctx, input }) => endUndelivered(ctx, input)),

  /** Something is wrong: staff hear of it. */
  reportIssue: crew.input(reportSchema).mutation(({ ctx, input }) => reportIssue(ctx, input)),

  /** The photo of a report, sent after it. */
  reportIssuePhoto: crew
    .input(reportPhotoSchema)
    .mutation(({ ctx, input }) => addReportPhoto(ctx, input)),

  /** Takes deliveries now, or not. */
  setDuty: crew.input(dutySchema).mutation(({ ctx, input }) => setDuty(ctx, input)),

  /** Where the driver is, by their device. */
  setPosition: crew
    .input(driverPositionSchema)
    .mutation(({ ctx, input }) => setPosition(ctx, input)),

  /** The driver's own order of a date's stops. */
  setRouteOrder: crew
    .input(routeOrderSchema)
    .mutation(({ ctx, input }) => setRouteOrder(ctx, input)),
});
