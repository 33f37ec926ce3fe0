import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { SessionList } from '@/client/components/session-list';
import { FactorsPanel } from '@/client/identity/factors-panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { PasswordForm } from './password-form';
import { SettingsForm } from './settings-form';

/** The support settings, and the admin's own password and two-step verification. */
export function SupportTab() {
  // Fetch only once, because a later response would change the form while someone types.
  const settings = trpc.admin.supportSettings.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
      {settings.data && settings.isFetchedAfterMount ? (
        <SettingsForm settings={settings.data} />
      ) : settings.isError ? (
        <ErrorState
          title="We couldn’t load the support settings"
          onRetry={() => settings.refetch()}
        >
          {problemOf(settings.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-[40rem] rounded-box" />
      )}
      <div className="flex flex-col gap-4">
        <PasswordForm />
        <FactorsPanel />
        <SessionList />
      </div>
    </div>
  );
}
