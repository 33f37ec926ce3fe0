import { useState } from 'react';
import { TimeRange } from '@/client/appointment/when';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { useLeaveQuestion } from '@/client/components/confirm-dialog';
import { Dialog } from '@/client/components/dialog';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { type CalendarDate, formatLongDate, formatMonthDay, formatWeekday } from '@/domain/dates';
import { useBeginBulk } from './use-begin-bulk';

type Proposal = Outputs['admin']['proposeMoves'];
type Window = { date: CalendarDate; time: string };

type MoveDialogProps = {
  date: CalendarDate;
  /** Only these deliveries; left out, the whole day is moved and closed. */
  ids?: string[];
  onDone: () => void;
  onClose: () => void;
};

/** Shows where each delivery fits, lets staff choose otherwise, and moves them all. */
export function MoveDialog({ date, ids, onDone, onClose }: MoveDialogProps) {
  // Read once: a later answer would change what was chosen.
  const proposal = trpc.admin.proposeMoves.useQuery(
    { date, ids },
    { refetchOnMount: 'always', refetchOnReconnect: false, gcTime: 0 },
  );
  if (proposal.data) {
    return (
      <Moves
        proposal={proposal.data}
        date={date}
        closesDay={!ids}
        onDone={onDone}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog open size="lg" title={titleOf(date, !ids)} onClose={onClose}>
      {proposal.isError ? (
        <ErrorState title="No windows could be found" onRetry={() => proposal.refetch()}>
          {problemOf(proposal.error).message}
        </ErrorState>
      ) : (
        <SkeletonList label="Looking for windows" rows={8} rowClassName="h-11" />
      )}
    </Dialog>
  );
}

const titleOf = (date: CalendarDate, closesDay: boolean) =>
  closesDay ? `Move ${formatLongDate(date)}` : 'Move deliveries';

type MovesProps = {
  proposal: Proposal;
  date: CalendarDate;
  closesDay: boolean;
  onDone: () => void;
  onClose: () => void;
};

const STAYS = '';
const keyOf = ({ date, time }: Window) => `${date} ${time}`;
const proposedFor = ({ to }: Proposal['moves'][number]) => (to ? keyOf(to) : STAYS);

function Moves({ proposal, date, closesDay, onDone, onClose }: MovesProps) {
  const { moves, rooms, staying } = proposal;
  const [chosen, setChosen] = useState(
    () => new Map(moves.map((line) => [line.id, proposedFor(line)])),
  );
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const begin = useBeginBulk();

  const taken = (key: string) => [...chosen.values()].filter((one) => one === key).length;
  const leftText = (room: (typeof rooms)[number]) => {
    const left = room.places - taken(keyOf(room));
    return left > 0 ? ` (${left} left)` : ' (full)';
  };
  const overfull = rooms.filter((room) => taken(keyOf(room)) > room.places);
  const moving = moves.filter(({ id }) => chosen.get(id) !== STAYS);
  const isChanged = moves.some((line) => chosen.get(line.id) !== proposedFor(line));
  const { leave, leaveDialog } = useLeaveQuestion(isChanged, onClose);

  const move = async () => {
    const windows = new Map(rooms.map((room) => [keyOf(room), room]));
    setBusy(true);
    try {
      await begin({
        kind: 'move',
        parts: moving.map(({ id, version }) => {
          const to = windows.get(chosen.get(id) ?? '');
          return { id, version, date: to?.date, time: to?.time };
        }),
        ...(closesDay && { closeDate: date }),
      });
      onDone();
    } catch (problem) {
      setError(problemOf(problem).message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      size="lg"
      title={titleOf(date, closesDay)}
      description={`${closesDay ? 'The day is closed first. ' : ''}Customers are told after ten minutes; until then you can take all of it back.`}
      alert={error}
      dismissible={!busy}
      backdropCloses={false}
      onClose={leave}
      footer={
        <>
          <Button variant="quiet" disabled={busy} onClick={leave}>
            Go back
          </Button>
          <Button
            variant="main"
            busy={busy}
            busyText="Beginning…"
            disabled={moving.length === 0 || overfull.length > 0}
            onClick={move}
          >
            {`Move ${moving.length} ${moving.length === 1 ? 'delivery' : 'deliveries'}`}
          </Button>
        </>
      }
    >
      {overfull.length > 0 ? (
        <Callout tone="error" live className="mb-3">
          {overfull.map((room) => (
            <p key={keyOf(room)}>
              {windowText(room)} takes {room.places}, not {taken(keyOf(room))}.
            </p>
          ))}
        </Callout>
      ) : null}
      {staying > 0 ? (
        <p className="mb-3 text-muted">
          {staying === 1 ? '1 delivery is' : `${staying} deliveries are`} under way or done, and
          will stay.
        </p>
      ) : null}
      {moves.length === 0 ? (
        <EmptyState icon="calendar" title="No delivery to move" />
      ) : (
        <ul className="flex flex-col divide-y divide-edge/60">
          {moves.map((line) => (
            <li key={line.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span className="min-w-[min(100%,11rem)] flex-1">
                <span className="font-semibold">{line.customerName ?? 'Guest'}</span>{' '}
                <span className="text-muted">
                  {line.publicCode}, <TimeRange time={line.time} />
                  {line.customerReachable ? '' : ', no e-mail address: please call'}
                </span>
              </span>
              <select
                aria-label={`New window of ${line.publicCode}`}
                className="select max-sm:w-full sm:w-88"
                value={chosen.get(line.id)}
                onChange={({ currentTarget: { value } }) =>
                  setChosen((all) => new Map(all).set(line.id, value))
                }
              >
                <option value={STAYS}>Leave it on its day</option>
                {rooms.map((room) => (
                  <option key={keyOf(room)} value={keyOf(room)}>
                    {windowText(room)}
                    {keyOf(room) === chosen.get(line.id) ? '' : leftText(room)}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
      )}
      {leaveDialog}
    </Dialog>
  );
}

/** "Sun, Jun 14, 10 AM - 12 PM" */
const windowText = ({ date, time }: Window) =>
  `${formatWeekday(date)}, ${formatMonthDay(date)}, ${time.replaceAll(':00', '')}`;
