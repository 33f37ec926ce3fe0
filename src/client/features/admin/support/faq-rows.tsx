import { Button, IconButton } from '@/client/components/button';
import { EmptyState } from '@/client/components/feedback/states';
import { TextArea } from '@/client/components/form/text-area';
import { TextInput } from '@/client/components/form/text-input';
import { OTHER_ICONS } from '@/client/components/other-icons';
import type { FaqItem } from '@/domain/support';

type FaqRowsProps = { rows: FaqItem[]; onChange: (rows: FaqItem[]) => void };

/** One row per question, which can be edited, moved, and removed. */
export function FaqRows({ rows, onChange }: FaqRowsProps) {
  const edit = (index: number, change: Partial<FaqItem>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const move = (from: number, to: number) => {
    const next = [...rows];
    next.splice(to, 0, ...next.splice(from, 1));
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
              key={index}
              data-faq={index + 1}
              className="rounded-field border border-edge/70 bg-base-200/60 p-3"
            >
              <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
                <span className="text-sm font-semibold text-muted">Question {index + 1}</span>
                <span className="flex flex-wrap">
                  <IconButton
                    size="sm"
                    icon={OTHER_ICONS.up}
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
                    icon={OTHER_ICONS.trash}
                    label={`Remove question ${index + 1}`}
                    onClick={() => onChange(rows.toSpliced(index, 1))}
                  />
                </span>
              </div>
              <div className="flex flex-col gap-2">
                <TextInput
                  compact
                  aria-label={`Question ${index + 1}`}
                  placeholder="Question"
                  value={row.question}
                  onChange={(event) => edit(index, { question: event.currentTarget.value })}
                />
                <TextArea
                  rows={2}
                  aria-label={`Answer ${index + 1}`}
                  placeholder="Answer"
                  className="!min-h-16"
                  value={row.answer}
                  onChange={(event) => edit(index, { answer: event.currentTarget.value })}
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
        onClick={() => onChange([...rows, { question: '', answer: '' }])}
      >
        Add Question
      </Button>
    </>
  );
}
