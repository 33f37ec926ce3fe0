import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { MeterReadings } from '@/client/appointment/meter-readings';
import { Fold } from '@/client/components/fold';
import { Field } from '@/client/components/form/field';
import { Select } from '@/client/components/form/select';
import { lastReadingOf, type Meter, needsReadings } from './typed-completion';

type DeliveredMeterProps = { meter: Meter; gallonsAtFirst: string };

type Values = { truckId: string; meterStart: string; meterEnd: string; actualGallons: string };

/** The folded fields for the truck and the meter readings. They're open if readings are required. */
export function DeliveredMeter({ meter, gallonsAtFirst }: DeliveredMeterProps) {
  const { register, getValues, setValue, resetField, watch, formState } = useFormContext<Values>();
  const { errors } = formState;
  const { truckId, trucks } = meter;
  useEffect(() => {
    const chosen = truckId === null ? '' : String(truckId);
    const typed = getValues();
    if (!typed.truckId) resetField('truckId', { defaultValue: chosen });
    if (typed.meterStart || typed.meterEnd) return;
    resetField('meterStart', { defaultValue: lastReadingOf(meter, chosen) });
  }, [meter, truckId, getValues, resetField]);
  // Until someone types a start reading, it's the last reading of the selected truck.
  const follow = (next: string) => {
    const start = getValues('meterStart');
    const isPrefilled = ['', ...trucks.map(({ id }) => lastReadingOf(meter, String(id)))];
    if (!isPrefilled.includes(start)) return;
    setValue('meterStart', lastReadingOf(meter, next), { shouldDirty: true });
  };
  const isRequired = needsReadings(meter, watch('actualGallons'));
  return (
    <Fold
      title="Meter readings"
      icon="truck"
      aside={isRequired ? 'Required' : 'Optional'}
      isFilled={isRequired || Boolean(errors.meterStart ?? errors.meterEnd)}
    >
      <div className="flex flex-col gap-3">
        {trucks.length > 1 ? (
          <Field label="Truck">
            <Select
              {...register('truckId', { onChange: ({ target }) => follow(target.value) })}
              {...(truckId === null && { placeholder: 'No truck' })}
              options={trucks.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </Field>
        ) : null}
        <MeterReadings isRequired={isRequired} gallonsAtFirst={gallonsAtFirst} />
      </div>
    </Fold>
  );
}
