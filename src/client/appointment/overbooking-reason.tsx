import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';

type OverbookingReasonProps = {
  /** True if the selected window needs a reason. */
  isNeeded: boolean;
  /** Why it's needed, such as "This window is full.". */
  why: string;
};

/** Asks for the reason for exceeding a time window's capacity. */
export function OverbookingReason({ isNeeded, why }: OverbookingReasonProps) {
  const { register, setValue, formState } = useFormContext<{ overCapacityReason: string }>();
  // The reason was entered for another window, so it's cleared if this one isn't full.
  useEffect(() => {
    if (!isNeeded) setValue('overCapacityReason', '');
  }, [isNeeded, setValue]);
  if (!isNeeded) return null;
  return (
    <Field
      label="Reason for Overbooking"
      hint={`${why} Your reason is saved with the appointment.`}
      error={formState.errors.overCapacityReason?.message}
      className="col-span-full"
    >
      <TextInput {...register('overCapacityReason')} />
    </Field>
  );
}

/** Why a window with free spots needs a reason. */
export const FOR_LINE = 'The free spots are reserved for people on the waiting list.';
