import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { Panel } from '@/client/components/panel';
import { TextArea } from '@/client/components/text-area';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { formatInstant } from './customer';

type Note = Outputs['admin']['customer']['notes'][number];

const MAX_NOTE = 2000;

/** What staff want to remember of a customer; customers never see it. */
export function CustomerNotes({ id, notes }: { id: string; notes: Note[] }) {
  const utils = trpc.useUtils();
  const adding = trpc.admin.addCustomerNote.useMutation();
  const removing = trpc.admin.removeCustomerNote.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);

  const sayFailed = (title: string, failure: unknown) =>
    toast({ variant: 'destructive', title, description: problemOf(failure).message });

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setError('Please write the note first.');
    try {
      await adding.mutateAsync({ id, text });
      setText('');
      toast({ variant: 'success', title: 'Note added' });
    } catch (failure) {
      sayFailed('The note was not saved', failure);
    }
    await utils.admin.customer.invalidate({ id });
  };
  const remove = async (note: Note) => {
    const yes = await confirm({
      danger: true,
      title: 'Remove this note?',
      description: note.text.length > 160 ? `${note.text.slice(0, 160)}…` : note.text,
      confirmLabel: 'Remove note',
    });
    if (!yes) return;
    try {
      await removing.mutateAsync({ id: note.id });
      toast({ variant: 'success', title: 'Note removed' });
    } catch (failure) {
      sayFailed('The note was not removed', failure);
    }
    await utils.admin.customer.invalidate({ id });
  };

  return (
    <Panel tight icon="edit" title="Notes" subtitle="Only staff see them.">
      <form noValidate onSubmit={add} className="flex flex-col gap-2">
        <Field label="New note" labelHidden error={error}>
          <TextArea
            rows={2}
            maxLength={MAX_NOTE}
            placeholder="Gate code, dog, where to moor"
            className="!min-h-16"
            value={text}
            onChange={(event) => {
              setError(null);
              setText(event.currentTarget.value);
            }}
          />
        </Field>
        <Button type="submit" size="sm" className="self-start" busy={adding.isPending}>
          Add note
        </Button>
      </form>
      {notes.length === 0 ? (
        <p className="mt-3 text-muted">No notes yet.</p>
      ) : (
        <ul className="mt-3 flex flex-col divide-y divide-edge/70 border-t border-edge/70">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start gap-2 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
                <p className="text-sm text-muted">
                  {note.authorName}, {formatInstant(note.createdAt)}
                </p>
              </div>
              <IconButton size="sm" icon="trash" label="Remove note" onClick={() => remove(note)} />
            </li>
          ))}
        </ul>
      )}
      {confirmDialog}
    </Panel>
  );
}
