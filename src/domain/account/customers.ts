import * as z from 'zod/mini';
import { idSchema, pageNumber, requestIdSchema, requiredLongText, text } from '../fields';
import { CUSTOMER_SORTS } from './customer-sorts';

/** The most characters of a note about a customer. */
export const MAX_CUSTOMER_NOTE_LENGTH = 2_000;

export const CUSTOMER_STATUSES = ['Active', 'New'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

/** Active once they have ordered. */
export function customerStatus(appointments: number): CustomerStatus {
  return appointments > 0 ? 'Active' : 'New';
}

export const customerListSchema = z.object({
  search: z.optional(text(100)),
  sort: z._default(z.enum(CUSTOMER_SORTS, 'Please choose one of the columns.'), 'name'),
  descending: z._default(z.boolean(), false),
  page: pageNumber,
});
export type CustomerListInput = z.infer<typeof customerListSchema>;

export const customerAppointmentsSchema = z.object({ id: idSchema, page: pageNumber });

/** The customers that a file has: all, or those that a search finds. */
export const customerExportSchema = z.object({ search: z.optional(text(100)) });
export type CustomerExport = z.infer<typeof customerExportSchema>;

/** A stretch of the whole list, for what takes all of it: those after the customer named. */
export const customerStretchSchema = z.object({ after: z.nullish(idSchema) });

/** A note as staff write it. Sent again with the same `requestId`, it is the same one. */
export const customerNoteSchema = z.object({
  id: idSchema,
  text: requiredLongText('Please write the note first.', MAX_CUSTOMER_NOTE_LENGTH),
  requestId: z.optional(requestIdSchema),
});
export type CustomerNoteInput = z.infer<typeof customerNoteSchema>;
