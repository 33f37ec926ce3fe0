import '@/client/styles/staff.css';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Field } from '@/client/components/form/field';
import { Form } from '@/client/components/form/form';
import { PasswordInput } from '@/client/components/form/text-input';
import { useZodForm } from '@/client/components/form/use-zod-form';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { emergencySchema } from '@/domain/account/sign-in.schema';
import { useEmergencyAccess } from './use-emergency-access';

/** Asks for the emergency password, or explains that emergency access is off. */
export function EmergencyForm({ onEntered }: { onEntered: () => unknown }) {
  const access = trpc.auth.emergencyAccess.useQuery(undefined, { refetchOnMount: 'always' });
  if (access.isError) {
    return (
      <ErrorState title="We couldn’t check emergency access" onRetry={() => access.refetch()}>
        {problemOf(access.error).message}
      </ErrorState>
    );
  }
  if (!access.data) return <Skeleton className="h-40 rounded-field" />;
  if (!access.data.enabled) {
    return (
      <Callout tone="warn" title="Emergency access is turned off">
        Sign in with your own account, or ask the person who runs this server.
      </Callout>
    );
  }
  return <PasswordForm shownPassword={access.data.shownPassword} onEntered={onEntered} />;
}

type PasswordFormProps = { shownPassword: string | null; onEntered: () => unknown };

function PasswordForm({ shownPassword, onEntered }: PasswordFormProps) {
  const form = useZodForm(emergencySchema, {
    defaultValues: { password: '' },
    send: useEmergencyAccess(onEntered),
  });
  return (
    <Form form={form}>
      {shownPassword ? (
        <Callout title="Shown in the local demo only">
          Emergency password:{' '}
          <code className="rounded-selector bg-base-100 px-1.5 py-0.5 font-semibold select-all">
            {shownPassword}
          </code>
        </Callout>
      ) : null}
      <Field label="Emergency Password" error={form.errors.password?.message} required>
        <PasswordInput {...form.register('password')} autoComplete="off" />
      </Field>
      <Button
        type="submit"
        variant="main"
        size="lg"
        block
        busy={form.formState.isSubmitting}
        busyText="Checking…"
      >
        Emergency Access
      </Button>
    </Form>
  );
}
