import '@/client/styles/staff.css';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { Form } from '@/client/components/form/form';
import { SignInFields } from '@/client/components/form/sign-in-fields';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { ResetPasswordDialog } from '@/client/identity/reset-password-dialog';
import { loginSchema } from '@/domain/account/sign-in.schema';
import { useAdminSignIn } from './use-admin-sign-in';
import { useAutofill } from './use-autofill';

/** The sign-in form for admins. `onEntered` is called after the session is verified. */
export function AdminLoginForm({ onEntered }: { onEntered: () => unknown }) {
  const node = useRef<HTMLFormElement>(null);
  const autofilled = useAutofill(node);
  const [resetting, setResetting] = useState(false);
  const { signIn, secondFactorDialog } = useAdminSignIn(onEntered);
  const form = useZodForm(loginSchema, {
    defaultValues: { username: '', password: '' },
    send: signIn,
  });

  /** Reads the fields directly, because a browser may fill them in without any event. */
  const readFields = (event: FormEvent<HTMLFormElement>) => {
    const filled = new FormData(event.currentTarget);
    form.setValue('username', String(filled.get('username') ?? ''));
    form.setValue('password', String(filled.get('password') ?? ''));
  };

  return (
    <>
      <Form form={form} ref={node} onSubmitCapture={readFields}>
        <SignInFields />
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
          busy={form.formState.isSubmitting}
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
      </Form>
      {secondFactorDialog}
      {resetting ? <ResetPasswordDialog onClose={() => setResetting(false)} /> : null}
    </>
  );
}
