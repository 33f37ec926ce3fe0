import * as z from 'zod/mini';
import { editDetailsSchema, pricePreviewSchema } from '@/domain/booking/edit-schemas';
import {
  allAppointmentsSchema,
  appointmentIdSchema,
  appointmentListSchema,
  cancellationSchema,
  completionSchema,
  confirmationSchema,
  schedulingSchema,
} from '@/domain/booking/schemas';
import { rescheduleSchema, staffPatchSchema } from '@/domain/booking/staff-patch-schemas';
import { cancelBooking } from '@/server/modules/appointments/booking-changes.usecases';
import { completeDelivery } from '@/server/modules/appointments/completion.usecases';
import { editDetails, previewPrice } from '@/server/modules/appointments/details.usecases';
import { patchAppointment } from '@/server/modules/appointments/patch.usecases';
import { rescheduleAppointment } from '@/server/modules/appointments/reschedule.usecases';
import {
  confirmAppointment,
  listAllAppointments,
  listAppointments,
  readAppointment,
  scheduleAppointment,
} from '@/server/modules/appointments/staff.usecases';
import { listDrivers } from '@/server/modules/drivers/drivers.usecases';
import { admin, router } from '../init';
import { apiKeysRouter } from './admin/api-keys';
import { calendarProcedures } from './admin/calendar';
import { customerProcedures } from './admin/customers';
import { moneyProcedures } from './admin/money';
import { peopleProcedures } from './admin/people';
import { settingsProcedures } from './admin/settings';

export const adminRouter = router({
  ...calendarProcedures,
  ...customerProcedures,
  ...moneyProcedures,
  ...peopleProcedures,
  ...settingsProcedures,

  apiKeys: apiKeysRouter,

  appointments: admin
    .input(appointmentListSchema)
    .query(({ ctx, input }) => listAppointments(ctx, input)),

  appointment: admin
    .input(appointmentIdSchema)
    .query(({ ctx, input }) => readAppointment(ctx, input)),

  confirm: admin
    .input(confirmationSchema)
    .mutation(({ ctx, input }) => confirmAppointment(ctx, input)),

  schedule: admin
    .input(schedulingSchema)
    .mutation(({ ctx, input }) => scheduleAppointment(ctx, input)),

  editDetails: admin.input(editDetailsSchema).mutation(({ ctx, input }) => editDetails(ctx, input)),

  /** The total of an edited order, before it is saved. */
  previewPrice: admin.input(pricePreviewSchema).query(({ ctx, input }) => previewPrice(ctx, input)),

  cancel: admin.input(cancellationSchema).mutation(({ ctx, input }) => cancelBooking(ctx, input)),

  complete: admin
    .input(completionSchema)
    .mutation(({ ctx, input }) => completeDelivery(ctx, input)),

  /** Another time, place or driver. */
  reschedule: admin
    .input(rescheduleSchema)
    .mutation(({ ctx, input }) => rescheduleAppointment(ctx, input)),

  /** Every delivery, for outside callers. */
  allAppointments: admin
    .input(allAppointmentsSchema)
    .query(({ ctx, input }) => listAllAppointments(ctx, input)),

  /** A status, or time and place, or the order; for outside callers. */
  patch: admin.input(staffPatchSchema).mutation(({ ctx, input }) => patchAppointment(ctx, input)),

  drivers: admin.input(z.void()).query(({ ctx }) => listDrivers(ctx)),
});
