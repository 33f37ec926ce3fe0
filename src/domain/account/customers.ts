import * as z from 'zod/mini';
import { idSchema, text } from '../booking/schemas';
import { CUSTOMER_SORTS } from './customer-sorts';

/** Active once they have ordered (staff section 2). */
export function customerStatus(totalOrders: number): 'Active' | 'New' {
  return totalOrders > 0 ? 'Active' : 'New';
}

const page = z._default(
  z
    .number('Please give a page number.')
    .check(z.int(), z.minimum(1, 'Pages start at 1.'), z.maximum(100_000)),
  1,
);

export const customerListSchema = z.object({
  search: z.optional(text(100)),
  sort: z._default(z.enum(CUSTOMER_SORTS, 'Please choose one of the columns.'), 'name'),
  descending: z._default(z.boolean(), false),
  page,
});
export type CustomerListInput = z.infer<typeof customerListSchema>;

export const customerIdSchema = z.object({ id: idSchema });
export const customerOrdersSchema = z.object({ id: idSchema, page });

/** A stretch of the whole list, for what takes all of it: those after the customer named. */
export const customerStretchSchema = z.object({ after: z.nullish(idSchema) });

export const customerNoteSchema = z.object({
  id: idSchema,
  text: z
    .string('Please write the note first.')
    .check(
      z.trim(),
      z.minLength(1, 'Please write the note first.'),
      z.maxLength(2_000, 'Please use at most 2000 characters.'),
    ),
});
