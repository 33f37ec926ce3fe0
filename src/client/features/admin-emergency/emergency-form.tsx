import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { Field } from '@/client/components/field';
import { ErrorState, Skeleton } from '@/client/components/states';
import { PasswordInput } from '@/client/components/text-input';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { emergencySchema } from '@/domain/account/schemas';
import { useEmergencyAccess } from './use-emergency-access';

/** The emergency password, or why there is none to enter (D47). */
export function EmergencyForm({ onEntered }: { onEntered: () => unknown }) {
  const access = trpc.auth.emergencyAccess.useQuery(undefined, { refetchOnMount: 'always' });
  if (access.isError) {
    return (
      <ErrorState title="Emergency access could not be checked" onRetry={() => access.refetch()}>
        {problemOf(access.error).message}
      </ErrorState>
    );
  }
  if (!access.data) return <Skeleton className="h-40 rounded-field" />;
  if (!access.data.enabled) {
    return (
      <Callout tone="warn" title="Emergency access is turned off">
        Whoever runs this server turns it on by setting{' '}
        <code className="text-sm">EMERGENCY_ADMIN_PASSWORD</code>.
      </Callout>
    );
  }
  return <PasswordForm shownPassword={access.data.shownPassword} onEntered={onEntered} />;
}

type PasswordFormProps = { shownPassword: string | null; onEntered: () => unknown };

function PasswordForm({ shownPassword, onEntered }: PasswordFormProps) {
  const enter = useEmergencyAccess(onEntered);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(emergencySchema),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;
  return (
    <form noValidate onSubmit={handleSubmit(enter)} className="flex flex-col gap-4">
      {shownPassword ? (
        <Callout title="Shown in the local demo only">
          Emergency password:{' '}
          <code className="rounded-selector bg-base-100 px-1.5 py-0.5 font-semibold select-all">
            {shownPassword}
          </code>
        </Callout>
      ) : null}
      <Field label="Emergency Password" error={errors.password?.message} required>
        <PasswordInput {...register('password')} autoComplete="off" />
      </Field>
      <Button type="submit" variant="main" size="lg" block busy={isSubmitting} busyText="Checking…">
        Emergency Access
      </Button>
    </form>
  );
}
