import { useFormContext } from 'react-hook-form';
import { Field } from './field';
import { PasswordInput, TextInput } from './text-input';

type SignInFieldsProps = {
  /** The label of the first field. */
  name?: string;
  className?: string;
};

/** Shows the username and the password of a sign-in form. */
export function SignInFields({ name = 'Username', className }: SignInFieldsProps) {
  const { register, formState } = useFormContext<{ username: string; password: string }>();
  const { errors } = formState;
  return (
    <>
      <Field label={name} error={errors.username?.message} required>
        <TextInput
          {...register('username')}
          autoComplete="username"
          verbatim
          icon="user"
          className={className}
        />
      </Field>
      <Field label="Password" error={errors.password?.message} required>
        <PasswordInput
          {...register('password')}
          autoComplete="current-password"
          className={className}
        />
      </Field>
    </>
  );
}
