import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { LeaveGuard } from '@/client/components/dialog/leave-guard';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Checkbox } from '@/client/components/form/checkbox';
import { EditConflictPanel } from '@/client/components/form/edit-conflict-panel';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { nextValues, useEditConflict } from '@/client/components/form/use-edit-conflict';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';
import { businessSettingsSchema } from '@/domain/business-settings';
import { AREA_POLICIES, AREA_POLICY_LABELS } from '@/domain/route/service-area';
import { formatHour } from '@/domain/time';
import {
  hintOf,
  labelOf,
  readOf,
  SETTING_MEANWHILE,
  type SettingName,
  type Settings,
  type SettingValues,
  valuesOf,
} from './setting-values';

/** The owner's settings. A blank field returns to its default. */
export function BusinessSettingsForm({ settings }: { settings: Settings }) {
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
      await utils.admin.chargeLimits.invalidate();
      form.reset(valuesOf(saved));
      conflict.follow(readOf(saved));
      toastSuccess('Settings Saved', 'Changes are now in effect.');
    },
    onFailed: (problem, field) => {
      if (conflict.notice(problem) || field) return;
      toastError('Settings Not Saved', problem.message);
    },
  });
  const { isDirty, isSubmitting } = form.formState;

  return (
    <Panel
      tight
      icon={OTHER_ICONS.settings}
      title="Business rules"
      subtitle="Leave a field blank to use the default."
      actions={
        <span role="status">{isDirty ? <Badge tone="yellow">Unsaved changes</Badge> : null}</span>
      }
    >
      <Form form={form} className="flex flex-col gap-6">
        <EditConflictPanel conflict={conflict} facts={SETTING_MEANWHILE} />
        <Group title="Company">
          <Text name="companyName" settings={settings} />
          <Text name="waters" settings={settings} />
          <Text name="companyAddress" settings={settings} />
        </Group>
        <Group title="Payments">
          <Amount name="confirmAbove" settings={settings} />
          <Amount name="confirmRefundsAbove" settings={settings} />
        </Group>
        <Group title="Service area">
          <Setting name="serviceRadiusMiles" settings={settings}>
            <NumberInput name="serviceRadiusMiles" step={1} after="miles" />
          </Setting>
          <Text name="serviceCenter" settings={settings} />
          <Text name="serviceZips" settings={settings} />
          <Policy name="areaPolicy" settings={settings} />
        </Group>
        <Group title="Weather">
          <Setting name="windLimitMph" settings={settings}>
            <NumberInput name="windLimitMph" step={1} after="mph" />
          </Setting>
        </Group>
        <Group title="Messages">
          <Hour name="messagesFromHour" settings={settings} hours={hours(0, 23)} />
          <Hour name="messagesUntilHour" settings={settings} hours={hours(1, 24)} />
        </Group>
        <Group title="Proof of delivery">
          <YesOrNo name="asksForPhoto" settings={settings} />
          <YesOrNo name="asksForSignature" settings={settings} />
        </Group>
        <div className="border-t border-edge/70 pt-4">
          <Button
            type="submit"
            variant="main"
            disabled={!isDirty}
            busy={isSubmitting}
            busyText="Saving…"
            className="max-sm:w-full"
          >
            Save Settings
          </Button>
        </div>
      </Form>
      <LeaveGuard when={isDirty} description="You haven’t saved your changes to the settings." />
    </Panel>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 text-lg font-semibold">{title}</legend>
      <div className="grid gap-4 md:grid-cols-2">{children}</div>
    </fieldset>
  );
}

type SettingProps = { name: SettingName; settings: Settings };

function Setting({ name, settings, children }: SettingProps & { children: ReactNode }) {
  const { formState } = useFormContext<SettingValues>();
  return (
    <Field
      label={labelOf(name)}
      hint={hintOf(name, settings)}
      error={formState.errors[name]?.message}
    >
      {children}
    </Field>
  );
}

function Amount(props: SettingProps) {
  return (
    <Setting {...props}>
      <NumberInput name={props.name} decimal before="$" />
    </Setting>
  );
}

function Text(props: SettingProps) {
  const { register } = useFormContext<SettingValues>();
  return (
    <Setting {...props}>
      <TextInput {...register(props.name)} autoComplete="off" />
    </Setting>
  );
}

const hours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

function Hour({ hours, ...props }: SettingProps & { hours: number[] }) {
  const { register } = useFormContext<SettingValues>();
  return (
    <Setting {...props}>
      <Select
        {...register(props.name)}
        options={hours.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
      />
    </Setting>
  );
}

function Policy(props: SettingProps) {
  const { register } = useFormContext<SettingValues>();
  return (
    <Setting {...props}>
      <Select
        {...register(props.name)}
        options={AREA_POLICIES.map((policy) => ({
          value: policy,
          label: AREA_POLICY_LABELS[policy],
        }))}
      />
    </Setting>
  );
}

function YesOrNo({ name, settings }: SettingProps) {
  const { register } = useFormContext<SettingValues>();
  return <Checkbox {...register(name)} label={labelOf(name)} hint={hintOf(name, settings)} />;
}
