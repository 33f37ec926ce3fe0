import { type FieldValues, type Path, type PathValue, useFormContext } from 'react-hook-form';

/** Fills in values in the same way as typing, so that they're stored in the draft. */
export function useFill<Values extends FieldValues>(): (values: Partial<Values>) => void {
  const { setValue, formState } = useFormContext<Values>();
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
    }
  };
}
