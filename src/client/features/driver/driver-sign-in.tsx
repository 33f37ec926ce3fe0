import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { Form } from '@/client/components/form/form';
import { SignInFields } from '@/client/components/form/sign-in-fields';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { Panel } from '@/client/components/panel';
import { ResetPasswordDialog } from '@/client/identity/reset-password-dialog';
import { useSecondFactor } from '@/client/identity/use-second-factor';
import { useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { loginSchema } from '@/domain/account/sign-in.schema';
import { forgetSignOut } from './outbox/late-sign-out';
import { useHandOver } from './outbox/use-hand-over';

/** The driver's sign-in. `otherUser` is the name of a signed-in user who isn't a driver. */
export function DriverSignIn({ otherUser }: { otherUser: string | null }) {
  const switchUser = useSwitchUser();
  const [resetting, setResetting] = useState(false);
  const login = trpc.auth.login.useMutation();
  const { complete, secondFactorDialog } = useSecondFactor();
  const form = useZodForm(loginSchema, {
    defaultValues: { username: '', password: '' },
    send: async (typed) => {
      const user = await complete(() => login.mutateAsync(typed));
      if (!user) return;
      forgetSignOut();
      switchUser(user);
    },
  });

  return (
    <div className="mx-auto w-full max-w-md pt-4 sm:pt-10">
      <h1 className="text-[1.75rem] sm:text-4xl">Driver sign-in</h1>
      <p className="mt-1.5 mb-5 text-muted">Sign in to see today’s deliveries.</p>
      {otherUser === null ? null : (
        <Callout tone="warn" className="mb-4">
          You’re signed in as {otherUser}, but that isn’t a driver account.
        </Callout>
      )}
      <QueuedActions />
      <Panel>
        <Form form={form}>
          <SignInFields className="h-14" />
          <Button type="submit" variant="main" size="lg" block busy={form.formState.isSubmitting}>
            Sign In
          </Button>
          <Button variant="ghost" size="lg" block onClick={() => setResetting(true)}>
            Forgot your password?
          </Button>
        </Form>
      </Panel>
      {secondFactorDialog}
      {resetting ? <ResetPasswordDialog onClose={() => setResetting(false)} /> : null}
    </div>
  );
}

/** Shows how much unsent work is on this device, or that dispatch has a deactivated driver's unsent work. */
function QueuedActions() {
  const { count, isHandedOver } = useHandOver();
  if (isHandedOver && count === 0) {
    return (
      <Callout tone="success" className="mb-4" live>
        You’re no longer an active driver. We sent this device’s remaining updates to dispatch.
      </Callout>
    );
  }
  if (count === 0) return null;
  return (
    <Callout tone="warn" icon="offline" className="mb-4">
      {count} {count === 1 ? 'update is' : 'updates are'} waiting on this device. Sign in again to
      send {count === 1 ? 'it' : 'them'}. If you can’t sign in, call dispatch.{' '}
      {count === 1 ? 'It’ll' : 'They’ll'} stay here until you can.
    </Callout>
  );
}
