import * as z from 'zod/mini';
import { newApiKeySchema } from '@/domain/access/access.schema';
import {
  allAppointmentsSchema,
  appointmentListSchema,
  cancellationSchema,
  confirmationSchema,
  schedulingSchema,
} from '@/domain/appointment/appointment.schema';
import { bookForCustomerSchema } from '@/domain/appointment/book-for-customer.schema';
import { completionSchema } from '@/domain/appointment/completion.schema';
import { editDetailsSchema, pricePreviewSchema } from '@/domain/appointment/edit.schema';
import { rescheduleSchema, staffPatchSchema } from '@/domain/appointment/staff-patch.schema';
import { activityPersonSchema, activitySchema } from '@/domain/audit/activity.schema';
import { daySchema } from '@/domain/dispatch/day.schema';
import { byIdSchema } from '@/domain/fields';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from '@/server/modules/api-keys/api-keys.usecases';
import { bookForCustomer } from '@/server/modules/appointments/book-for-customer.usecases';
import { cancelForCustomer } from '@/server/modules/appointments/cancel.usecases';
import { confirmAppointment } from '@/server/modules/appointments/confirm.usecases';
import { editDetails, previewPrice } from '@/server/modules/appointments/edit-details.usecases';
import { withNotified } from '@/server/modules/appointments/notified';
import { readLink } from '@/server/modules/appointments/renew-link.usecases';
import { rescheduleAppointment } from '@/server/modules/appointments/reschedule.usecases';
import { scheduleAppointment } from '@/server/modules/appointments/schedule.usecases';
import {
  listAllAppointments,
  listAppointments,
  readAppointment,
} from '@/server/modules/appointments/staff-lists.usecases';
import { listActivity, listPeople } from '@/server/modules/audit/activity.usecases';
import { completeDelivery } from '@/server/modules/deliveries/completion/complete-delivery.usecases';
import { readDay, watchDay } from '@/server/modules/deliveries/day/day.usecases';
import { readDispatch } from '@/server/modules/deliveries/day/dispatch.usecases';
import { listDrivers } from '@/server/modules/deliveries/day/list-drivers.usecases';
import { patchAppointment } from '@/server/modules/deliveries/day/patch.usecases';
import { confirmed } from '../confirmed';
import { office, officeAlways, router, withinReach } from '../init';
import { photosLimited } from '../limits';
import { bulkProcedures } from './admin/bulk';
import { calendarProcedures } from './admin/calendar';
import { closingProcedures } from './admin/closing';
import { conversationProcedures } from './admin/conversation';
import { customerProcedures } from './admin/customers';
import { moneyProcedures } from './admin/money';
import { officeProcedures } from './admin/office';
import { peopleProcedures } from './admin/people';
import { placeProcedures } from './admin/places';
import { reviewProcedures } from './admin/review';
import { settingsProcedures } from './admin/settings';
import { truckProcedures } from './admin/trucks';
import { waitingProcedures } from './admin/waiting';

export const adminRouter = router({
  ...bulkProcedures,
  ...calendarProcedures,
  ...closingProcedures,
  ...conversationProcedures,
  ...customerProcedures,
  ...moneyProcedures,
  ...officeProcedures,
  ...peopleProcedures,
  ...placeProcedures,
  ...reviewProcedures,
  ...settingsProcedures,
  ...truckProcedures,
  ...waitingProcedures,

  /** API keys with which programs call /api. */
  apiKeys: router({
    list: office('business').query(({ ctx }) => listApiKeys(ctx)),

    /** Only this answer contains the key. */
    create: office('business')
      .use(confirmed)
      .input(newApiKeySchema)
      .mutation(({ ctx, input }) => createApiKey(ctx, input)),

    revoke: office('business')
      .input(byIdSchema)
      .mutation(({ ctx, input }) => revokeApiKey(ctx, input)),
  }),

  appointments: officeAlways('deliveries')
    .input(appointmentListSchema)
    .query(({ ctx, input }) => listAppointments(ctx, input)),

  appointment: officeAlways('deliveries')
    .input(byIdSchema)
    .query(({ ctx, input }) => readAppointment(ctx, input)),

  /**
   * The delivery link, for staff to pass on to the customer. A mutation, because emergency access
   * may read everything but must not get a key.
   */
  showLink: office('deliveries')
    .input(byIdSchema)
    .mutation(({ ctx, input }) => readLink(ctx, input)),

  /** Books for a customer on the phone, who gets a link. Emergency access gets no link. */
  bookForCustomer: office('deliveries')
    .input(bookForCustomerSchema)
    .mutation(({ ctx, input }) => withNotified(ctx, bookForCustomer(ctx, input))),

  confirm: officeAlways('deliveries')
    .input(confirmationSchema)
    .mutation(({ ctx, input }) => withNotified(ctx, confirmAppointment(ctx, input))),

  schedule: officeAlways('deliveries')
    .input(schedulingSchema)
    .mutation(({ ctx, input }) => scheduleAppointment(ctx, input)),

  editDetails: officeAlways('deliveries')
    .input(editDetailsSchema)
    .mutation(({ ctx, input }) => withNotified(ctx, editDetails(ctx, input))),

  /** Calculates the total of an edited order before it's saved. */
  previewPrice: officeAlways('deliveries')
    .input(pricePreviewSchema)
    .query(({ ctx, input }) => previewPrice(ctx, input)),

  cancel: officeAlways('deliveries')
    .input(cancellationSchema)
    .mutation(({ ctx, input }) => cancelForCustomer(ctx, input)),

  complete: officeAlways('deliveries')
    .input(completionSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => completeDelivery(ctx, input)),

  /** Moves an appointment to another time window, dock, or driver. */
  reschedule: officeAlways('deliveries')
    .input(rescheduleSchema)
    .mutation(({ ctx, input }) => withNotified(ctx, rescheduleAppointment(ctx, input))),

  /** All appointments, for outside callers. */
  allAppointments: office('deliveries')
    .input(allAppointmentsSchema)
    .query(({ ctx, input }) => listAllAppointments(ctx, input)),

  /** Changes the status, the time window and dock, or the order, for outside callers. */
  patch: officeAlways('deliveries')
    .input(staffPatchSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => patchAppointment(ctx, input)),

  drivers: officeAlways('deliveries')
    .input(z.void())
    .query(({ ctx }) => listDrivers(ctx)),

  /** The deliveries of a date, one line each. */
  day: officeAlways('deliveries')
    .input(daySchema)
    .use(withinReach)
    .query(({ ctx, input }) => readDay(ctx, input)),

  /** A day's deliveries for people who only watch: without contact details, amounts, and notes. */
  watchDay: office('day')
    .input(daySchema)
    .query(({ ctx, input }) => watchDay(ctx, input)),

  /** The plan for a date, with the positions of drivers and docks. */
  dispatch: officeAlways('deliveries')
    .input(daySchema)
    .use(withinReach)
    .query(({ ctx, input }) => readDispatch(ctx, input)),

  /** A page of the audit log, the newest entries first. */
  activity: office('business')
    .input(activitySchema)
    .query(({ ctx, input }) => listActivity(ctx, input)),

  /** All staff, for the filter by person, including the person in the filter. */
  activityPeople: office('business')
    .input(activityPersonSchema)
    .query(({ ctx, input }) => listPeople(ctx, input)),
});
