import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { toastError } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { useNow } from '@/client/lib/now';
import { problemOf } from '@/client/lib/problem';
import { useSwitchUser } from '@/client/lib/session';
import { trpc } from '@/client/lib/trpc';
import { deviceName } from '@/domain/account/device-name';
import { formatRelativeTime } from '@/domain/dates';
import { formatNetworkAddress } from '@/domain/text';

/** Lists the devices where the user is signed in, and lets them sign out each one. */
export function SessionList() {
  const sessions = trpc.auth.sessions.useQuery();
  const end = trpc.auth.endSession.useMutation();
  const endOthers = trpc.auth.endOtherSessions.useMutation();
  const switchUser = useSwitchUser();
  const now = useNow(60_000);

  const attempt = async (job: () => Promise<unknown>) => {
    try {
      await job();
      await sessions.refetch();
    } catch (error) {
      toastError('Device Not Signed Out', problemOf(error).message);
    }
  };

  return (
    <Panel
      title="Where you’re signed in"
      icon="login"
      actions={
        (sessions.data?.length ?? 0) > 1 ? (
          <Button size="sm" variant="quiet" onClick={() => attempt(() => endOthers.mutateAsync())}>
            Sign Out Everywhere Else
          </Button>
        ) : null
      }
    >
      {sessions.data ? (
        <ul className="flex flex-col divide-y divide-edge">
          {sessions.data.map((session) => (
            <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
              <span className="min-w-[min(100%,10rem)] flex-1">
                <span className="block wrap-anywhere font-medium">
                  {deviceName(session.userAgent)}
                </span>
                <span className="block text-sm text-muted">
                  Last seen {formatRelativeTime(session.lastSeenAt, now)}
                  {session.address ? ` at ${formatNetworkAddress(session.address)}` : ''}
                </span>
              </span>
              {session.isCurrent ? <Badge tone="green">This device</Badge> : null}
              <Button
                size="sm"
                variant="ghost"
                className="ms-auto"
                onClick={() =>
                  attempt(async () => {
                    const { isCurrent } = await end.mutateAsync({ id: session.id });
                    if (isCurrent) switchUser(null);
                  })
                }
              >
                Sign Out
              </Button>
            </li>
          ))}
        </ul>
      ) : sessions.isError ? (
        <ErrorState title="We couldn’t load your devices" onRetry={() => sessions.refetch()}>
          {problemOf(sessions.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Loading your devices…" rows={2} />
      )}
    </Panel>
  );
}
