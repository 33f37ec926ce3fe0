import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextArea } from '@/client/components/form/text-area';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Panel } from '@/client/components/panel';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { LEGAL_PATHS, LEGAL_TITLES, newLegalTextSchema } from '@/domain/legal/legal-texts';

type Text = Outputs['admin']['legalTexts'][number];

/** Edits the terms or the privacy notice. Each save is a new version. */
export function LegalTextForm({ current }: { current: Text }) {
  const { kind } = current;
  const title = LEGAL_TITLES[kind];
  const utils = trpc.useUtils();
  const saving = trpc.admin.saveLegalText.useMutation();
  const conflict = useEditConflict<Record<string, string>>(
    { text: current.text },
    (read, next) => nextValues(read, next) as Record<string, string>,
  );
  const form = useZodForm(newLegalTextSchema, {
    defaultValues: { kind, text: current.text },
    send: async ({ text }) => {
      const all = await saving.mutateAsync({ kind, text, read: conflict.read() });
      utils.admin.legalTexts.setData(undefined, all);
      const saved = all.find((one) => one.kind === kind) ?? current;
      form.reset({ kind, text: saved.text });
      conflict.follow({ text: saved.text });
      toastSuccess(`${title} Saved`, 'It applies to everyone who books from now on.');
    },
    conflict,
    onFailed: (problem, field) => {
      if (field) return;
      toastError(`${title} Not Saved`, problem.message);
    },
  });
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Panel
      tight
      title={title}
      subtitle={
        current.isDefault
          ? 'This is the standard text with your company’s name.'
          : `Version ${current.version}. Clear the text to use the standard one.`
      }
      actions={
        <span role="status">{isDirty ? <Badge tone="yellow">Unsaved changes</Badge> : null}</span>
      }
    >
      <Form form={form} className="flex flex-col gap-4">
        <EditConflictPanel conflict={conflict} facts={{ text: { label: title } }} />
        <Field
          label={`${title} Text`}
          hint="Start a line with # for a heading. Leave a blank line between paragraphs."
          error={form.errors.text?.message}
        >
          <TextArea {...form.register('text')} rows={8} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="main"
            disabled={!isDirty}
            busy={isSubmitting}
            busyText="Saving…"
            className="max-sm:w-full"
          >
            Save {title}
          </Button>
          <a
            href={LEGAL_PATHS[kind]}
            target="_blank"
            rel="noopener"
            className="link inline-flex min-h-11 items-center"
          >
            See the page
          </a>
        </div>
      </Form>
      <LeaveGuard when={isDirty} description={`You haven’t saved your changes to the ${title}.`} />
    </Panel>
  );
}
