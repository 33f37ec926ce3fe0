import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { TextArea } from '@/client/components/form/text-area';
import { TextInput } from '@/client/components/form/text-input';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';
import { supportFormSchema } from '@/domain/support';
import { FaqEditor } from './faq-editor';
import { changesOf, readOf, type Settings, SUPPORT_FACTS, valuesOf } from './support-values';

/** Edits the contact details and the FAQ that customers see. Asks before unsaved changes are lost. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.saveSupport.useMutation();
  const { confirm, confirmDialog } = useConfirm();
  const conflict = useEditConflict(readOf(settings), nextValues);
  const form = useZodForm(supportFormSchema, {
    defaultValues: valuesOf(settings),
    send: async (typed) => {
      const changed = changesOf(typed, settings);
      if (!changed) return;
      const saved = await saving.mutateAsync({ ...changed, read: conflict.read() });
      utils.admin.supportSettings.setData(undefined, saved);
      form.reset(valuesOf(saved));
      conflict.follow(readOf(saved));
      toastSuccess('Settings Saved', 'Customers can see the changes now.');
      await utils.support.info.invalidate();
    },
    conflict,
    onFailed: (problem) => {
      toastError(
        'Save Failed',
        problem.reason === 'forbidden'
          ? problem.message
          : 'Failed to save support settings. Please try again.',
      );
    },
  });
  const { register, errors } = form;
  const { isSubmitting } = form.formState;
  const isChanged = changesOf(form.watch(), settings) !== null;

  const discard = async () => {
    const yes = await confirm({
      danger: true,
      title: 'Discard your changes?',
      description: 'The form goes back to the last saved settings.',
      confirmLabel: 'Discard Changes',
      cancelLabel: 'Keep Editing',
    });
    if (yes) form.reset();
  };

  return (
    <Panel
      tight
      icon={OTHER_ICONS.settings}
      title="Support Settings"
      subtitle="Customers see these texts under Support."
      actions={
        <span role="status">{isChanged ? <Badge tone="yellow">Unsaved changes</Badge> : null}</span>
      }
    >
      <Form form={form}>
        <EditConflictPanel conflict={conflict} facts={SUPPORT_FACTS} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Support Email" error={errors.email?.message}>
            <TextInput {...register('email')} type="email" icon="mail" autoComplete="off" />
          </Field>
          <Field label="Support Phone" error={errors.phone?.message}>
            <TextInput {...register('phone')} type="tel" icon="phone" autoComplete="off" />
          </Field>
          <Field label="Business Hours" error={errors.businessHours?.message}>
            <TextInput {...register('businessHours')} icon="clock" />
          </Field>
          <Field label="Service Area" error={errors.serviceArea?.message}>
            <TextInput {...register('serviceArea')} icon="pin" />
          </Field>
          <Field
            label="Emergency Information"
            error={errors.emergencyInfo?.message}
            className="sm:col-span-2"
          >
            <TextArea {...register('emergencyInfo')} rows={2} className="!min-h-16" />
          </Field>
        </div>
        <FaqEditor />
        <div className="flex flex-wrap gap-2 border-t border-edge/70 pt-4">
          <Button
            type="submit"
            variant="main"
            disabled={!isChanged}
            busy={isSubmitting}
            busyText="Saving…"
            className="max-sm:flex-1"
          >
            Save Settings
          </Button>
          {isChanged ? (
            <Button variant="quiet" disabled={isSubmitting} onClick={discard}>
              Discard Changes
            </Button>
          ) : null}
        </div>
      </Form>
      {confirmDialog}
      <LeaveGuard
        when={isChanged}
        description="You haven’t saved your changes to the support settings."
      />
    </Panel>
  );
}
