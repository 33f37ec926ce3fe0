import * as z from 'zod/mini';
import { idSchema, requestIdSchema, wholeNumber } from '../fields';

/** The contact values of a record. Only a guest takes over an email address from another guest. */
export const MERGED_CONTACTS = ['fullName', 'phone', 'email', 'address'] as const;
export type MergedContact = (typeof MERGED_CONTACTS)[number];

/** Two records to compare. */
export const mergePairSchema = z.object({ id: idSchema, otherId: idSchema });
export type MergePair = z.infer<typeof mergePairSchema>;

/** A merge. Repeating it with the same `requestId` changes nothing. */
export const mergeSchema = z.object({
  keptId: idSchema,
  goneId: idSchema,
  requestId: requestIdSchema,
  /** The values that come from the record that goes. */
  take: z.array(z.enum(MERGED_CONTACTS, 'Select a value.')).check(z.maxLength(4)),
  /** Identifies the contact values that the person saw. */
  seen: z.string('Reload the page.').check(z.maxLength(100)),
});
export type MergeInput = z.infer<typeof mergeSchema>;

export const undoMergeSchema = z.object({
  number: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Reload the page.'),
});
