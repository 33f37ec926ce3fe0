import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { BusinessSettingsForm } from './business-settings-form';

/** The business settings, after they have loaded. */
export function SettingsScreen() {
  // Fetch only once, because a later response would change the form while someone types.
  const settings = trpc.admin.businessSettings.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  if (settings.data && settings.isFetchedAfterMount) {
    return <BusinessSettingsForm settings={settings.data} />;
  }
  return settings.isError ? (
    <ErrorState title="We couldn’t load the settings" onRetry={() => settings.refetch()}>
      {problemOf(settings.error).message}
    </ErrorState>
  ) : (
    <Skeleton className="h-[36rem] rounded-box" />
  );
}
