import * as z from 'zod/mini';
import { calendarDate, endsInOrder, idSchema, text } from '../fields';
import { AUDIT_THINGS } from './things';

const nothing = z.literal('');
/**
 * An optional filter. If it's blank or omitted, there's no filter. Any other value is checked by
 * its schema, which has the error message.
 */
const orNothing = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.union([nothing, schema], { error: ({ errors }) => errors?.at(-1)?.[0]?.message }));

/** Filters for the audit log. An entry must match all of them. */
export const activityFilterSchema = z
  .object({
    /** An account: entries by its user and about it. */
    person: orNothing(idSchema),
    thing: orNothing(z.enum(AUDIT_THINGS, 'Please select a subject.')),
    /** One thing, named such as `driver:3`. */
    subject: orNothing(text(100)),
    /** One appointment, by ID. */
    appointment: orNothing(idSchema),
    /** The first and last day, in the business's time zone. */
    from: orNothing(calendarDate()),
    to: orNothing(calendarDate()),
    search: orNothing(text(60)),
  })
  .check(endsInOrder);
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

const CURSOR = 'That position in the list isn’t valid. Reload the list.';

/** A page of entries, starting after the cursor from the previous page. */
export const activitySchema = z.object({
  filter: activityFilterSchema,
  cursor: z.nullish(z.string(CURSOR).check(z.regex(/^\d{1,15}:[\w:-]{1,80}$/, CURSOR))),
});

/** The person in a filter, if any. */
export const activityPersonSchema = z.object({ person: orNothing(idSchema) });
