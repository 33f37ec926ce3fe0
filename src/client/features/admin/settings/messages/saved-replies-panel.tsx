import { useState } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { TextArea } from '@/client/components/form/text-area';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { MAX_MESSAGE_LENGTH, MAX_REPLY_TITLE } from '@/domain/messages/conversation';
import { savedReplySchema } from '@/domain/messages/conversation.schema';

type Reply = Outputs['admin']['savedReplies'][number];

/** The owner's saved replies, which staff insert into their messages to customers. */
export function SavedRepliesPanel() {
  const utils = trpc.useUtils();
  const replies = trpc.admin.savedReplies.useQuery(undefined, { refetchOnMount: 'always' });
  const removing = trpc.admin.removeReply.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const [open, setOpen] = useState<Reply | 'new' | null>(null);
  const remove = async ({ id, title, body }: Reply) => {
    const yes = await confirm({
      danger: true,
      title: `Remove “${title}”?`,
      description: body,
      confirmLabel: 'Remove Reply',
      cancelLabel: 'Keep Reply',
    });
    if (!yes) return;
    try {
      await removing.mutateAsync({ id });
      toastSuccess('Reply Removed');
    } catch (failure) {
      toastError('Reply Not Removed', problemOf(failure).message);
    }
    await utils.admin.savedReplies.invalidate();
  };
  return (
    <Panel
      tight
      id="saved-replies"
      icon="mail"
      title="Saved replies"
      subtitle="Answers that staff often give and can insert into their messages."
      actions={
        <Button size="sm" icon="plus" variant="quiet" onClick={() => setOpen('new')}>
          Add Reply
        </Button>
      }
    >
      {replies.data ? (
        replies.data.length === 0 ? (
          <p className="text-muted">No saved replies yet.</p>
        ) : (
          <ul className="divide-y divide-edge/70">
            {replies.data.map((reply) => (
              <li key={reply.id} className="flex items-start gap-2 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="font-semibold wrap-anywhere">{reply.title}</p>
                  <p className="wrap-anywhere whitespace-pre-line text-muted">{reply.body}</p>
                </div>
                <IconButton
                  size="sm"
                  icon="edit"
                  label={`Edit ${reply.title}`}
                  onClick={() => setOpen(reply)}
                />
                <IconButton
                  size="sm"
                  icon={OTHER_ICONS.trash}
                  label={`Remove ${reply.title}`}
                  onClick={() => remove(reply)}
                />
              </li>
            ))}
          </ul>
        )
      ) : replies.isError ? (
        <ErrorState title="We couldn’t load the replies" onRetry={() => replies.refetch()}>
          {problemOf(replies.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-20 rounded-field" />
      )}
      {open ? (
        <ReplyDialog reply={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      ) : null}
      {confirmDialog}
    </Panel>
  );
}

type ReplyDialogProps = {
  /** Null to add one. */
  reply: Reply | null;
  onClose: () => void;
};

function ReplyDialog({ reply, onClose }: ReplyDialogProps) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.saveReply.useMutation();
  const form = useZodForm(savedReplySchema, {
    defaultValues: {
      title: reply?.title ?? '',
      body: reply?.body ?? '',
      version: reply?.version ?? 0,
      ...(reply && { id: reply.id }),
    },
    send: async (typed) => {
      await saving.mutateAsync(typed);
      toastSuccess('Reply Saved');
      await utils.admin.savedReplies.invalidate();
      onClose();
    },
    onFailed: (problem, field) => {
      if (!field) form.setError('root', { message: problem.message });
    },
  });
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      title={reply ? `Edit ${reply.title}` : 'Add a reply'}
      submitLabel="Save Reply"
      busyText="Saving…"
      onClose={onClose}
    >
      <Field label="Title" error={errors.title?.message} hint="Only staff see it." required>
        <TextInput
          {...register('title')}
          data-autofocus
          maxLength={MAX_REPLY_TITLE}
          autoComplete="off"
        />
      </Field>
      <Field label="Reply" error={errors.body?.message} required>
        <TextArea {...register('body')} rows={4} maxLength={MAX_MESSAGE_LENGTH} />
      </Field>
    </FormDialog>
  );
}
