import * as z from 'zod/mini';
import { calendarDate, endsInOrder, idSchema, text } from '../fields';
import { AUDIT_THINGS } from './things';

const nothing = z.literal('');
/** A filter that is left out or blank filters nothing. Any other value gets the sentence of its schema. */
const orNothing = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.union([nothing, schema], { error: ({ errors }) => errors?.at(-1)?.[0]?.message }));

/** Which entries of the audit log to read; an entry must fit all given fields. */
export const activityFilterSchema = z
  .object({
    /** An account: what its user did, and what was done to it. */
    person: orNothing(idSchema),
    thing: orNothing(z.enum(AUDIT_THINGS, 'Please choose what it is about.')),
    /** One thing, such as `driver:3`. */
    subject: orNothing(text(100)),
    /** One appointment, by its id. */
    appointment: orNothing(idSchema),
    /** The first and the last day, in the business's time zone. */
    from: orNothing(calendarDate()),
    to: orNothing(calendarDate()),
    search: orNothing(text(60)),
  })
  .check(endsInOrder);
export type ActivityFilter = z.infer<typeof activityFilterSchema>;

const CURSOR = 'That place in the list is not known.';

/** A page of entries: those after a cursor, which the page before gave. */
export const activitySchema = z.object({
  filter: activityFilterSchema,
  cursor: z.nullish(z.string(CURSOR).check(z.regex(/^\d{1,15}:[\w:-]{1,80}$/, CURSOR))),
});

/** The person whom a filter names, if any. */
export const activityPersonSchema = z.object({ person: orNothing(idSchema) });
