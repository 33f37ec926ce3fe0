import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '@/client/components/form/field';
import { NumberInput } from '@/client/components/form/number-input';
import { meteredText } from './typed-readings';

type MeterReadingsProps = {
  isRequired: boolean;
  /** Gallons that nobody has typed, such as the ordered ones. The readings replace them. */
  gallonsAtFirst?: string;
};

/** The meter reading fields. The gallons are calculated from them until the person types others. */
export function MeterReadings({ isRequired, gallonsAtFirst = '' }: MeterReadingsProps) {
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
    const isTyped = !['', gallonsAtFirst, follows.current].includes(actualGallons);
    if (metered === null || isTyped) return;
    follows.current = metered;
    setValue('actualGallons', metered, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <div className="grid gap-3 min-[22rem]:grid-cols-2" onInput={() => queueMicrotask(follow)}>
      <Field label="Start Reading" error={errors.meterStart?.message} required={isRequired}>
        <NumberInput name="meterStart" decimal after="gal" className="h-14" />
      </Field>
      <Field label="End Reading" error={errors.meterEnd?.message} required={isRequired}>
        <NumberInput name="meterEnd" decimal after="gal" className="h-14" />
      </Field>
    </div>
  );
}
