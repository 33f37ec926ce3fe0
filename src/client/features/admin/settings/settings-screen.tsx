import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { BusinessSettingsForm } from './business-settings-form';

/** The settings of the business, once they are known. */
export function SettingsScreen() {
  // Fetched once, because a later answer would change the form during typing.
  const settings = trpc.admin.businessSettings.useQuery(undefined, {
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  if (settings.data && settings.isFetchedAfterMount) {
    return <BusinessSettingsForm settings={settings.data} />;
  }
  return settings.isError ? (
    <ErrorState title="The settings could not be loaded" onRetry={() => settings.refetch()}>
      {problemOf(settings.error).message}
    </ErrorState>
  ) : (
    <Skeleton className="h-[36rem] rounded-box" />
  );
}
