import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { Field } from '@/client/components/field';
import { PasswordInput, TextInput } from '@/client/components/text-input';
import { loginSchema } from '@/domain/account/schemas';
import { ResetPasswordDialog } from './reset-password-dialog';
import { useAdminSignIn } from './use-admin-sign-in';
import { useAutofill } from './use-autofill';

/** Username and password of an admin; `onEntered` is called once the session is verified. */
export function AdminLoginForm({ onEntered }: { onEntered: () => unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const autofilled = useAutofill(form);
  const [resetting, setResetting] = useState(false);
  const signIn = useAdminSignIn(onEntered);
  const { register, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    // A browser may fill in without telling the page: what stands in the fields is what counts.
    const filled = new FormData(event.currentTarget);
    setValue('username', String(filled.get('username') ?? ''));
    setValue('password', String(filled.get('password') ?? ''));
    return handleSubmit(signIn)(event);
  };

  return (
    <>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Username" error={errors.username?.message} required>
          <TextInput
            {...register('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            icon="user"
          />
        </Field>
        <Field label="Password" error={errors.password?.message} required>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
        <div role="status" className="empty:-mt-4">
          {autofilled ? (
            <Callout>Saved credentials detected! Click the button below for quick login.</Callout>
          ) : null}
        </div>
        <Button
          type="submit"
          variant="main"
          size="lg"
          block
          busy={isSubmitting}
          busyText="Signing in…"
        >
          {autofilled ? 'Quick Login' : 'Sign In'}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="self-center"
          onClick={() => setResetting(true)}
        >
          Forgot your password?
        </Button>
      </form>
      {resetting ? <ResetPasswordDialog onClose={() => setResetting(false)} /> : null}
    </>
  );
}
