import { Button } from '@/client/components/button';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Form } from '@/client/components/form/form';
import { SignInFields } from '@/client/components/form/sign-in-fields';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { useSecondFactor } from '@/client/identity/use-second-factor';
import { useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { loginSchema } from '@/domain/account/sign-in.schema';
import { addedText } from './added-text';

/** Signs a person in with a username (or email) and a password. */
export function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const login = trpc.auth.login.useMutation();
  const switchUser = useSwitchUser();
  const { complete, secondFactorDialog } = useSecondFactor();
  const form = useZodForm(loginSchema, {
    defaultValues: { username: '', password: '' },
    send: async (typed) => {
      const user = await complete(() => login.mutateAsync(typed));
      if (!user) return;
      switchUser(user);
      const added = 'guestDeliveries' in user ? user.guestDeliveries.added : [];
      toastSuccess('Login Successful', ['Welcome back!', ...addedText(added)].join(' '));
      onSignedIn();
    },
    onFailed: ({ message }) => {
      toastError('Login Failed', message);
      form.setFocus('password', { shouldSelect: true });
    },
  });
  return (
    <>
      <Form form={form}>
        <SignInFields name="Username or Email" />
        <Button
          type="submit"
          size="lg"
          block
          busy={form.formState.isSubmitting}
          busyText="Signing in…"
        >
          Login
        </Button>
      </Form>
      {secondFactorDialog}
    </>
  );
}
