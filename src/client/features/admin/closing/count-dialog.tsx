import { FormDialog } from '@/client/components/dialog/form-dialog';
import { toastSuccess } from '@/client/components/feedback/toast-store';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { TextArea } from '@/client/components/form/text-area';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { trpc } from '@/client/lib/trpc';
import { expectedOf } from '@/domain/closing/closing';
import { truckCountSchema } from '@/domain/closing/closing.schema';
import {
  LOAD_LABELS,
  LOAD_PARTS,
  type Load,
  loadText,
  NO_LOAD,
  partText,
} from '@/domain/driver/on-board';
import { parseDecimal } from '@/domain/money';
import type { ClosingDay, TruckLine } from './closing-day';
import { useReadDayAgain } from './use-read-day-again';

type CountDialogProps = { truck: TruckLine; day: ClosingDay; onClose: () => void };

/** The fields' names, by the part of the load that they enter. */
const FIELDS = {
  regularGallonsTenths: 'regularGallons',
  premiumGallonsTenths: 'premiumGallons',
  smallIceBags: 'smallIceBags',
  largeIceBags: 'largeIceBags',
} as const;
const isFuel = (part: keyof Load) => part.endsWith('Tenths');

/** Enters the amounts loaded onto a truck and counted on it. */
export function CountDialog({ truck, day, onClose }: CountDialogProps) {
  const counting = trpc.admin.countTruck.useMutation();
  const readAgain = useReadDayAgain();
  const { key, name, version, carried, entered, counted } = truck;
  const form = useZodForm(truckCountSchema, {
    defaultValues: {
      ...{ date: day.date, key, version, reason: truck.reason ?? '' },
      loaded: typedOf(truck.loaded),
      counted: counted ? typedOf(counted) : typedOf(null),
    },
    send: async (typed) => {
      await counting.mutateAsync(typed);
      toastSuccess('Count Saved');
      await readAgain();
      onClose();
    },
    onFailed: (problem, field) => {
      if (!field) form.setError('root', { message: problem.message });
      readAgain();
    },
  });
  const { register, errors, watch } = form;
  const loaded = watch('loaded') as Record<string, unknown>;
  const expected = expectedOf({ ...truck, loaded: loadOfTyped(loaded) });
  return (
    <FormDialog
      form={form}
      size="md"
      title={`Count ${name}`}
      description={`Carried over: ${loadText(carried) || 'nothing'}.${
        entered ? ` Onboard loads entered by drivers: ${loadText(entered) || 'nothing'}.` : ''
      }`}
      submitLabel="Save Count"
      busyText="Saving…"
      onClose={onClose}
    >
      {LOAD_PARTS.map((part) => (
        <fieldset key={part}>
          <legend className="mb-1 font-semibold">
            {LOAD_LABELS[part]}
            <span className="tabular font-normal text-muted">
              {' '}
              · {partText(expected, part).replace('-', '−')} expected
            </span>
          </legend>
          <div className="grid grid-cols-2 gap-3">
            {(['loaded', 'counted'] as const).map((column) => (
              <Field
                key={column}
                label={column === 'loaded' ? 'Loaded' : 'Counted'}
                error={errors[column]?.[FIELDS[part]]?.message as string | undefined}
              >
                <NumberInput
                  name={`${column}.${FIELDS[part]}`}
                  decimal={isFuel(part)}
                  after={isFuel(part) ? 'gal' : 'bags'}
                  data-autofocus={column === 'counted' && part === 'regularGallonsTenths'}
                />
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
      <Field
        label="Reason for the Variance"
        optional
        error={errors.reason?.message}
        hint={`Required for a variance above ${partText({ ...NO_LOAD, regularGallonsTenths: day.limitTenths }, 'regularGallonsTenths')} gallons or any difference in bags.`}
      >
        <TextArea {...register('reason')} rows={2} />
      </Field>
    </FormDialog>
  );
}

/** Returns the texts of the fields. Zeros are left blank, which also means none. */
function typedOf(load: Load | null) {
  const text = (part: keyof Load) => (load && load[part] !== 0 ? partText(load, part) : '');
  return {
    regularGallons: text('regularGallonsTenths'),
    premiumGallons: text('premiumGallonsTenths'),
    smallIceBags: text('smallIceBags'),
    largeIceBags: text('largeIceBags'),
  };
}

/** Reads the typed amounts. Unreadable ones count as none while they're being typed. */
function loadOfTyped(typed: Record<string, unknown>): Load {
  const amounts = LOAD_PARTS.map((part) => {
    const text = String(typed[FIELDS[part]] ?? '').replace(',', '.');
    return [part, parseDecimal(text, isFuel(part) ? 1 : 0) ?? 0];
  });
  return Object.fromEntries(amounts) as Load;
}
