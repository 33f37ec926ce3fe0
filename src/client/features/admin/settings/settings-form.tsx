import type { ReactNode } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Form } from '@/client/components/form/form';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import type { IconName } from '@/client/components/icon';
import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';
import { businessSettingsSchema } from '@/domain/business-settings';
import {
  readOf,
  SETTING_MEANWHILE,
  type SettingName,
  type Settings,
  valuesOf,
} from './setting-values';

type SettingsFormProps = {
  settings: Settings;
  title: string;
  icon: IconName;
  /** Names the group of settings on the button and in toasts, in Title Case. */
  name: string;
  /** The end of the warning about unsaved changes, such as "the settings". */
  what: string;
  children: ReactNode;
};

/** Edits a part of the owner's settings. A blank field returns to its default. */
export function SettingsForm({ settings, title, icon, name, what, children }: SettingsFormProps) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.changeBusinessSettings.useMutation();
  const conflict = useEditConflict(readOf(settings), nextValues);
  const form = useZodForm(businessSettingsSchema, {
    defaultValues: valuesOf(settings),
    send: async (typed) => {
      const changed = Object.keys(form.formState.dirtyFields) as SettingName[];
      const sent = Object.fromEntries(changed.map((name) => [name, typed[name]]));
      const saved = await saving.mutateAsync({ ...sent, read: conflict.read() });
      utils.admin.businessSettings.setData(undefined, saved);
      await Promise.all([
        utils.admin.chargeLimits.invalidate(),
        utils.support.company.invalidate(),
        utils.admin.legalTexts.invalidate(),
      ]);
      form.reset(valuesOf(saved));
      conflict.follow(readOf(saved));
      toastSuccess(`${name} Saved`, 'Changes are now in effect.');
    },
    conflict,
    onFailed: (problem, field) => {
      if (field) return;
      toastError(`${name} Not Saved`, problem.message);
    },
  });
  const { isDirty, isSubmitting } = form.formState;

  return (
    <Panel
      tight
      icon={icon}
      title={title}
      subtitle="Leave a field blank to use the default."
      actions={
        <span role="status">{isDirty ? <Badge tone="yellow">Unsaved changes</Badge> : null}</span>
      }
    >
      <Form form={form} className="flex flex-col gap-6">
        <EditConflictPanel conflict={conflict} facts={SETTING_MEANWHILE} />
        {children}
        <div className="border-t border-edge/70 pt-4">
          <Button
            type="submit"
            variant="main"
            disabled={!isDirty}
            busy={isSubmitting}
            busyText="Saving…"
            className="max-sm:w-full"
          >
            Save {name}
          </Button>
        </div>
      </Form>
      <LeaveGuard when={isDirty} description={`You haven’t saved your changes to ${what}.`} />
    </Panel>
  );
}
