import { useState } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { Field, FieldError } from '@/client/components/field';
import { EmptyState } from '@/client/components/states';
import { TextArea } from '@/client/components/text-area';
import { TextInput } from '@/client/components/text-input';
import { FAQ_SHAPE, readFaq } from '@/domain/support';
import { type Draft, type FaqRow, faqRow, textOfRows } from './support-draft';

type FaqEditorProps = {
  draft: Pick<Draft, 'rows' | 'faqText' | 'asText'>;
  error: string | undefined;
  onChange: (change: Partial<Draft>) => void;
};

/** The questions customers read, as rows or as the JSON text they are stored as. */
export function FaqEditor({ draft, error, onChange }: FaqEditorProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const toRows = () => {
    if (!isFaqList(draft.faqText)) return setRefusal(FAQ_SHAPE);
    setRefusal(null);
    onChange({ asText: false, rows: readFaq(draft.faqText).map(faqRow) });
  };
  const shownError = refusal ?? error;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">FAQ Content</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-hidden="true" className="text-[0.95rem] font-semibold">
          FAQ Content
        </p>
        <Button
          size="sm"
          variant="ghost"
          icon="edit"
          onClick={
            draft.asText
              ? toRows
              : () => onChange({ asText: true, faqText: textOfRows(draft.rows) })
          }
        >
          {draft.asText ? 'Edit as questions' : 'Edit as JSON text'}
        </Button>
      </div>
      {draft.asText ? (
        <Field
          label="FAQ Content as JSON"
          labelHidden
          error={shownError}
          hint="A JSON array of objects with question and answer."
        >
          <TextArea
            rows={12}
            spellCheck={false}
            className="font-mono text-[0.875rem]"
            value={draft.faqText}
            onChange={(event) => {
              setRefusal(null);
              onChange({ faqText: event.currentTarget.value });
            }}
          />
        </Field>
      ) : (
        <>
          <FaqRows rows={draft.rows} onChange={(rows) => onChange({ rows })} />
          {shownError ? <FieldError>{shownError}</FieldError> : null}
        </>
      )}
    </fieldset>
  );
}

function FaqRows({ rows, onChange }: { rows: FaqRow[]; onChange: (rows: FaqRow[]) => void }) {
  const edit = (key: number, change: Partial<FaqRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const move = (from: number, to: number) => {
    const next = [...rows];
    const [row] = next.splice(from, 1);
    if (row) next.splice(to, 0, row);
    onChange(next);
  };
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState icon="help" title="No questions yet" className="!py-4">
          Customers see this list under Support.
        </EmptyState>
      ) : (
        <ol className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <li
              key={row.key}
              data-faq={index + 1}
              className="rounded-field border border-edge/70 bg-base-200/60 p-3"
            >
              <div className="mb-1 flex items-center justify-between gap-2">
                <span className="text-sm font-semibold text-muted">Question {index + 1}</span>
                <span className="flex">
                  <IconButton
                    size="sm"
                    icon="chevron-up"
                    label={`Move question ${index + 1} up`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    size="sm"
                    icon="chevron-down"
                    label={`Move question ${index + 1} down`}
                    disabled={index === rows.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <IconButton
                    size="sm"
                    icon="trash"
                    label={`Remove question ${index + 1}`}
                    onClick={() => onChange(rows.filter((one) => one.key !== row.key))}
                  />
                </span>
              </div>
              <div className="flex flex-col gap-2">
                <TextInput
                  compact
                  aria-label={`Question ${index + 1}`}
                  placeholder="Question"
                  value={row.question}
                  onChange={(event) => edit(row.key, { question: event.currentTarget.value })}
                />
                <TextArea
                  rows={2}
                  aria-label={`Answer ${index + 1}`}
                  placeholder="Answer"
                  className="!min-h-16"
                  value={row.answer}
                  onChange={(event) => edit(row.key, { answer: event.currentTarget.value })}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      <Button
        size="sm"
        variant="quiet"
        icon="plus"
        className="self-start"
        onClick={() => onChange([...rows, faqRow()])}
      >
        Add question
      </Button>
    </>
  );
}

function isFaqList(text: string): boolean {
  try {
    const items: unknown = JSON.parse(text);
    // An entry that rows cannot show would be lost on the way.
    return Array.isArray(items) && readFaq(text).length === items.length;
  } catch {
    return false;
  }
}
