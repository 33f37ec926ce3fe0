import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { ConfirmDialog, useConfirm } from '@/client/components/confirm-dialog';
import { Field } from '@/client/components/field';
import { Panel } from '@/client/components/panel';
import { TextArea } from '@/client/components/text-area';
import { TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { supportSettingsSchema } from '@/domain/support';
import { FaqEditor } from './faq-editor';
import { changesOf, type Draft, draftOf, type Settings, type TextName } from './support-draft';

type Errors = Partial<Record<TextName | 'faqItems', string>>;

/** How customers reach us and what they read; nothing typed here is lost without a question. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const utils = trpc.useUtils();
  const saving = trpc.admin.saveSupport.useMutation();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [errors, setErrors] = useState<Errors>({});
  const changes = changesOf(draft, settings);
  const { confirm, confirmDialog } = useConfirm();
  const blocker = useBlocker({
    shouldBlockFn: () => changes !== null,
    enableBeforeUnload: () => changes !== null,
    withResolver: true,
  });

  const change = (next: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...next }));
    setErrors({});
  };
  const text = (name: TextName) => ({
    name,
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!changes) return;
    const form = event.currentTarget;
    const read = supportSettingsSchema.safeParse(changes);
    if (!read.success) {
      const found = read.error.issues.map((issue) => [String(issue.path[0]), issue.message]);
      setErrors(Object.fromEntries(found));
      form.querySelector<HTMLElement>(`[name="${found[0]?.[0]}"]`)?.focus();
      return;
    }
    try {
      const saved = await saving.mutateAsync(changes);
      utils.admin.supportSettings.setData(undefined, saved);
      setDraft((now) => ({ ...draftOf(saved), asText: now.asText }));
      toast({
        variant: 'success',
        title: 'Settings Saved',
        description: 'Customers see them now.',
      });
      await utils.support.info.invalidate();
    } catch (error) {
      const { reason, field, message } = problemOf(error);
      if (reason === 'invalid_input' && field) setErrors({ [field]: message });
      toast({
        variant: 'destructive',
        title: 'Save Failed',
        description: 'Failed to save support settings. Please try again.',
      });
    }
  };

  const discard = async () => {
    const yes = await confirm({
      danger: true,
      title: 'Discard the changes?',
      description: 'The settings are shown again as they were saved last.',
      confirmLabel: 'Discard changes',
      cancelLabel: 'Keep editing',
    });
    if (yes) change(draftOf(settings));
  };

  return (
    <Panel
      tight
      icon="settings"
      title="Support Settings"
      subtitle="What customers see under Support."
      actions={
        <span role="status">{changes ? <Badge tone="yellow">Unsaved changes</Badge> : null}</span>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Support Email" error={errors.email}>
            <TextInput {...text('email')} type="email" icon="mail" autoComplete="off" />
          </Field>
          <Field label="Support Phone" error={errors.phone}>
            <TextInput {...text('phone')} type="tel" icon="phone" autoComplete="off" />
          </Field>
          <Field label="Business Hours" error={errors.businessHours}>
            <TextInput {...text('businessHours')} icon="clock" />
          </Field>
          <Field label="Service Area" error={errors.serviceArea}>
            <TextInput {...text('serviceArea')} icon="pin" />
          </Field>
          <Field
            label="Emergency Information"
            error={errors.emergencyInfo}
            className="sm:col-span-2"
          >
            <TextArea {...text('emergencyInfo')} rows={2} className="!min-h-16" />
          </Field>
        </div>
        <FaqEditor draft={draft} error={errors.faqItems} onChange={change} />
        <div className="flex flex-wrap gap-2 border-t border-edge/70 pt-4">
          <Button
            type="submit"
            variant="main"
            disabled={!changes}
            busy={saving.isPending}
            busyText="Saving…"
            className="max-sm:flex-1"
          >
            Save Settings
          </Button>
          {changes ? (
            <Button variant="quiet" disabled={saving.isPending} onClick={discard}>
              Discard changes
            </Button>
          ) : null}
        </div>
      </form>
      {confirmDialog}
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        danger
        title="Leave without saving?"
        description="Your changes to the support settings are not saved yet."
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
    </Panel>
  );
}
