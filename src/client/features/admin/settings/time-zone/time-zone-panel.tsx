import { useState } from 'react';
import { Button } from '@/client/components/button';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { useNow } from '@/client/lib/now';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { ChangeZoneDialog } from './change-zone-dialog';
import { nameOf, timeIn, zonePlace } from './zone-choices';

/** Shows the business's time zone, and changes it. */
export function TimeZonePanel() {
  const [isOpen, setIsOpen] = useState(false);
  const view = trpc.admin.timeZone.useQuery(undefined, { refetchOnMount: 'always' });
  const now = useNow(15_000);
  const zone = view.data?.timeZone;
  return (
    <Panel
      tight
      id="time-zone"
      icon="clock"
      title="Time zone"
      subtitle="All dates, windows, and times are in this time zone."
      actions={
        zone ? (
          <Button size="sm" variant="quiet" icon="edit" onClick={() => setIsOpen(true)}>
            Change Time Zone
          </Button>
        ) : null
      }
    >
      {zone ? (
        <p>
          <span className="block font-semibold">{nameOf(zone)}</span>
          <span className="block text-muted">
            {zonePlace(zone)}, {timeIn(zone, now)} now
          </span>
        </p>
      ) : view.isError ? (
        <ErrorState title="We couldn’t load the time zone" onRetry={() => view.refetch()}>
          {problemOf(view.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-12 rounded-field" />
      )}
      {isOpen && view.data ? (
        <ChangeZoneDialog
          view={view.data}
          readAgain={async () => (await view.refetch()).data}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Panel>
  );
}
