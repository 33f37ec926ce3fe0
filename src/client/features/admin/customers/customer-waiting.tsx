import { useState } from 'react';
import { isInLine, LIVE_ENTRIES, type StaffEntry } from '@/client/appointment/waiting-list/entry';
import { RemoveDialog } from '@/client/appointment/waiting-list/entry-dialogs';
import { EntryLine } from '@/client/appointment/waiting-list/entry-line';
import { WhenWaiting } from '@/client/appointment/when-waiting';
import { ErrorState } from '@/client/components/feedback/states';
import { Panel } from '@/client/components/panel';
import { trpc } from '@/client/lib/trpc';

/** A customer's open entries of the waiting list. Renders nothing without any. */
export function CustomerWaiting({ id }: { id: string }) {
  const [removing, setRemoving] = useState<StaffEntry | null>(null);
  const list = trpc.admin.waitingOf.useQuery({ customerId: id }, LIVE_ENTRIES);
  const open = list.data?.filter(isInLine) ?? [];
  if (list.data ? open.length === 0 && !removing : !list.isError) return null;
  return (
    <Panel tight icon="clock" title="Waiting list">
      {list.data ? (
        <ul className="flex flex-col divide-y divide-edge/70">
          {open.map((entry) => (
            <EntryLine
              key={entry.id}
              entry={entry}
              title={<WhenWaiting {...entry} />}
              onRemove={() => setRemoving(entry)}
            />
          ))}
        </ul>
      ) : (
        <ErrorState title="We couldn’t load the waiting list" onRetry={() => list.refetch()} />
      )}
      {removing ? <RemoveDialog entry={removing} onClose={() => setRemoving(null)} /> : null}
    </Panel>
  );
}
