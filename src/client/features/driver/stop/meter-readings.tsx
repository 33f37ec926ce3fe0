import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { meteredText } from '@/client/features/driver/day/entered';

/** The meter reading fields. The gallons are calculated from them until the driver types others. */
export function MeterReadings() {
  const { formState, getValues, setValue } = useFormContext<{
    meterStart: string;
    meterEnd: string;
    actualGallons: string;
  }>();
  const { errors } = formState;
  const follows = useRef<string | null>(null);
  const follow = () => {
    const { actualGallons, ...typed } = getValues();
    const metered = meteredText(typed);
    const isTyped = actualGallons !== '' && actualGallons !== follows.current;
    if (metered === null || isTyped) return;
    follows.current = metered;
    setValue('actualGallons', metered, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <div className="grid gap-3 min-[22rem]:grid-cols-2" onInput={() => queueMicrotask(follow)}>
      <Field label="Start Reading" error={errors.meterStart?.message} required>
        <NumberInput name="meterStart" decimal after="gal" className="h-14" />
      </Field>
      <Field label="End Reading" error={errors.meterEnd?.message} required>
        <NumberInput name="meterEnd" decimal after="gal" className="h-14" />
      </Field>
    </div>
  );
}
