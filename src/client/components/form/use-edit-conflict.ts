import { useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import type { Problem } from '@/client/lib/problem';
import type { FieldChange, FieldValue } from '@/domain/edit-conflict';
import type { CheckedForm } from './use-checked-form';

/** A field as people read it, and as its input shows it. */
export type ConflictFact = {
  label: string;
  text?: (value: NonNullable<FieldValue>) => string;
  typed?: (value: FieldValue) => unknown;
};
export type ConflictFacts = Readonly<Record<string, ConflictFact>>;

type Choice = 'mine' | 'theirs';
type AnyForm = CheckedForm<FieldValues, never>;

type Told = { version?: number; changes: FieldChange[] };
const NOTHING: Told = { changes: [] };

/**
 * What another call changed while a form was open, and how it is merged. Until the person has
 * merged, every save is refused again.
 *
 * @param read what the form was opened with: a version, or values by field. `read()` is sent with
 * each save.
 * @param next what counts as read once the changes are merged
 */
export function useEditConflict<Read>(read: Read, next: (read: Read, told: Told) => Read) {
  const latest = useRef(read);
  const [told, setTold] = useState<Told>(NOTHING);
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  return {
    changes: told.changes,
    choices,
    choose: (field: string, choice: Choice) => setChoices((all) => ({ ...all, [field]: choice })),
    read: () => latest.current,
    /** Takes the problem of a save where it is a conflict; false for any other one. */
    notice: ({ reason, details }: Problem): boolean => {
      if (reason !== 'changed_meanwhile') return false;
      setTold(details as Told);
      setChoices({});
      return true;
    },
    /** The form has the changes now: the next save may be made. */
    accept: () => {
      latest.current = next(latest.current, told);
    },
    /** The form shows other values now: nothing is typed, or it was saved. */
    follow: (shown: Read) => {
      latest.current = shown;
      if (told.changes.length > 0) setTold(NOTHING);
    },
  };
}

/** Until something is typed into the form, what the page shows is what was read. */
export function useFollowing<Read>(
  conflict: Pick<ReturnType<typeof useEditConflict<Read>>, 'changes' | 'follow'>,
  shown: Read,
  isDirty: boolean,
) {
  useEffect(() => {
    if (!isDirty && conflict.changes.length === 0) conflict.follow(shown);
  });
}

export type EditConflict = Pick<
  ReturnType<typeof useEditConflict<unknown>>,
  'changes' | 'choices' | 'choose' | 'accept'
>;

/** The next version, for a subject that has versions. */
export const nextVersion = (read: number, { version }: { version?: number }) => version ?? read;

/** The values with the changes in them, for a subject without versions. */
export const nextValues = (
  read: Record<string, FieldValue>,
  { changes }: { changes: FieldChange[] },
): Record<string, FieldValue> => ({
  ...read,
  ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
});

/** The value as an input shows it. */
export function typedOf(value: FieldValue, fact: ConflictFact | undefined): unknown {
  if (fact?.typed) return fact.typed(value);
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : value;
}

/** The value of a field as people read it; "none" for an empty one. */
export const textOf = (value: FieldValue, fact: ConflictFact | undefined): string =>
  value === null || value === '' ? 'none' : (fact?.text?.(value) ?? String(value));

/** Whether the person typed into the field of a change, and something else than what it is now. */
export function isTypedOtherwise(
  form: AnyForm,
  { field, to }: FieldChange,
  fact: ConflictFact | undefined,
): boolean {
  const typed = form.getValues(field);
  return (
    field in form.getValues() &&
    form.formState.dirtyFields[field] === true &&
    String(typed ?? '') !== String(typedOf(to, fact) ?? '')
  );
}

/**
 * What merging puts into the form: the changes of others, but for the fields where one's own value is to
 * stay. A preview shows the typed values with these in them.
 */
export function changesToMerge<Values extends FieldValues, Checked>(
  form: CheckedForm<Values, Checked>,
  { changes, choices }: Pick<EditConflict, 'changes' | 'choices'>,
  facts: ConflictFacts,
): Partial<Values> {
  const any = form as unknown as AnyForm;
  const merged = changes.flatMap((change) => {
    const { field, to } = change;
    const fact = facts[field];
    const isKept = isTypedOtherwise(any, change, fact) && choices[field] !== 'theirs';
    return field in any.getValues() && !isKept ? [[field, typedOf(to, fact)]] : [];
  });
  return Object.fromEntries(merged);
}

/** Puts the changes of others into the form, as `changesToMerge` says. */
export function merge(form: AnyForm, conflict: EditConflict, facts: ConflictFacts) {
  for (const [field, value] of Object.entries(changesToMerge(form, conflict, facts))) {
    form.setValue(field as FieldPath<FieldValues>, value as FieldPathValue<FieldValues, string>, {
      shouldDirty: true,
    });
  }
  conflict.accept();
}
