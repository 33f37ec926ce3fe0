import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '@/client/components/button';
import { toastFailure } from '@/client/components/feedback/toast-failure';
import { Icon } from '@/client/components/icon';
import { PhoneLink } from '@/client/components/phone-link';
import { getJson, setItem } from '@/client/lib/browser-storage';
import { useInstants } from '@/client/lib/business-zone';
import { useNow } from '@/client/lib/now';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { BULK_LABELS, type BulkKind } from '@/domain/bulk/bulk-change';
import { formatMonthDay } from '@/domain/dates';
import { BulkDialog, type ManyKind } from './bulk-dialog';
import { BULK_VERBS } from './bulk-verbs';

type BulkChange = Outputs['admin']['bulkChanges'][number];
type LeftOut = BulkChange['leftOut'][number];

/**
 * While a change runs, we poll for its progress. Otherwise, we poll in case the live stream is
 * closed.
 */
const POLL_MS = { underWay: 1_000, idle: 60_000 };

const isUnderWay = ({ state }: BulkChange) => state === 'running' || state === 'taking_back';

/**
 * Shows the progress of all admins' bulk changes, in one banner at the bottom of every admin
 * screen. The person can open it to see parts that were left out, and earlier changes. Until its
 * messages are sent, each change can be undone with one press.
 */
