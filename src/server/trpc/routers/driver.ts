import * as z from 'zod/mini';
import { driverAccountIdSchema } from '@/domain/account/drivers';
import { driverPatchSchema } from '@/domain/appointment/staff-patch.schema';
import {
  deliveryPhotoSchema,
  dockCompletionSchema,
  driverPositionSchema,
  driverReportSchema,
  dutySchema,
  enRouteSchema,
  fuelFillPhotoSchema,
  handOverSchema,
  notDeliveredSchema,
  reportPhotoSchema,
  routeOrderSchema,
  seeChangeSchema,
  undoEnRouteSchema,
  whichDriverSchema,
} from '@/domain/driver/driver.schema';
import { loadSchema } from '@/domain/driver/load.schema';
import { spillReportSchema } from '@/domain/driver/spill.schema';
import { walkUpSchema } from '@/domain/driver/walk-up.schema';
import { calendarDate } from '@/domain/fields';
import { ticketRangeSchema } from '@/domain/trucks/ticket.schema';
import { truckDaySchema } from '@/domain/trucks/truck.schema';
import { completeDelivery } from '@/server/modules/deliveries/completion/complete-delivery.usecases';
import { addDeliveryPhoto } from '@/server/modules/deliveries/completion/photos.usecases';
import { handOver } from '@/server/modules/deliveries/completion/refused-actions.usecases';
import { bookWalkUp } from '@/server/modules/deliveries/completion/walk-up.usecases';
import { listDeliveries } from '@/server/modules/deliveries/day/deliveries.usecases';
import { readDriverDay } from '@/server/modules/deliveries/day/driver-day.usecases';
import { setDuty, setPosition } from '@/server/modules/deliveries/day/duty.usecases';
import { markEnRoute } from '@/server/modules/deliveries/day/en-route.usecases';
import { addFuelFillPhoto } from '@/server/modules/deliveries/day/fuel-fill-photo.usecases';
import { patchDelivery } from '@/server/modules/deliveries/day/patch.usecases';
import { setRouteOrder } from '@/server/modules/deliveries/day/route.usecases';
import { seeChange } from '@/server/modules/deliveries/day/stop-changes.usecases';
import { undoEnRoute } from '@/server/modules/deliveries/day/undo-en-route.usecases';
import { setLoad } from '@/server/modules/deliveries/loads/loads.usecases';
import {
  addReportPhoto,
  reportIssue,
} from '@/server/modules/deliveries/reports/driver-reports.usecases';
import { endUndelivered } from '@/server/modules/deliveries/reports/not-delivered.usecases';
import { reportSpill } from '@/server/modules/deliveries/reports/spill-reports.usecases';
import { chooseTruck } from '@/server/modules/deliveries/trucks/truck-day.usecases';
import { readDriver } from '@/server/modules/drivers/drivers.usecases';
import { reserveTickets } from '@/server/modules/trucks/tickets.usecases';
import { CREW, crewAlways, crewHandingOver, router, withinReach } from '../init';
import { handedOver, limited, photosLimited } from '../limits';

export const driverRouter = router({
  /** A driver and today's deliveries. */
  day: crewAlways.input(whichDriverSchema).query(({ ctx, input }) => readDriverDay(ctx, input)),

  /**
   * The deliveries of a date (default: today) without cancelled ones. Drivers get only their own.
   */
  deliveries: crewAlways
    .input(z.object({ date: z.nullish(calendarDate()) }))
    .use(withinReach)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),

  /** Marks a delivery as en route or completes it, for outside callers. */
  patch: crewAlways
    .input(driverPatchSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => patchDelivery(ctx, input)),

  /** A driver's name and vehicle. Drivers get only their own. */
  info: crewAlways.input(driverAccountIdSchema).query(({ ctx, input }) => readDriver(ctx, input)),

  /** Books a walk-up for a customer who is at the dock. */
  walkUp: crewAlways
    .input(walkUpSchema)
    .use(limited('walkUp'))
    .mutation(({ ctx, input }) => bookWalkUp(ctx, input)),

  enRoute: crewAlways.input(enRouteSchema).mutation(({ ctx, input }) => markEnRoute(ctx, input)),

  /** Returns a delivery to scheduled. Its driver can do so for 2 minutes, and staff at any time. */
  undoEnRoute: crewAlways
    .input(undoEnRouteSchema)
    .mutation(({ ctx, input }) => undoEnRoute(ctx, input)),

  /** Records that the driver has seen dispatch's changes to a stop. */
  seeChange: crewAlways.input(seeChangeSchema).mutation(({ ctx, input }) => seeChange(ctx, input)),

  complete: crewAlways
    .input(dockCompletionSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => completeDelivery(ctx, input)),

  /** Adds the photo to a completion, which a device sends later. */
  completePhoto: crewHandingOver
    .input(deliveryPhotoSchema)
    .use(handedOver('photo', { saysWhen: false }))
    .mutation(({ ctx, input }) => addDeliveryPhoto(ctx, input)),

  /** Sets the fuel-fill photo of a delivery's boat. */
  fillerPhoto: crewAlways
    .input(fuelFillPhotoSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => addFuelFillPhoto(ctx, input)),

  /** Passes an action to staff that keeps failing on the server. */
  handOver: crewHandingOver
    .input(handOverSchema)
    .use(handedOver('handOver'))
    .mutation(({ ctx, input }) => handOver(ctx, input)),

  /** Ends a delivery that the driver arrived for but couldn't make. */
  notDelivered: crewAlways
    .input(notDeliveredSchema)
    .mutation(({ ctx, input }) => endUndelivered(ctx, input)),

  /** Files a driver report. */
  reportIssue: crewHandingOver
    .input(driverReportSchema)
    .use(handedOver('report'))
    .mutation(({ ctx, input }) => reportIssue(ctx, input)),

  /** Reports fuel or oil on the water. */
  reportSpill: crewHandingOver
    .input(spillReportSchema)
    .use(handedOver('spill'))
    .mutation(({ ctx, input }) => reportSpill(ctx, input)),

  /** Adds the photo to a report, which a device sends later. */
  reportIssuePhoto: crewHandingOver
    .input(reportPhotoSchema)
    .use(handedOver('photo', { saysWhen: false }))
    .mutation(({ ctx, input }) => addReportPhoto(ctx, input)),

  /** Sets whether the driver is on duty. */
  setDuty: crewAlways.input(dutySchema).mutation(({ ctx, input }) => setDuty(ctx, input)),

  /** Saves the driver's position, from their device. */
  setPosition: crewAlways
    .meta({ access: CREW, change: 'uncounted' })
    .input(driverPositionSchema)
    .mutation(({ ctx, input }) => setPosition(ctx, input)),

  /** Saves the driver's load for a date. */
  setLoad: crewAlways.input(loadSchema).mutation(({ ctx, input }) => setLoad(ctx, input)),

  /** Saves the driver's truck on a date. */
  setTruck: crewAlways.input(truckDaySchema).mutation(({ ctx, input }) => chooseTruck(ctx, input)),

  /** Reserves ticket numbers for a device. */
  reserveTickets: crewAlways
    .input(ticketRangeSchema)
    .use(limited('ticketNumbers'))
    .mutation(({ ctx, input }) => reserveTickets(ctx, input)),

  /** Saves the driver's own order of a date's stops. */
  setRouteOrder: crewAlways
    .input(routeOrderSchema)
    .mutation(({ ctx, input }) => setRouteOrder(ctx, input)),
});
