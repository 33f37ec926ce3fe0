/**
 * Detects edit conflicts: a save that would overwrite someone else's change is refused, and the
 * person decides field by field.
 */
import * as z from 'zod/mini';
import { DomainError } from './errors';

/** A value in the units that forms and API callers use: gallons, dollars, a label, or a name. */
export type FieldValue = string | number | boolean | null;

/** One field that another call changed. `who` and `when` (ms) are null if unknown. */
export type FieldChange = {
  field: string;
  from: FieldValue;
  to: FieldValue;
  who: string | null;
  when: number | null;
};

export const EDIT_CONFLICT_TEXT = 'Someone else changed this, so nothing was saved yet.';

/**
 * Returns the error that refuses a save because of an edit conflict.
 *
 * @param version the version to send with the next save, if the subject has versions
 */
export function editConflict(changes: FieldChange[], version?: number): DomainError {
  const details = { changes, ...(version !== undefined && { version }) };
  return new DomainError('changed_meanwhile', EDIT_CONFLICT_TEXT, { details });
}

/** No form has this many fields. The limit only stops oversized requests. */
const MOST_FIELDS = 100;

const number = z
  .number()
  .check(z.minimum(Number.MIN_SAFE_INTEGER), z.maximum(Number.MAX_SAFE_INTEGER));
const value = z.union([z.string().check(z.maxLength(200_000)), number, z.boolean(), z.null()]);

/**
 * The values that a form showed when it was opened, by field. If any field that it saves has a
 * different value now, the save is refused. Without these values, the save overwrites the current
 * ones.
 */
export const readSchema = z.optional(
  z
    .record(z.string().check(z.maxLength(40)), value)
    .check(z.refine((fields) => Object.keys(fields).length <= MOST_FIELDS)),
);
export type ReadValues = z.infer<typeof readSchema>;

type Values = Readonly<Record<string, FieldValue | undefined>>;
/** Converts a blank input to null. */
const plain = (value: FieldValue | undefined): FieldValue =>
  value === '' ? null : (value ?? null);

/** True if a row already has these values, so saving them would change nothing. */
export const isAlready = (row: object, values: object): boolean =>
  Object.entries(values).every(([name, value]) => {
    const present = (row as Record<string, unknown>)[name];
    return value === undefined || JSON.stringify(present) === JSON.stringify(value);
  });

/** Returns the fields that someone else changed to a value other than the one being saved. */
export function overwritten(
  read: ReadValues,
  { sent, current }: { sent: Values; current: Values },
): Pick<FieldChange, 'field' | 'from' | 'to'>[] {
  return Object.entries(read ?? {}).flatMap(([field, was]) => {
    if (sent[field] === undefined || current[field] === undefined) return [];
    const [from, to] = [plain(was), plain(current[field])];
    return from === to || to === plain(sent[field]) ? [] : [{ field, from, to }];
  });
}

/**
 * Throws an edit conflict for a record that only its customer changes. The other change came from
 * another page or device of the same customer, so it's attributed to "You".
 *
 * @param when time of the other change (ms), or null if unknown
 */
export function refuseOwnOverwrite(
  read: ReadValues,
  values: { sent: Values; current: Values },
  when: number | null = null,
): void {
  const changes = overwritten(read, values);
  if (changes.length === 0) return;
  throw editConflict(changes.map((change) => ({ ...change, who: 'You', when })));
}
