import { useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useRef } from 'react';
import { Button, buttonClass } from '@/client/components/button';
import { Dialog } from '@/client/components/dialog/dialog';
import { currentToast, dismissToast } from '@/client/components/feedback/toast-store';
import { Form } from '@/client/components/form/form';
import { SignInFields } from '@/client/components/form/sign-in-fields';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { useSecondFactor } from '@/client/identity/use-second-factor';
import { useHasEnded, waitForPerson } from '@/client/lib/page-person';
import { trpc } from '@/client/lib/trpc';
import { loginSchema } from '@/domain/account/sign-in.schema';

/**
 * If the session expires, hides the screen with everything typed into it until the same person
 * signs in again.
 */
export function UntilSignedIn({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const hasEnded = useHasEnded();
  const wasEnded = useRef(hasEnded);
  useEffect(waitForPerson, []);
  // A toast for the refused call would only repeat the dialog.
  useEffect(() => {
    const toast = currentToast();
    if (hasEnded && toast?.variant === 'destructive') dismissToast(toast.id);
  }, [hasEnded]);
  useEffect(() => {
    if (wasEnded.current && !hasEnded) void queryClient.invalidateQueries();
    wasEnded.current = hasEnded;
  }, [hasEnded, queryClient]);
  return (
    <>
      <Activity mode={hasEnded ? 'hidden' : 'visible'}>{children}</Activity>
      {hasEnded ? <SignInAgain /> : null}
    </>
  );
}

function SignInAgain() {
  const login = trpc.auth.login.useMutation();
  const { complete, secondFactorDialog } = useSecondFactor();
  const form = useZodForm(loginSchema, {
    defaultValues: { username: '', password: '' },
    // The page notices the new session, no matter who signed in.
    send: (typed) => complete(() => login.mutateAsync(typed)),
  });
  return (
    <>
      <Dialog
        open
        size="sm"
        title="Sign in again"
        description="Your session has ended. Everything you typed is still here."
        dismissible={false}
        onClose={() => {}}
      >
        <Form form={form}>
          <SignInFields />
          <Button
            type="submit"
            variant="main"
            size="lg"
            block
            busy={form.formState.isSubmitting}
            busyText="Signing in…"
          >
            Sign In
          </Button>
          <a
            href="/admin-login"
            className={buttonClass({ variant: 'ghost', size: 'sm', className: 'self-center' })}
          >
            Leave Without Saving
          </a>
        </Form>
      </Dialog>
      {secondFactorDialog}
    </>
  );
}
