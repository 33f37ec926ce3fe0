import { type FieldValues, type Path, type PathValue, useFormContext } from 'react-hook-form';

/** Fills in values as typing does, so that a draft stores them. */
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
