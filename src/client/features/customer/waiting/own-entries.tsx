import { Link } from '@tanstack/react-router';
import { WhenWaiting } from '@/client/appointment/when-waiting';
import { Button, buttonClass } from '@/client/components/button';
import { toastError, toastSuccess } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { type Outputs, trpc } from '@/client/lib/trpc';

type Entry = Outputs['waiting']['mine'][number];

/** Describes an entry's state in a few words. */
function stateText({ state, place }: Entry): string {
  if (state === 'offered') return 'A spot is open for you now';
  if (state === 'accepted') return 'Add a card to book this spot';
  if (state === 'booked') return 'Booked';
  if (state === 'missed') return 'You missed a spot';
  if (state === 'unconfirmed') return 'Use the link that we sent you to confirm it';
  return place ? `You’re ${place} in line` : 'You’re in line';
}

/** Lists the customer's own waiting list entries. Renders nothing without any. */
export function OwnEntries() {
  const { data } = trpc.waiting.mine.useQuery();
  const utils = trpc.useUtils();
  const leave = trpc.waiting.leave.useMutation();
  if (!data || data.length === 0) return null;
  const leaveList = async (token: string) => {
    try {
      await leave.mutateAsync({ token });
      toastSuccess('Left Waiting List', 'You won’t get an offer for this window.');
    } catch (error) {
      toastError('Still on the List', problemOf(error).message);
    }
    await utils.waiting.mine.invalidate();
  };
  return (
    <Panel title="Your waiting list" icon="clock">
      <ul className="flex flex-col divide-y divide-edge">
        {data.map((entry) => (
          <li
            key={`${entry.date} ${entry.time}`}
            className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-[min(100%,12rem)] flex-1">
              <p className="font-semibold">
                <WhenWaiting {...entry} />
              </p>
              <p className="text-sm text-muted">{stateText(entry)}</p>
            </div>
            {entry.token === null ? null : entry.state === 'waiting' ? (
              <Button size="sm" variant="quiet" onClick={() => leaveList(entry.token ?? '')}>
                Leave Waiting List
              </Button>
            ) : (
              <Link
                to="/w/$token"
                params={{ token: entry.token }}
                className={buttonClass({ size: 'sm' })}
              >
                Open
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
