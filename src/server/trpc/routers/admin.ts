import * as z from 'zod/mini';
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
import { byIdSchema } from '@/domain/fields';
import { bookForCustomer } from '@/server/modules/appointments/book-for-customer.usecases';
import { cancelAppointment } from '@/server/modules/appointments/cancel.usecases';
import { confirmAppointment } from '@/server/modules/appointments/confirm.usecases';
import { editDetails, previewPrice } from '@/server/modules/appointments/edit-details.usecases';
import { readLink } from '@/server/modules/appointments/renew-link.usecases';
import { rescheduleAppointment } from '@/server/modules/appointments/reschedule.usecases';
import { scheduleAppointment } from '@/server/modules/appointments/schedule.usecases';
import {
  listAllAppointments,
  listAppointments,
  readAppointment,
} from '@/server/modules/appointments/staff-lists.usecases';
import { completeDelivery } from '@/server/modules/deliveries/completion.usecases';
import { listDrivers } from '@/server/modules/deliveries/list-drivers.usecases';
import { patchAppointment } from '@/server/modules/deliveries/patch.usecases';
import { admin, adminAlways, router } from '../init';
import { photosLimited } from '../limits';
import { activityProcedures } from './admin/activity';
import { apiKeysRouter } from './admin/api-keys';
import { bulkProcedures } from './admin/bulk';
import { calendarProcedures } from './admin/calendar';
import { customerProcedures } from './admin/customers';
import { dispatchProcedures } from './admin/dispatch';
import { moneyProcedures } from './admin/money';
import { peopleProcedures } from './admin/people';
import { reviewProcedures } from './admin/review';
import { settingsProcedures } from './admin/settings';

export const adminRouter = router({
  ...activityProcedures,
  ...bulkProcedures,
  ...calendarProcedures,
  ...customerProcedures,
  ...dispatchProcedures,
  ...moneyProcedures,
  ...peopleProcedures,
  ...reviewProcedures,
  ...settingsProcedures,

  apiKeys: apiKeysRouter,

  appointments: adminAlways
    .input(appointmentListSchema)
    .query(({ ctx, input }) => listAppointments(ctx, input)),

  appointment: adminAlways.input(byIdSchema).query(({ ctx, input }) => readAppointment(ctx, input)),

  /**
   * The link to a delivery, to be passed on to its customer. A mutation, because emergency access may
   * read everything and take no key along.
   */
  showLink: admin.input(byIdSchema).mutation(({ ctx, input }) => readLink(ctx, input)),

  /** Books for a customer on the phone, who is sent a link: emergency access takes no link along. */
  bookForCustomer: admin
    .input(bookForCustomerSchema)
    .mutation(({ ctx, input }) => bookForCustomer(ctx, input)),

  confirm: adminAlways
    .input(confirmationSchema)
    .mutation(({ ctx, input }) => confirmAppointment(ctx, input)),

  schedule: adminAlways
    .input(schedulingSchema)
    .mutation(({ ctx, input }) => scheduleAppointment(ctx, input)),

  editDetails: adminAlways
    .input(editDetailsSchema)
    .mutation(({ ctx, input }) => editDetails(ctx, input)),

  /** The total of an edited order, before it is saved. */
  previewPrice: adminAlways
    .input(pricePreviewSchema)
    .query(({ ctx, input }) => previewPrice(ctx, input)),

  cancel: adminAlways
    .input(cancellationSchema)
    .mutation(({ ctx, input }) => cancelAppointment(ctx, input)),

  complete: adminAlways
    .input(completionSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => completeDelivery(ctx, input)),

  /** Moves an appointment to another time slot, dock or driver. */
  reschedule: adminAlways
    .input(rescheduleSchema)
    .mutation(({ ctx, input }) => rescheduleAppointment(ctx, input)),

  /** Every appointment, for outside callers. */
  allAppointments: admin
    .input(allAppointmentsSchema)
    .query(({ ctx, input }) => listAllAppointments(ctx, input)),

  /** Changes the status, the time slot and dock, or the order; for outside callers. */
  patch: adminAlways
    .input(staffPatchSchema)
    .use(photosLimited)
    .mutation(({ ctx, input }) => patchAppointment(ctx, input)),

  drivers: adminAlways.input(z.void()).query(({ ctx }) => listDrivers(ctx)),
});
