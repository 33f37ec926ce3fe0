import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { PasswordInput, TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';
import { useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { loginSchema } from '@/domain/account/schemas';

/** Username (or email) and password. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const login = trpc.auth.login.useMutation();
  const switchUser = useSwitchUser();
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (credentials) => {
    try {
      switchUser(await login.mutateAsync(credentials));
    } catch (error) {
      const { message } = problemOf(error);
      toast({ variant: 'destructive', title: 'Login Failed', description: message });
      setFocus('password', { shouldSelect: true });
      return;
    }
    toast({ variant: 'success', title: 'Login Successful', description: 'Welcome back!' });
    onSignedIn();
  });

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
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
      <Button type="submit" size="lg" block busy={isSubmitting} busyText="Signing in...">
        Login
      </Button>
    </form>
  );
}
