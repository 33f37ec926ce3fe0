import * as z from 'zod/mini';
import {
  idSchema,
  pageNumber,
  requestIdSchema,
  requiredLongText,
  requiredText,
  text,
} from '../fields';
import { CUSTOMER_SORTS } from './customer-sorts';

/** Maximum length of a note about a customer. */
export const MAX_CUSTOMER_NOTE_LENGTH = 2_000;

/** Drivers read these notes at the dock, so their length and number are limited. */
export const DRIVER_NOTES = { length: 300, count: 5 } as const;

/** Maximum length of a tag, and maximum number of tags per customer. */
export const TAGS = { length: 30, count: 10 } as const;

export const CUSTOMER_STATUSES = ['Active', 'New'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

/** Returns Active for customers with at least one order. */
export function customerStatus(appointments: number): CustomerStatus {
  return appointments > 0 ? 'Active' : 'New';
}

const tagText = requiredText('Enter a tag.', TAGS.length);

export const customerListSchema = z.object({
  search: z.optional(text(100)),
  tag: z.optional(tagText),
  sort: z._default(z.enum(CUSTOMER_SORTS, 'Please select a column.'), 'name'),
  descending: z._default(z.boolean(), false),
  page: pageNumber,
});
export type CustomerListInput = z.infer<typeof customerListSchema>;

export const customerAppointmentsSchema = z.object({ id: idSchema, page: pageNumber });

/** The customers in an export: all of them, those with a tag, or the results of a search. */
export const customerExportSchema = z.object({
  search: z.optional(text(100)),
  tag: z.optional(tagText),
});
export type CustomerExport = z.infer<typeof customerExportSchema>;

/**
 * A part of the customer list, starting after the given customer. Callers that read the whole list
 * use it.
 */
export const customerStretchSchema = z.object({ after: z.nullish(idSchema) });

/** A note by staff. Repeating a call with the same `requestId` doesn't add it twice. */
export const customerNoteSchema = z
  .object({
    id: idSchema,
    text: requiredLongText('Please enter the note first.', MAX_CUSTOMER_NOTE_LENGTH),
    /** True if the drivers of the customer's deliveries see it too. */
    forDriver: z.optional(z.boolean()),
    requestId: z.optional(requestIdSchema),
  })
  .check(
    z.refine(({ text, forDriver }) => !forDriver || text.length <= DRIVER_NOTES.length, {
      error: `Please use at most ${DRIVER_NOTES.length} characters in a note for the driver.`,
      path: ['text'],
    }),
  );
export type CustomerNoteInput = z.infer<typeof customerNoteSchema>;

/** A tag that staff add to a customer, or remove. */
export const customerTagSchema = z.object({ id: idSchema, tag: tagText });
export type CustomerTagInput = z.infer<typeof customerTagSchema>;
