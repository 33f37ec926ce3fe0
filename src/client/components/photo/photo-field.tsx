import { useController } from 'react-hook-form';
import { PhotoInput, type PhotoInputProps } from './photo-input';

type PhotoFieldProps = Omit<PhotoInputProps, 'value' | 'onChange' | 'disabled'>;

/** Shows a photo as a form field. Its value is a data URL, or null. */
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