export function BulkFeedback() {
  const [closed, close] = useClosed();
  const [isOpen, setIsOpen] = useState(false);
  const changes = trpc.admin.bulkChanges.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.some(isUnderWay) ? POLL_MS.underWay : POLL_MS.idle,
  });
  const shown = (changes.data ?? []).filter(
    (change) => isWorthShowing(change) && !closed.includes(keyOf(change)),
  );
  const [newest, ...earlier] = shown;
  const hasDetails = shown.some(detailsOf) || earlier.length > 0;
  return (
    <>
      {/* Screen readers announce a change only when it ends, not its progress. */}
      <p role="status" className="sr-only">
        {newest && !isUnderWay(newest) ? summaryOf(newest) : ''}
      </p>
      {newest ? (
        <section
          aria-label="Bulk changes"
          data-bulk-feedback
          className="no-print sticky bottom-2 z-20 mt-4 rounded-box border border-edge bg-base-100 shadow-far"
        >
          <ul className="max-h-[60dvh] divide-y divide-edge overflow-y-auto">
            {(isOpen ? shown : [newest]).map((change) => (
              <li key={change.id} data-bulk={change.kind} className="px-3 py-1.5">
                <Summary
                  change={change}
                  toggle={
                    change === newest && hasDetails ? (
                      <Button
                        size="sm"
                        variant="ghost"
                        aria-expanded={isOpen}
                        onClick={() => setIsOpen(!isOpen)}
                      >
                        {toggleLabel(isOpen, earlier.length)}
                      </Button>
                    ) : null
                  }
                  onClose={() => close(keyOf(change))}
                />
                {isOpen ? <Details change={change} /> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

const toggleLabel = (isOpen: boolean, earlier: number) => {
  if (isOpen) return 'Hide Details';
  return earlier === 0 ? 'Details' : `Details (${earlier} Earlier)`;
};

/**
 * After someone closes a change, it's shown again only if its state changes, for example when it's
 * undone.
 */
const keyOf = ({ id, state }: BulkChange) => `${id} ${state}`;
const CLOSED_KEY = 'dockside-closed-bulk-changes';
/** Enough for the changes that are shown: at most five at a time, each with four states. */
const MAX_CLOSED = 20;

/** The changes that this browser's user closed. They stay closed after a reload. */
function useClosed() {
  const [closed, setClosed] = useState<readonly string[]>(() => {
    const stored = getJson(CLOSED_KEY);
    return Array.isArray(stored) ? stored : [];
  });
  const close = (key: string) => {
    const all = [...closed, key].slice(-MAX_CLOSED);
    setItem(CLOSED_KEY, JSON.stringify(all));
    setClosed(all);
  };
  return [closed, close] as const;
}

const isWorthShowing = (change: BulkChange) =>
  change.state !== 'done' || change.canBeTakenBack || change.leftOut.length > 0;

const detailsOf = ({ leftOut, canBeTakenBack, closed, stillThere }: BulkChange) =>
  canBeTakenBack || leftOut.length > 0 || closed.length > 0 || stillThere > 0;

type SummaryProps = { change: BulkChange; toggle: ReactNode; onClose: () => void };

function Summary({ change, toggle, onClose }: SummaryProps) {
  const isWarning = change.leftOut.length > 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex min-w-48 flex-1 items-center gap-2 font-semibold">
        <Icon name={isWarning ? 'warning' : 'check-circle'} size={18} />
        {summaryOf(change)}
      </p>
      {isUnderWay(change) ? (
        <progress
          className="progress progress-primary w-40"
          aria-label="Progress"
          max={change.all}
          value={progressOf(change)}
        />
      ) : null}
      {toggle}
      <Undo change={change} />
      {isUnderWay(change) ? null : (
        <IconButton size="sm" icon="x" label="Close" onClick={onClose} />
      )}
    </div>
  );
}

/** @returns the change in one line, such as "45 confirmed · 15 left out" */
function summaryOf(change: BulkChange): string {
  const { state, all, done, takenBack, leftOut } = change;
  const label = BULK_LABELS[change.kind].toLowerCase();
  if (state === 'running') return `${progressOf(change)} of ${all} ${label} so far`;
  if (state === 'taking_back') return `${progressOf(change)} of ${all} undone so far`;
  if (state === 'taken_back') {
    return [`${takenBack} restored`, leftOut.length > 0 && `${leftOut.length} not restored`]
      .filter(Boolean)
      .join(' · ');
  }
  const unchanged = all - done - leftOut.length;
  return [
    `${done} ${label}`,
    unchanged > 0 && `${unchanged} already ${label}`,
    leftOut.length > 0 && `${leftOut.length} left out`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** @returns the number of finished parts */
const progressOf = ({ state, all, waiting, done }: BulkChange) =>
  state === 'taking_back' ? all - waiting - done : all - waiting;

/** @returns true if there's nothing to undo, for example because all were already confirmed */
const hasChangedNothing = ({ state, done, closed, closeDate }: BulkChange) =>
  state === 'done' && done === 0 && closed.length === 0 && closeDate === null;

function Undo({ change }: { change: BulkChange }) {
  const utils = trpc.useUtils();
  const undoing = trpc.admin.takeBackBulkChange.useMutation();
  if (!change.canBeTakenBack || hasChangedNothing(change)) return null;
  const undo = async () => {
    try {
      await undoing.mutateAsync({ id: change.id });
    } catch (error) {
      toastFailure('Change Not Undone', error, 'Nothing was undone. Try again.');
    }
    await utils.admin.bulkChanges.invalidate();
  };
  return (
    <>
      <Button size="sm" variant="quiet" icon="refresh" busy={undoing.isPending} onClick={undo}>
        Undo All
      </Button>
      {change.takeBackUntil === null ? null : <TimeLeft until={change.takeBackUntil} />}
    </>
  );
}

/** Counts down to the instant (ms) at which the messages are sent, such as "8:12". */
function TimeLeft({ until }: { until: number }) {
  const seconds = Math.max(0, Math.ceil((until - useNow(1_000)) / 1_000));
  return (
    <span aria-hidden="true" className="tabular min-w-10 text-end text-muted">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}

function Details({ change }: { change: BulkChange }) {
  const { formatTimeOfDay } = useInstants();
  const { state, actorName, canBeTakenBack, takeBackUntil, stillThere } = change;
  return (
    <div className="space-y-2 ps-7 pb-2 text-sm">
      <p>
        By {actorName}.{' '}
        {canBeTakenBack && takeBackUntil !== null && !hasChangedNothing(change)
          ? `Customers won’t be notified until ${formatTimeOfDay(takeBackUntil)}. You can undo everything before then.`
          : null}
      </p>
      <ClosedText change={change} />
      {state === 'done' && stillThere > 0 ? (
        <p>
          {stillThere} {stillThere === 1 ? 'delivery is' : 'deliveries are'} still on the closed
          day.
        </p>
      ) : null}
      {groupsOf(change.leftOut).map(([reason, group]) => (
        <LeftOutGroup key={reason} kind={change.kind} reason={reason} group={group} />
      ))}
    </div>
  );
}

/** Shows the windows that were closed because the change emptied them. */
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

/** @returns the deliveries that were left out, by reason, in the order of the list */
const groupsOf = (leftOut: readonly LeftOut[]) => [
  ...Map.groupBy(leftOut, ({ reason }) => reason ?? 'Someone else changed it.'),
];

/** @returns true unless someone has made the change since, so that it isn't offered again */
const isStillOpen = (kind: BulkKind, { status }: LeftOut) =>
  kind === 'confirm'
    ? status === 'pending'
    : kind !== 'schedule' || status === 'confirmed' || status === 'pending';

type LeftOutGroupProps = { kind: BulkKind; reason: string; group: readonly LeftOut[] };

/** One reason with its deliveries, and a way to try them again. */
function LeftOutGroup({ kind, reason, group }: LeftOutGroupProps) {
  const [again, setAgain] = useState<ManyKind | null>(null);
  const drivers = trpc.admin.drivers.useQuery(undefined, { enabled: again !== null });
  const close = () => setAgain(null);
  const open = group.filter((part) => part.state === 'left_out' && isStillOpen(kind, part));
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="text-sm font-semibold">
          {group.length} left out: {reason}
        </h3>
        {kind === 'move' || open.length === 0 ? null : (
          <Button size="sm" variant="quiet" onClick={() => setAgain(kind)}>
            {BULK_VERBS[kind]} {open.length === 1 ? 'This One' : `These ${open.length}`}…
          </Button>
        )}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {group.map(({ appointmentId, publicCode, customerName, customerPhone }) => (
          <li key={appointmentId}>
            <Link to="/admin" search={{ q: publicCode }} className="link">
              {customerName ?? 'Guest'}
            </Link>
            , {publicCode}
            {customerPhone ? (
              <>
                , <PhoneLink phone={customerPhone} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {again ? (
        <BulkDialog
          kind={again}
          parts={open.map(({ appointmentId, version }) => ({ id: appointmentId, version }))}
          emptied={[]}
          drivers={drivers.data ?? []}
          onDone={close}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
