import { useEffect, useRef } from 'react';
import { Badge, type Tone } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Dialog } from '@/client/components/dialog/dialog';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { Select } from '@/client/components/form/select';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { PhoneLink } from '@/client/components/phone-link';
import { useInstants } from '@/client/lib/business-zone';
import { newId } from '@/client/lib/new-id';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import {
  MAX_MESSAGE_LENGTH,
  SENDING_LABELS,
  type SendingState,
} from '@/domain/messages/conversation';
import { writtenMessageSchema } from '@/domain/messages/conversation.schema';

type Conversation = Outputs['admin']['conversation'];
type Message = Conversation['messages'][number];

const POLL_MS = 15_000;

const STATE_TONES: Record<SendingState, Tone> = {
  waiting: 'grey',
  sent: 'grey',
  delivered: 'green',
  failed: 'red',
  dropped: 'grey',
  call: 'yellow',
};

type ConversationDialogProps = {
  id: string;
  publicCode: string;
  customerName: string | null;
  customerPhone: string | null;
  onClose: () => void;
};

/** All messages to and from a delivery's customer, with a field for the next one. */
export function ConversationDialog({ id, publicCode, ...props }: ConversationDialogProps) {
  const { customerName, customerPhone, onClose } = props;
  const query = trpc.admin.conversation.useQuery(
    { id },
    { refetchOnMount: 'always', refetchInterval: POLL_MS },
  );
  return (
    <Dialog
      open
      size="lg"
      title={`Messages with ${customerName ?? 'guest'}`}
      description={`Appointment ${publicCode}`}
      onClose={onClose}
    >
      {query.data ? (
        <div className="flex flex-col gap-4">
          <Messages messages={query.data.messages} />
          {query.data.channel === null ? (
            <p>
              This customer has no email address and gets no texts.
              {customerPhone ? (
                <>
                  {' '}
                  Call <PhoneLink phone={customerPhone} className="link" />.
                </>
              ) : null}
            </p>
          ) : (
            <Answer id={id} conversation={query.data} />
          )}
        </div>
      ) : query.isError ? (
        <ErrorState title="We couldn’t load the messages" onRetry={() => query.refetch()}>
          {problemOf(query.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading messages" rows={4} rowClassName="h-14" />
      )}
    </Dialog>
  );
}

function Messages({ messages }: { messages: readonly Message[] }) {
  const end = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  // A new message scrolls to the end.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  if (messages.length === 0) return <p className="text-muted">No messages yet.</p>;
  return (
    <section
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation must scroll by keyboard.
      tabIndex={0}
      className="max-h-[45dvh] overflow-y-auto rounded-field"
    >
      <ol aria-live="polite" className="flex flex-col gap-2">
        {messages.map((message) => (
          <MessageLine key={message.id} message={message} />
        ))}
      </ol>
      <div ref={end} />
    </section>
  );
}

const CHANNEL_NAMES: Record<Message['channel'], string> = {
  text: 'Text',
  mail: 'Email',
  page: 'Delivery page',
  call: 'Call',
};

function MessageLine({ message }: { message: Message }) {
  const { formatInstant } = useInstants();
  const { author, channel, body, writtenBy, createdAt, state, nextAttemptAt } = message;
  const isLater = state === 'waiting' && nextAttemptAt !== null && nextAttemptAt > createdAt;
  return (
    <li
      className={classNames(
        'max-w-[85%] rounded-box border px-3 py-2',
        author === 'customer' && 'self-start border-edge bg-base-200',
        author === 'staff' && 'self-end border-primary/40 bg-base-100',
        author === 'system' && 'self-end border-dashed border-edge bg-base-100 text-sm',
      )}
    >
      <p className="wrap-anywhere whitespace-pre-line">{body}</p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <span>
          {author === 'system' ? `Automatic ${CHANNEL_NAMES[channel].toLowerCase()}` : null}
          {author === 'staff' ? `${writtenBy}, ${CHANNEL_NAMES[channel].toLowerCase()}` : null}
          {author === 'customer' ? `Customer, ${CHANNEL_NAMES[channel].toLowerCase()}` : null}
        </span>
        <time dateTime={new Date(createdAt).toISOString()}>{formatInstant(createdAt)}</time>
        {state ? (
          <Badge tone={STATE_TONES[state]}>
            {isLater ? `Waits until ${formatInstant(nextAttemptAt)}` : SENDING_LABELS[state]}
          </Badge>
        ) : null}
      </p>
    </li>
  );
}

/** @returns an empty message. Its request ID stays until it's sent, so a retry sends it once. */
const blank = (id: string) => ({ id, text: '', requestId: newId() });

function Answer({ id, conversation }: { id: string; conversation: Conversation }) {
  const utils = trpc.useUtils();
  const sending = trpc.admin.writeMessage.useMutation();
  const form = useZodForm(writtenMessageSchema, {
    defaultValues: blank(id),
    send: async (typed) => {
      await sending.mutateAsync(typed);
      form.reset(blank(id));
      toastSuccess('Message Sent');
      await Promise.all([
        utils.admin.conversation.invalidate({ id }),
        utils.admin.reviewQueue.invalidate(),
      ]);
    },
    onFailed: ({ message, reason }) => {
      // After a refusal, the next press is a new message. It may have been sent before.
      if (reason) form.setValue('requestId', newId());
      void utils.admin.conversation.invalidate({ id });
      toastError('Message Not Sent', message);
    },
  });
  const { savedReplies, channel } = conversation;
  const insert = (replyId: string) => {
    const reply = savedReplies.find((one) => one.id === replyId);
    if (!reply) return;
    const typed = form.getValues('text').trim();
    form.setValue('text', typed ? `${typed} ${reply.body}` : reply.body, { shouldDirty: true });
    form.setFocus('text');
  };
  return (
    <Form form={form} className="flex flex-col gap-2">
      {savedReplies.length > 0 ? (
        <Select
          aria-label="Saved replies"
          placeholder="Insert a saved reply…"
          value=""
          onChange={({ target }) => insert(target.value)}
          options={savedReplies.map((reply) => ({ value: reply.id, label: reply.title }))}
        />
      ) : null}
      <Field
        label="Your Message"
        error={form.errors.text?.message}
        hint={
          channel === 'text'
            ? 'Sent as a text. At night it waits until the morning, unless the customer just wrote.'
            : 'Sent as an email.'
        }
      >
        <TextArea
          {...form.register('text')}
          data-autofocus
          rows={3}
          maxLength={MAX_MESSAGE_LENGTH}
        />
      </Field>
      <Button type="submit" className="self-end" busy={form.formState.isSubmitting}>
        Send Message
      </Button>
      <LeaveGuard when={form.formState.isDirty} description="You haven’t sent your message." />
    </Form>
  );
}
