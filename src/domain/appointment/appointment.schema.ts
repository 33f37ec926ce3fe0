import * as z from 'zod/mini';
import {
  calendarDate,
  driverIdSchema,
  idSchema,
  noteText,
  pageNumber,
  text,
  versionSchema,
} from '../fields';
import { APPOINTMENT_STATUSES, STAFF_SECTIONS } from './status';

/** A confirmation. Without a saved card, it needs a reason. */
export const confirmationSchema = z.object({
  id: idSchema,
  noCardReason: z.optional(noteText),
  version: versionSchema,
});

/** A confirmation without a saved card, so the reason is required. */
export const noCardConfirmationSchema = z.extend(confirmationSchema, {
  noCardReason: noteText.check(z.minLength(1, 'Please enter a reason.')),
});

export const schedulingSchema = z.object({
  id: idSchema,
  driverId: z.nullish(driverIdSchema),
  version: versionSchema,
});

export const cancellationSchema = z.object({
  id: idSchema,
  reason: z.optional(noteText),
  version: versionSchema,
});

/** The input of calls that list only by page. */
export const pageSchema = z.object({ page: pageNumber });

const listed = {
  search: z.optional(text(100)),
  date: z.nullish(calendarDate('Please select a valid date.')),
  includeHeld: z._default(z.boolean(), false),
  page: pageNumber,
};

export const appointmentListSchema = z.object({
  ...listed,
  status: z.enum(STAFF_SECTIONS, 'Please select a section.'),
  /** Leaves out deliveries older than a few days. */
  recent: z.optional(z.boolean()),
});

/** The list for API callers. Without a status, it has all of them. */
export const allAppointmentsSchema = z.object({
  ...listed,
  status: z.optional(z.enum(APPOINTMENT_STATUSES, 'Please select a status.')),
});

/** The filters of an appointment export, which includes every status. */
export const appointmentExportSchema = z.object({
  search: listed.search,
  date: z.optional(calendarDate('Please select a valid date.')),
  held: z.optional(z.enum(['true', 'false'], 'Please send true or false.')),
});
export type AppointmentExport = z.infer<typeof appointmentExportSchema>;
