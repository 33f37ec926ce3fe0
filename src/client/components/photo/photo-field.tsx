import { useController } from 'react-hook-form';
import { PhotoInput, type PhotoInputProps } from './photo-input';

type PhotoFieldProps = Omit<PhotoInputProps, 'value' | 'onChange' | 'disabled'>;

/** A photo as a field of the form around it: a data URL, or null. */
export function PhotoField({ name, ...rest }: PhotoFieldProps) {
  const { field, formState } = useController({ name });
  return (
    <PhotoInput
      {...rest}
      name={name}
      value={field.value ?? null}
      onChange={field.onChange}
      disabled={formState.isSubmitting}
    />
  );
}
