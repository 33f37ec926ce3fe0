import { useState } from 'react';
import { TimeRange } from '@/client/appointment/when';
import { Dialog } from '@/client/components/dialog/dialog';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import { isOfferHour } from '@/domain/waiting-list/waiting-list';
import { LIVE_ENTRIES, type StaffEntry, wantsWindow } from './entry';
import { OfferDialog, RemoveDialog } from './entry-dialogs';
import { EntryLine } from './entry-line';

export type WaitingWindow = {
  date: CalendarDate;
  time: string;
  /** Number of the window's free spots, without regard to the line. */
  free: number;
};

type Action = { kind: 'offer' | 'remove'; entry: StaffEntry };

const DEVICE_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The people who want a window, in line. Staff can offer one of them a free spot, or remove them. */
export function WaitingDialog({ date, time, free, onClose }: WaitingWindow & { onClose(): void }) {
  const [action, setAction] = useState<Action | null>(null);
  const { data, isError, error, refetch } = trpc.admin.waiting.useQuery({ date }, LIVE_ENTRIES);
  const entries = data?.filter((entry) => wantsWindow(entry, time));
  const close = () => setAction(null);
  const isDay = isOfferHour(Date.now(), document.documentElement.dataset.zone ?? DEVICE_ZONE);
  const problem = free > 0 ? (isDay ? null : 'Offers Start at 8:00 AM') : 'No Free Spot';
  return (
    <Dialog
      open
      size="lg"
      title={
        <>
          Waiting list for <TimeRange time={time} />
        </>
      }
      description={`${formatLongDate(date)}. ${
        free > 0
          ? 'A spot is free. We’ll offer it to the first person in line, from 8:00 AM to 9:00 PM and within your message hours.'
          : 'No spots are free. We’ll offer the next one to the first person in line.'
      }`}
      onClose={onClose}
    >
      {entries === undefined ? (
        isError ? (
          <ErrorState title="We couldn’t load the waiting list" onRetry={() => refetch()}>
            {problemOf(error).message}
          </ErrorState>
        ) : (
          <SkeletonList label="Loading waiting list" rows={3} />
        )
      ) : entries.length === 0 ? (
        <EmptyState icon="user" title="Nobody is waiting for this window anymore" />
      ) : (
        <ul className="flex flex-col divide-y divide-edge/70">
          {entries.map((entry) => (
            <EntryLine
              key={entry.id}
              entry={entry}
              offer={problem ?? (() => setAction({ kind: 'offer', entry }))}
              onRemove={() => setAction({ kind: 'remove', entry })}
            />
          ))}
        </ul>
      )}
      {action?.kind === 'offer' ? (
        <OfferDialog entry={action.entry} time={time} onClose={close} />
      ) : null}
      {action?.kind === 'remove' ? <RemoveDialog entry={action.entry} onClose={close} /> : null}
    </Dialog>
  );
}
