import { Button } from '@/client/components/button';
import { Field } from '@/client/components/field';
import { Form } from '@/client/components/form';
import { PasswordInput, TextInput } from '@/client/components/text-input';
import { toast } from '@/client/components/toast-store';
import { useZodForm } from '@/client/components/use-zod-form';
import { useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { loginSchema } from '@/domain/account/sign-in.schema';

/** Username (or email) and password. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const login = trpc.auth.login.useMutation();
  const switchUser = useSwitchUser();
  const form = useZodForm(loginSchema, {
    defaultValues: { username: '', password: '' },
    send: async (typed) => {
      switchUser(await login.mutateAsync(typed));
      toast({ variant: 'success', title: 'Login Successful', description: 'Welcome back!' });
      onSignedIn();
    },
    onFailed: ({ message }) => {
      toast({ variant: 'destructive', title: 'Login Failed', description: message });
      form.setFocus('password', { shouldSelect: true });
    },
  });
  const { register, errors } = form;
  return (
    <Form form={form}>
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
      <Button
        type="submit"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyText="Signing in..."
      >
        Login
      </Button>
    </Form>
  );
}
