import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import * as z from 'zod/mini';
import { buttonClass } from '@/client/components/button';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Checkbox } from '@/client/components/form/checkbox';
import { Field } from '@/client/components/form/field';
import { RadioCards } from '@/client/components/form/radio-cards';
import { Select } from '@/client/components/form/select';
import { TextInput } from '@/client/components/form/text-input';
import { useCheckedForm } from '@/client/components/form/use-checked-form';
import { Icon } from '@/client/components/icon';
import { PhoneLink } from '@/client/components/phone-link';
import { recentPosition } from '@/client/features/driver/day/device-position';
import { dockAtHand, type ShownDay, stopUnderWay } from '@/client/features/driver/day/driver-day';
import type { PerformAction } from '@/client/features/driver/outbox/perform-action';
import { isAtServer } from '@/client/features/driver/outbox/unsent-walk-up';
import {
  type FormDraft,
  formDraftKey,
  useDraft,
  useDraftOfForm,
} from '@/client/features/driver/outbox/use-draft';
import { reportPhotoSchema } from '@/domain/driver/driver.schema';
import {
  SPILL_AMOUNT_LABELS,
  SPILL_CAUSE_LABELS,
  SPILL_HOTLINE,
  SPILL_SUBSTANCES,
  SPILL_WEATHER_LABELS,
  type SpillAmount,
  type SpillCause,
  type SpillSubstance,
  type SpillWeather,
} from '@/domain/driver/spill';
import { spillFields } from '@/domain/driver/spill.schema';
import { ReportPhoto } from './report-photo';

const schema = z.object({
  ...spillFields,
  /** Null until the driver selects one. */
  amount: z.pipe(
    z.transform((chosen: SpillAmount | null): unknown => chosen),
    spillFields.amount,
  ),
  hotlineCalled: z.boolean(),
  photo: z.nullable(reportPhotoSchema.shape.photo),
});

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

type Values = z.input<typeof schema>;

type SpillDialogProps = {
  day: ShownDay;
  userId: string;
  perform: PerformAction;
  onClose: () => void;
};

/** Reports a spill in three taps: open, amount, Send Report. The other fields have defaults. */
export function SpillDialog(props: SpillDialogProps) {
  const formDraft = useDraft<Values>(formDraftKey(props.userId, 'spill', props.day.driver.id));
  const { draft } = formDraft;
  return draft === undefined ? null : <SpillForm {...props} formDraft={{ ...formDraft, draft }} />;
}

type SpillFormProps = Omit<SpillDialogProps, 'userId'> & { formDraft: FormDraft<Values> };

function SpillForm({ day, formDraft, perform, onClose }: SpillFormProps) {
  const [isPreparing, setIsPreparing] = useState(false);
  const stop = stopUnderWay(day);
  const form = useCheckedForm(zodResolver(schema), {
    defaultValues: {
      amount: null,
      substance: (stop?.fuelType ?? 'Regular') satisfies SpillSubstance,
      place: dockAtHand(day),
      cause: 'unknown' as SpillCause,
      weather: 'calm' as SpillWeather,
      hotlineCalled: false,
      photo: null,
    },
    send: async ({ photo, ...spill }) => {
      await perform(
        {
          kind: 'spill',
          driverId: day.driver.id,
          id: stop && isAtServer(stop) ? stop.id : null,
          ...spill,
          position: recentPosition(),
        },
        { publicCode: stop?.publicCode, photo, draft: formDraft.key, onStored: discard },
      );
    },
  });
  useDraftOfForm(form, formDraft);
  const discard = () => {
    formDraft.forget();
    onClose();
  };
  const { register, errors } = form;
  return (
    <FormDialog
      form={form}
      size="md"
      buttonSize="lg"
      danger
      title="Report a spill"
      description="Stop the flow first. Dispatch will see your report right away."
      submitLabel="Send Report"
      disabled={isPreparing}
      onClose={discard}
    >
      <RadioCards
        {...register('amount')}
        legend="About how much?"
        dense
        columns={2}
        options={optionsOf(SPILL_AMOUNT_LABELS)}
        error={errors.amount?.message}
      />
      <PhoneLink
        phone={SPILL_HOTLINE.phone}
        className={buttonClass({ variant: 'quiet', size: 'lg' })}
      >
        <Icon name="phone" size={22} />
        {SPILL_HOTLINE.name}
      </PhoneLink>
      <Checkbox {...register('hotlineCalled')} label={`I called the ${SPILL_HOTLINE.name}`} />
      <RadioCards
        {...register('substance')}
        legend="What spilled?"
        dense
        columns={3}
        options={SPILL_SUBSTANCES.map((value) => ({ value, label: value }))}
      />
      <Field label="Where?" error={errors.place?.message} required>
        <TextInput {...register('place')} maxLength={200} />
      </Field>
      <Field label="Cause">
        <Select {...register('cause')} className="h-14" options={optionsOf(SPILL_CAUSE_LABELS)} />
      </Field>
      <Field label="Weather">
        <Select
          {...register('weather')}
          className="h-14"
          options={optionsOf(SPILL_WEATHER_LABELS)}
        />
      </Field>
      <ReportPhoto name="photo" onBusy={setIsPreparing} />
    </FormDialog>
  );
}
