import { Button, IconButton } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Checkbox } from '@/client/components/form/checkbox';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { useInstants } from '@/client/lib/business-zone';
import { newId } from '@/client/lib/new-id';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { customerNoteSchema, MAX_CUSTOMER_NOTE_LENGTH } from '@/domain/account/customers';

type Note = Outputs['admin']['customer']['notes'][number];

/** Staff notes about a customer, also for their drivers. The customer never sees them. */
export function CustomerNotes({ id, notes }: { id: string; notes: Note[] }) {
  const utils = trpc.useUtils();
  const removing = trpc.admin.removeCustomerNote.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const remove = async (note: Note) => {
    const yes = await confirm({
      danger: true,
      title: 'Remove this note?',
      description: note.text.length > 160 ? `${note.text.slice(0, 160)}…` : note.text,
      confirmLabel: 'Remove Note',
      cancelLabel: 'Keep Note',
    });
    if (!yes) return;
    try {
      await removing.mutateAsync({ id: note.id });
      toastSuccess('Note Removed');
    } catch (failure) {
      toastError('Note Not Removed', problemOf(failure).message);
    }
    await utils.admin.customer.invalidate({ id });
  };

  const { formatInstant } = useInstants();
  return (
    <Panel tight icon="edit" title="Notes" subtitle="Customers never see notes.">
      <AddNote id={id} />
      {notes.length === 0 ? (
        <p className="mt-3 text-muted">No notes yet.</p>
      ) : (
        <ul className="mt-3 flex flex-col divide-y divide-edge/70 border-t border-edge/70">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start gap-2 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
                <p className="text-sm text-muted">
                  {note.forDriver ? <strong>For the driver. </strong> : null}
                  {note.authorName}, {formatInstant(note.createdAt)}
                </p>
              </div>
              <IconButton
                size="sm"
                icon={OTHER_ICONS.trash}
                label="Remove Note"
                onClick={() => remove(note)}
              />
            </li>
          ))}
        </ul>
      )}
      {confirmDialog}
    </Panel>
  );
}

/** @returns a blank note. Its request ID stays the same until it's saved, so a retry adds it once. */
const blank = (id: string) => ({ id, text: '', forDriver: false, requestId: newId() });

function AddNote({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const adding = trpc.admin.addCustomerNote.useMutation();
  const form = useZodForm(customerNoteSchema, {
    defaultValues: blank(id),
    send: async (typed) => {
      await adding.mutateAsync(typed);
      form.reset(blank(id));
      toastSuccess('Note Added');
      await utils.admin.customer.invalidate({ id });
    },
    onFailed: ({ message }) => toastError('Note Not Saved', message),
  });
  return (
    <Form form={form} className="flex flex-col gap-2">
      <Field label="New Note" labelHidden error={form.errors.text?.message}>
        <TextArea
          {...form.register('text')}
          rows={2}
          maxLength={MAX_CUSTOMER_NOTE_LENGTH}
          placeholder="Gate code, dog, where to tie up"
          className="!min-h-16"
        />
      </Field>
      <Checkbox
        {...form.register('forDriver')}
        label="Show to Drivers"
        hint="The driver sees it on the day of each delivery."
      />
      <Button type="submit" size="sm" className="self-start" busy={form.formState.isSubmitting}>
        Add Note
      </Button>
      <LeaveGuard when={form.formState.isDirty} description="You haven’t saved your note." />
    </Form>
  );
}
