import * as z from 'zod/mini';
import { BagsFields } from '@/client/appointment/bags-fields';
import { FormDialog } from '@/client/components/dialog/form-dialog';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { RadioCards } from '@/client/components/form/radio-cards';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { addDays } from '@/domain/dates';
import { loadFields, MAX_LOAD } from '@/domain/driver/load.schema';
import { type Load, type OnBoard, partText } from '@/domain/driver/on-board';
import type { ShownDay } from './day/driver-day';
import type { PerformAction } from './outbox/perform-action';
import { draftKey, type FormDraft, useDraft, useDraftOfForm } from './outbox/use-draft';

const schema = z.object({ ...loadFields, day: z.enum(['today', 'tomorrow']) });

type Values = z.input<typeof schema>;

type LoadDialogProps = {
  day: ShownDay;
  userId: string;
  known: { today: OnBoard | null; tomorrow: OnBoard | null };
  perform: PerformAction;
  onClose: () => void;
};

/** Enters the onboard load for a day. */
export function LoadDialog(props: LoadDialogProps) {
  const { day, userId } = props;
  // Each day has its own draft.
  const formDraft = useDraft<Values>(draftKey(userId, `load:${day.driver.id}:${day.date}`));
  const { draft } = formDraft;
  return draft === undefined ? null : <LoadForm {...props} formDraft={{ ...formDraft, draft }} />;
}

type LoadFormProps = Omit<LoadDialogProps, 'userId'> & { formDraft: FormDraft<Values> };

function LoadForm({ day, formDraft, known, perform, onClose }: LoadFormProps) {
  const begins = day.deliveries.length === 0 && day.done.length > 0 ? 'tomorrow' : 'today';
  const form = useZodForm(schema, {
    defaultValues: { day: begins, ...typedOf(known[begins]?.loaded) },
    send: async ({ day: chosen, ...typed }) => {
      const load = {
        kind: 'load' as const,
        driverId: day.driver.id,
        date: chosen === 'today' ? day.date : addDays(day.date, 1),
        regularGallons: String(typed.regularGallons ?? ''),
        premiumGallons: String(typed.premiumGallons ?? ''),
        smallIceBags: Number(typed.smallIceBags) || 0,
        largeIceBags: Number(typed.largeIceBags) || 0,
      };
      await perform(load, { draft: formDraft.key, onStored: discard });
    },
  });
  useDraftOfForm(form, formDraft);
  const discard = () => {
    formDraft.forget();
    onClose();
  };
  const { register, errors, formState, reset } = form;
  const isTyped = Object.keys(formState.dirtyFields).some((field) => field !== 'day');
  /** Switches to the day's load, unless the driver has already typed one. */
  const showDay = ({ target }: { target: { value: 'today' | 'tomorrow' } }) => {
    if (!isTyped) reset({ day: target.value, ...typedOf(known[target.value]?.loaded) });
  };
  return (
    <FormDialog
      form={form}
      size="md"
      buttonSize="lg"
      title="Load"
      description="Enter the total on board today, including what’s left from yesterday. If you load more later, enter the new total."
      submitLabel="Save Load"
      busyText="Saving…"
      onClose={discard}
    >
      <RadioCards
        {...register('day', { onChange: showDay })}
        legend="Day"
        dense
        columns={2}
        options={[
          { value: 'today', label: 'Today' },
          { value: 'tomorrow', label: 'Tomorrow' },
        ]}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label="Regular" error={errors.regularGallons?.message}>
          <NumberInput name="regularGallons" decimal after="gal" className="h-14 text-xl" />
        </Field>
        <Field label="Premium" error={errors.premiumGallons?.message}>
          <NumberInput name="premiumGallons" decimal after="gal" className="h-14 text-xl" />
        </Field>
      </div>
      <BagsFields most={MAX_LOAD.bags} />
    </FormDialog>
  );
}

const typedOf = (load: Load | undefined) => ({
  regularGallons: load ? partText(load, 'regularGallonsTenths') : '',
  premiumGallons: load ? partText(load, 'premiumGallonsTenths') : '',
  smallIceBags: load?.smallIceBags ?? 0,
  largeIceBags: load?.largeIceBags ?? 0,
});
