import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Field, FieldError } from '@/client/components/form/field';
import { TextArea } from '@/client/components/form/text-area';
import { FAQ_SHAPE } from '@/domain/support';
import { FaqRows } from './faq-rows';
import { rowsOf, type SupportValues, textOfRows } from './support-values';

/** Edits the FAQ as rows, or as the JSON text in which it's stored. */
export function FaqEditor() {
  const { setError, clearErrors } = useFormContext<SupportValues>();
  const { field, fieldState } = useController<SupportValues, 'faqItems'>({ name: 'faqItems' });
  const rows = rowsOf(field.value);
  const [wantsText, setWantsText] = useState(false);
  const asText = wantsText || rows === null;
  // An error inside the list has no message of its own.
  const error = fieldState.error && (fieldState.error.message ?? FAQ_SHAPE);

  const toggle = () => {
    if (asText && rows === null) return setError('faqItems', { message: FAQ_SHAPE });
    if (asText) clearErrors('faqItems');
    setWantsText(!asText);
  };

  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="sr-only">FAQ Content</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-hidden="true" className="text-[0.95rem] font-semibold">
          FAQ Content
        </p>
        <Button size="sm" variant="ghost" icon="edit" onClick={toggle}>
          {asText ? 'Edit as Questions' : 'Edit as JSON'}
        </Button>
      </div>
      {asText ? (
        <Field
          label="FAQ Content as JSON"
          labelHidden
          error={error}
          hint="A JSON array of objects, each with a question and an answer."
        >
          <TextArea
            {...field}
            rows={12}
            spellCheck={false}
            className="font-mono text-[0.875rem]"
            onChange={(event) => {
              // Otherwise the editor would switch to rows as soon as the typed text is a valid list.
              setWantsText(true);
              field.onChange(event);
            }}
          />
        </Field>
      ) : (
        <>
          <FaqRows rows={rows} onChange={(next) => field.onChange(textOfRows(next))} />
          {error ? <FieldError>{error}</FieldError> : null}
        </>
      )}
    </fieldset>
  );
}
