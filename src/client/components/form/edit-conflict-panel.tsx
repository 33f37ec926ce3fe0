import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { type FieldValues, useFormContext } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { useInstants } from '@/client/lib/business-zone';
import type { FieldChange } from '@/domain/edit-conflict';
import { RadioCards } from './radio-cards';
import type { CheckedForm } from './use-checked-form';
import {
  type ConflictFacts,
  type EditConflict,
  isTypedOtherwise,
  merge,
  textOf,
} from './use-edit-conflict';

type EditConflictPanelProps = {
  conflict: EditConflict;
  facts: ConflictFacts;
};

/**
 * Shows someone else's changes while this form was open: each field, with who and when, and a
 * button that merges and saves. It's inside the form, and gets focus when it appears, so that it's
 * read first.
 */
export function EditConflictPanel({ conflict, facts }: EditConflictPanelProps) {
  // The form context comes from `FormDialog` or `Form`. Each fact describes one of its fields.
  const form = useFormContext<FieldValues, unknown, never>() as CheckedForm<FieldValues, never>;
  const { changes } = conflict;
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    if (changes.length > 0) panel.current?.focus();
  }, [changes]);
  const isShown = changes.length > 0;
  useLayoutEffect(() => {
    // A rule with :has() would make the browser style the whole form again at every change in it.
    const around = isShown && (panel.current?.closest('dialog') ?? panel.current?.closest('form'));
    if (!around) return;
    around.setAttribute('data-merging', '');
    return () => around.removeAttribute('data-merging');
  }, [isShown]);
  if (!isShown) return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="tone tone-yellow col-span-full flex flex-col gap-3 rounded-field border px-4 py-3"
    >
      <h3 id={`${id}-title`} className="text-base">
        Changed while you were editing
      </h3>
      <p id={`${id}-text`}>Nothing was saved yet. Here’s what changed:</p>
      <ul className="flex flex-col gap-3">
        {changes.map((change) => (
          <li key={change.field} data-field={change.field}>
            <ChangedField change={change} facts={facts} />
            {isTypedOtherwise(form, change, facts[change.field]) ? (
              <RadioCards
                legend={`${labelOf(change, facts)}: which one should we save?`}
                legendHidden
                dense
                columns={2}
                className="mt-1.5"
                value={conflict.choices[change.field] ?? 'mine'}
                onValueChange={(choice) =>
                  conflict.choose(change.field, choice === 'theirs' ? 'theirs' : 'mine')
                }
                options={[
                  {
                    value: 'mine',
                    label: `Yours: ${textOf(form.getValues(change.field), facts[change.field])}`,
                  },
                  { value: 'theirs', label: `Theirs: ${textOf(change.to, facts[change.field])}` },
                ]}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <Button
        type="submit"
        data-merge
        variant="main"
        className="self-start"
        disabled={form.formState.isSubmitting}
        onClick={() => merge(form, conflict, facts)}
      >
        Merge and Save
      </Button>
    </section>
  );
}

const labelOf = ({ field }: FieldChange, facts: ConflictFacts) => facts[field]?.label ?? field;

function ChangedField({ change, facts }: { change: FieldChange; facts: ConflictFacts }) {
  const { formatInstant } = useInstants();
  const { field, from, to, who, when } = change;
  const fact = facts[field];
  return (
    <p className="tabular leading-snug wrap-anywhere">
      <strong>{labelOf(change, facts)}: </strong>
      <s className="inline-block max-w-full">
        <span className="sr-only">from </span>
        {textOf(from, fact)}
      </s>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> to </span>
      <span className="inline-block max-w-full">{textOf(to, fact)}</span>
      <span className="block text-sm">
        {[who, when === null ? null : formatInstant(when)].filter(Boolean).join(', ')}
      </span>
    </p>
  );
}
