import * as z from 'zod/mini';
import { idSchema, pageNumber, requestIdSchema, requiredLongText, text } from '../fields';
import { CUSTOMER_SORTS } from './customer-sorts';

/** Maximum length of a note about a customer. */
export const MAX_CUSTOMER_NOTE_LENGTH = 2_000;

export const CUSTOMER_STATUSES = ['Active', 'New'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

/** Returns Active for customers with at least one order. */
export function customerStatus(appointments: number): CustomerStatus {
  return appointments > 0 ? 'Active' : 'New';
}

export const customerListSchema = z.object({
  search: z.optional(text(100)),
  sort: z._default(z.enum(CUSTOMER_SORTS, 'Please select a column.'), 'name'),
  descending: z._default(z.boolean(), false),
  page: pageNumber,
});
export type CustomerListInput = z.infer<typeof customerListSchema>;

export const customerAppointmentsSchema = z.object({ id: idSchema, page: pageNumber });

/** The customers in an export: all of them, or the results of a search. */
export const customerExportSchema = z.object({ search: z.optional(text(100)) });
export type CustomerExport = z.infer<typeof customerExportSchema>;

/**
 * A part of the customer list, starting after the given customer. Callers that read the whole list
 * use it.
 */
export const customerStretchSchema = z.object({ after: z.nullish(idSchema) });

/** A note by staff. Repeating a call with the same `requestId` doesn't add it twice. */
export const customerNoteSchema = z.object({
  id: idSchema,
  text: requiredLongText('Please enter the note first.', MAX_CUSTOMER_NOTE_LENGTH),
  requestId: z.optional(requestIdSchema),
});
export type CustomerNoteInput = z.infer<typeof customerNoteSchema>;
