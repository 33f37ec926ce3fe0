import { useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form';
import type { Problem } from '@/client/lib/problem';
import type { FieldChange, FieldValue } from '@/domain/edit-conflict';
import type { CheckedForm } from './use-checked-form';

/** Describes a field: its label, its value as people read it, and its value as typed. */
export type ConflictFact = {
  label: string;
  text?: (value: NonNullable<FieldValue>) => string;
  typed?: (value: FieldValue) => unknown;
};
export type ConflictFacts = Readonly<Record<string, ConflictFact>>;

type Choice = 'mine' | 'theirs';
type AnyForm = CheckedForm<FieldValues, never>;

type Conflict = { version?: number; changes: FieldChange[] };
const NOTHING: Conflict = { changes: [] };

/**
 * Tracks changes that someone else made while a form was open, and how the person merges them. Until they're
 * merged, the server refuses every save.
 * @param read the version or the values that the form was opened with. `read()` is sent with each save
 * @param next returns the version or the values that count as read after the merge
 */
export function useEditConflict<Read>(read: Read, next: (read: Read, conflict: Conflict) => Read) {
  const latest = useRef(read);
  const [current, setCurrent] = useState<Conflict>(NOTHING);
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  return {
    changes: current.changes,
    choices,
    choose: (field: string, choice: Choice) => setChoices((all) => ({ ...all, [field]: choice })),
    read: () => latest.current,
    /** Handles a failed save if it's a conflict. Returns false for other problems. */
    notice: ({ reason, details }: Problem): boolean => {
      if (reason !== 'changed_meanwhile') return false;
      setCurrent(details as Conflict);
      setChoices({});
      return true;
    },
    /**
     * Call this once the form contains the other person's changes, so that the next save is
     * accepted.
     */
    accept: () => {
      latest.current = next(latest.current, current);
    },
    /**
     * Call this if the form shows newer values, because nothing was typed or because it was saved.
     */
    follow: (shown: Read) => {
      latest.current = shown;
      if (current.changes.length > 0) setCurrent(NOTHING);
    },
  };
}

/** Follows the page's values until the person types in the form. */
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

/** Returns the next version, for subjects with versions. */
export const nextVersion = (read: number, { version }: { version?: number }) => version ?? read;

/** Returns the values with the changes, for subjects without versions. */
export const nextValues = (
  read: Record<string, FieldValue>,
  { changes }: { changes: FieldChange[] },
): Record<string, FieldValue> => ({
  ...read,
  ...Object.fromEntries(changes.map(({ field, to }) => [field, to])),
});

/** Returns the value as an input shows it. */
export function typedOf(value: FieldValue, fact: ConflictFact | undefined): unknown {
  if (fact?.typed) return fact.typed(value);
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : value;
}

/** Returns a field's value as people read it, or "none" if it's empty. */
export const textOf = (value: FieldValue, fact: ConflictFact | undefined): string =>
  value === null || value === '' ? 'none' : (fact?.text?.(value) ?? String(value));

/** True if the person typed a value that differs from the changed one. */
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
 * Returns the values that merging puts into the form: the other person's changes, except in fields where this
 * person typed a value. A preview shows the typed values with these changes.
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

/** Puts the changes from `changesToMerge` into the form. */
export function merge(form: AnyForm, conflict: EditConflict, facts: ConflictFacts) {
  for (const [field, value] of Object.entries(changesToMerge(form, conflict, facts))) {
    form.setValue(field as FieldPath<FieldValues>, value as FieldPathValue<FieldValues, string>, {
      shouldDirty: true,
    });
  }
  conflict.accept();
}
