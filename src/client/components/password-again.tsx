import { useFormContext } from 'react-hook-form';
import { Field } from './field';
import { PasswordInput } from './text-input';

/** The current password, which a change of the e-mail address asks for (D102). */
export function PasswordAgain({ error }: { error: string | undefined }) {
  const { register } = useFormContext<{ currentPassword?: string }>();
  return (
    <Field
      label="Current Password"
      hint="Needed to change your email address."
      error={error}
      required
    >
      <PasswordInput {...register('currentPassword')} autoComplete="current-password" />
    </Field>
  );
}
