import { useRef } from 'react';
import { Button } from '@/client/components/button';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { TextArea } from '@/client/components/form/text-area';
import { TextInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { HOW_TO_STOP, sender } from '@/domain/messages/customer-texts';
import { TEXT_LENGTH, toGsm } from '@/domain/messages/gsm';
import {
  filled,
  MESSAGE_TABLE,
  type MessageChannel,
  type WordingName,
} from '@/domain/messages/message-table';
import {
  allowedIn,
  defaultWords,
  hasIntroduction,
  type OwnWords,
  PLACEHOLDERS,
  sampleValues,
  textSize,
} from '@/domain/messages/own-words';
import { ownWordsSchema } from '@/domain/messages/own-words.schema';

export type OwnWordsView = Outputs['admin']['ownWords'];
type Row = OwnWordsView['changed'][number];

type MessageDialogProps = {
  wording: WordingName;
  channel: MessageChannel;
  view: OwnWordsView;
  /** Undefined if the words were never changed. */
  row: Row | undefined;
  /** Reads the words again after someone else changed them. */
  readAgain: () => Promise<Row | undefined>;
  onClose: () => void;
};

/** Changes the words of a text, or the start of an email, with a preview. */
export function MessageDialog(props: MessageDialogProps) {
  const { wording, channel, view, row, readAgain, onClose } = props;
  const utils = trpc.useUtils();
  const changing = trpc.admin.changeOwnWords.useMutation();
  const ours = defaultWords(wording, channel, view);
  const form = useZodForm(ownWordsSchema, {
    defaultValues: { wording, channel, version: row?.version ?? 0, words: row?.words ?? ours },
    send: async (typed) => {
      await changing.mutateAsync(typed);
      await utils.admin.ownWords.invalidate();
      toastSuccess('Message Saved', 'New messages will use this wording.');
      onClose();
    },
    onFailed: async (problem, field) => {
      if (field) return;
      form.setError('root', { message: problem.message });
      if (problem.reason !== 'changed_meanwhile') return;
      const fresh = await readAgain();
      // The dialog shows the other version, so saving again is deliberate.
      if (fresh) form.setValue('version', fresh.version);
    },
  });
  const { errors, register, watch } = form;
  const words = (watch('words') ?? ours) as OwnWords;
  const isEmail = channel === 'email';
  const hasBody = !isEmail || hasIntroduction(wording);
  const focused = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const field = focused.current;
    if (!field) return;
    field.setRangeText(`{${name}}`, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    form.setValue(field.name as 'words.body', field.value, { shouldDirty: true });
    field.focus();
  };
  const reset = async () => {
    try {
      await changing.mutateAsync({ wording, channel, words: null, version: row?.version ?? 0 });
      toastSuccess('Message Reset', 'New messages will use our standard wording.');
      onClose();
    } catch (error) {
      toastError('Message Not Reset', problemOf(error).message);
    } finally {
      await utils.admin.ownWords.invalidate();
    }
  };
  return (
    <FormDialog
      form={form}
      size="md"
      title={`${isEmail ? 'Email' : 'Text'}: ${MESSAGE_TABLE[wording].label}`}
      description={
        isEmail
          ? 'We’ll add the details, the amounts, and the link.'
          : 'We’ll add your company’s name at the start, and the link and opt-out instructions at the end.'
      }
      submitLabel="Save Message"
      busyText="Saving…"
      otherAction={
        row?.words ? (
          <Button variant="quiet" busy={changing.isPending} onClick={reset}>
            Reset to Default
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      {isEmail ? (
        <Field label="Subject" error={errors.words?.subject?.message} required>
          <TextInput
            {...register('words.subject')}
            onFocus={(event) => {
              focused.current = event.currentTarget;
            }}
          />
        </Field>
      ) : null}
      {hasBody ? (
        <Field
          label={isEmail ? 'First Lines' : 'Text'}
          error={errors.words?.body?.message}
          required={!isEmail}
          {...(isEmail && { hint: 'Leave blank to use our standard wording.' })}
        >
          <TextArea
            {...register('words.body')}
            rows={4}
            onFocus={(event) => {
              focused.current = event.currentTarget;
            }}
          />
        </Field>
      ) : errors.words?.body ? (
        <p role="alert" className="text-error">
          {errors.words.body.message}
        </p>
      ) : null}
      <fieldset>
        <legend className="mb-1.5 text-sm text-muted">Insert a value</legend>
        <div className="flex flex-wrap gap-1.5">
          {allowedIn(wording, channel).map((name) => (
            <Button
              key={name}
              size="sm"
              variant="quiet"
              title={PLACEHOLDERS[name]?.meaning}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </Button>
          ))}
        </div>
      </fieldset>
      <Preview words={words} isEmail={isEmail} hasBody={hasBody} view={view} />
      {row ? <p className="text-sm text-muted">Last changed by {row.changedText}.</p> : null}
    </FormDialog>
  );
}

type PreviewProps = { words: OwnWords; isEmail: boolean; hasBody: boolean; view: OwnWordsView };

/** Shows the message for an example delivery, and how long a text can get. */
function Preview({ words, isEmail, hasBody, view }: PreviewProps) {
  const { company, link } = view;
  const values = sampleValues('example', company);
  const show = (text: string) => filled(text, values) ?? text;
  return (
    <section aria-label="Preview" className="rounded-field border border-edge bg-base-200 p-3">
      <h3 className="mb-1 text-sm font-normal text-muted">Preview</h3>
      {isEmail ? (
        <>
          <p className="font-semibold wrap-anywhere">{show(words.subject)}</p>
          {hasBody ? (
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{show(words.body)}</p>
          ) : null}
        </>
      ) : (
        <>
          <p className="whitespace-pre-line wrap-anywhere">
            {`${sender(company)}${toGsm(show(words.body))} ${link}${HOW_TO_STOP}`}
          </p>
          <Size words={words.body} view={view} />
        </>
      )}
    </section>
  );
}

function Size({ words, view }: { words: string; view: OwnWordsView }) {
  const { length, parts } = textSize(words, view);
  return (
    <p role="status" className="mt-2 text-sm text-muted">
      {parts === 1
        ? `Up to ${length} of ${TEXT_LENGTH} characters, depending on the values.`
        : `Up to ${length} characters, depending on the values. Phone companies count this as ${parts} texts.`}
    </p>
  );
}
