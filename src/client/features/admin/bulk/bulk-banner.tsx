import { useState } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { useInstants } from '@/client/lib/business-zone';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { BULK_LABELS } from '@/domain/bulk/bulk-change';
import { formatMonthDay } from '@/domain/dates';

type BulkChange = Outputs['admin']['bulkChanges'][number];

/** Poll for the progress of a running change, and otherwise in case the live stream is closed. */
const POLL_MS = { underWay: 1_000, idle: 60_000 };

const isUnderWay = ({ state }: BulkChange) => state === 'running' || state === 'taking_back';

/**
 * Shows the progress of all admins' bulk changes on every admin screen. Each can be undone with one
 * press until its messages are sent.
 */
export function BulkBanner() {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const changes = trpc.admin.bulkChanges.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.some(isUnderWay) ? POLL_MS.underWay : POLL_MS.idle,
  });
  const keyOf = ({ id, state }: BulkChange) => `${id} ${state}`;
  const shown = (changes.data ?? []).filter(
    (change) => isWorthSaying(change) && !closed.includes(keyOf(change)),
  );
  return shown.map((change) => (
    <BulkCallout
      key={change.id}
      change={change}
      onClose={() => setClosed((all) => [...all, keyOf(change)])}
    />
  ));
}

const isWorthSaying = (change: BulkChange) =>
  change.state !== 'done' || change.canBeTakenBack || change.leftOut.length > 0;

function BulkCallout({ change, onClose }: { change: BulkChange; onClose: () => void }) {
  const { leftOut, stillThere } = change;
  return (
    <Callout
      tone={leftOut.length > 0 ? 'warn' : 'info'}
      live
      className="mb-4"
      title={titleOf(change)}
      action={
        <div className="flex items-center gap-2">
          <TakeBack change={change} />
          {isUnderWay(change) ? null : (
            <IconButton size="sm" icon="x" label="Close" onClick={onClose} />
          )}
        </div>
      }
    >
      {isUnderWay(change) ? (
        <progress
          className="progress progress-primary w-full max-w-96"
          aria-label="Progress"
          max={change.all}
          value={progressOf(change)}
        />
      ) : null}
      <MessagesText change={change} />
      <ClosedText change={change} />
      {leftOut.length > 0 ? (
        <ul className="mt-1 list-disc ps-5">
          {leftOut.map(({ appointmentId, publicCode, customerName, reason }) => (
            <li key={appointmentId}>
              {customerName ?? 'Guest'}, {publicCode}: {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {change.state === 'done' && stillThere > 0 ? (
        <p>
          {deliveries(stillThere)} {stillThere === 1 ? 'is' : 'are'} still on the closed day.
        </p>
      ) : null}
    </Callout>
  );
}

/** When customers are notified, shown while that can still be prevented. */
function MessagesText({ change }: { change: BulkChange }) {
  const { formatTimeOfDay } = useInstants();
  if (!change.canBeTakenBack || change.takeBackUntil === null) return null;
  return (
    <p>
      Customers won’t be notified until {formatTimeOfDay(change.takeBackUntil)}. Undo everything
      before then.
    </p>
  );
}

/** The windows that were closed because the change emptied them. */
function ClosedText({ change: { state, closed } }: { change: BulkChange }) {
  if (closed.length === 0 || state === 'taking_back' || state === 'taken_back') return null;
  const windows = closed.map(
    ({ date, time }) => `${formatMonthDay(date)}, ${time.replaceAll(':00', '')}`,
  );
  return (
    <p>
      Closed to new orders: {windows.join(' and ')}. You can open{' '}
      {windows.length === 1 ? 'it' : 'them'} again under Calendar Management.
    </p>
  );
}

function TakeBack({ change }: { change: BulkChange }) {
  const utils = trpc.useUtils();
  const taking = trpc.admin.takeBackBulkChange.useMutation();
  if (!change.canBeTakenBack) return null;
  const takeBack = async () => {
    try {
      await taking.mutateAsync({ id: change.id });
    } catch (error) {
      toastFailure('Change Not Undone', error, 'Nothing was undone. Try again.');
    }
    await utils.admin.bulkChanges.invalidate();
  };
  return (
    <Button size="sm" variant="quiet" icon="refresh" busy={taking.isPending} onClick={takeBack}>
      Undo All
    </Button>
  );
}

const deliveries = (count: number) => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

/** @returns the number of finished parts */
const progressOf = ({ state, all, waiting, done }: BulkChange) =>
  state === 'taking_back' ? all - waiting - done : all - waiting;

/** @returns the title, such as "Moved 58 of 60 deliveries, by Alex Harbor" */
function titleOf(change: BulkChange): string {
  const { state, all, done, takenBack, actorName } = change;
  if (isUnderWay(change)) {
    const what = state === 'running' ? BULK_LABELS[change.kind] : 'Undone';
    return `${what} ${progressOf(change)} of ${deliveries(all)} so far`;
  }
  if (state === 'taken_back') return `Undone: ${deliveries(takenBack)} restored`;
  const count = done === all ? deliveries(all) : `${done} of ${deliveries(all)}`;
  return `${BULK_LABELS[change.kind]} ${count}, by ${actorName}`;
}
