import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Checkbox } from '@/client/components/form/checkbox';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { Select } from '@/client/components/form/select';
import { TextArea } from '@/client/components/form/text-area';
import { TextInput } from '@/client/components/form/text-input';
import { AREA_POLICIES, AREA_POLICY_LABELS } from '@/domain/route/service-area';
import { formatHour } from '@/domain/time';
import {
  hintOf,
  labelOf,
  type SettingName,
  type Settings,
  type SettingValues,
} from './setting-values';

/** Groups settings under a title. */
export function Group({
  title,
  id,
  children,
}: {
  title: string;
  id?: string;
  children: ReactNode;
}) {
  return (
    <fieldset id={id} className="scroll-mt-4">
      <legend className="mb-2 text-lg font-semibold">{title}</legend>
      <div className="grid gap-4 md:grid-cols-2">{children}</div>
    </fieldset>
  );
}

type SettingProps = { name: SettingName; settings: Settings };

/** Shows a setting's label, hint, and error around its field. */
export function Setting({
  name,
  settings,
  className,
  children,
}: SettingProps & { className?: string; children: ReactNode }) {
  const { formState } = useFormContext<SettingValues>();
  return (
    <Field
      label={labelOf(name)}
      hint={hintOf(name, settings)}
      error={formState.errors[name]?.message}
      className={className}
    >
      {children}
    </Field>
  );
}

/** A setting in dollars. */
export function Amount(props: SettingProps) {
  return (
    <Setting {...props}>
      <NumberInput name={props.name} decimal before="$" />
    </Setting>
  );
}

/** A setting in one line of text. */
export function Text(props: SettingProps) {
  const { register } = useFormContext<SettingValues>();
  return (
    <Setting {...props}>
      <TextInput {...register(props.name)} autoComplete="off" />
    </Setting>
  );
}

/** A setting in a few sentences. */
export function Sentences(props: SettingProps) {
  const { register } = useFormContext<SettingValues>();
  return (
    <Setting {...props} className="md:col-span-2">
      <TextArea {...register(props.name)} rows={3} />
    </Setting>
  );
}

/** Returns the full hours from the first to the last. */
export const hours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** A setting that is a full hour. */
export function Hour({ hours, ...props }: SettingProps & { hours: number[] }) {
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

/** A setting for how orders outside the area are handled. */
export function Policy(props: SettingProps) {
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

/** A setting that is on or off. */
export function YesOrNo({ name, settings }: SettingProps) {
  const { register } = useFormContext<SettingValues>();
  return <Checkbox {...register(name)} label={labelOf(name)} hint={hintOf(name, settings)} />;
}
