/**
 * What became of a form's subject since it was read. A save that would overwrite it is refused, and the
 * person decides field by field.
 */
import * as z from 'zod/mini';
import { DomainError } from './errors';

/** A value as forms and outside callers send it: gallons and dollars, a label, a name. */
export type FieldValue = string | number | boolean | null;

/** One field that another call changed: by whom and when (ms), where that is known. */
export type FieldChange = {
  field: string;
  from: FieldValue;
  to: FieldValue;
  who: string | null;
  when: number | null;
};

export const EDIT_CONFLICT_TEXT = 'Someone else changed this, so nothing was saved yet.';

/**
 * The refusal of a save.
 *
 * @param version the version to send with the next save, where the subject has versions
 */
export function editConflict(changes: FieldChange[], version?: number): DomainError {
  const details = { changes, ...(version !== undefined && { version }) };
  return new DomainError('changed_meanwhile', EDIT_CONFLICT_TEXT, { details });
}

/** More than any form has. */
const MOST_FIELDS = 100;

const number = z
  .number()
  .check(z.minimum(Number.MIN_SAFE_INTEGER), z.maximum(Number.MAX_SAFE_INTEGER));
const value = z.union([z.string().check(z.maxLength(200_000)), number, z.boolean(), z.null()]);

/**
 * The values with which a form was opened, by field. A save that carries them is refused where one of
 * its fields has another value by now; without them the fields that were sent win.
 */
export const readSchema = z.optional(
  z
    .record(z.string().check(z.maxLength(40)), value)
    .check(z.refine((fields) => Object.keys(fields).length <= MOST_FIELDS)),
);
export type ReadValues = z.infer<typeof readSchema>;

type Values = Readonly<Record<string, FieldValue | undefined>>;
/** A blank input and no value are the same. */
const plain = (value: FieldValue | undefined): FieldValue =>
  value === '' ? null : (value ?? null);

/** Whether a row has these values already, so that saving them changes nothing. */
export const isAlready = (row: object, values: object): boolean =>
  Object.entries(values).every(([name, value]) => {
    const present = (row as Record<string, unknown>)[name];
    return value === undefined || JSON.stringify(present) === JSON.stringify(value);
  });

/** The fields of a save that are neither as they were read nor as they are sent. */
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
 * Throws the refusal of a save of what only its customer changes: it was another page of theirs, or
 * another device.
 *
 * @param when it was changed (ms), where that is known
 */
export function refuseOwnOverwrite(
  read: ReadValues,
  values: { sent: Values; current: Values },
  when: number | null = null,
): void {
  const changes = overwritten(read, values);
  if (changes.length === 0) return;
  throw editConflict(changes.map((one) => ({ ...one, who: 'You', when })));
}
