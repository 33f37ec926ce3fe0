import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import { useDayInstants } from '@/client/features/driver/day/day-instants';
import { useDeviceNow } from '@/client/features/driver/day/device-now';
import type { ActionQueue } from './action-queue';
import { AskedCard } from './asked-card';
import { aboutText, isSetAside, type QueuedAction, threadOf } from './device-action';
import { pauseOf } from './next-to-send';
import type { PerformAction } from './perform-action';
import { RefusedCard } from './refused-card';
import { refusedThreads } from './refused-threads';

/** With signal, an action is listed as waiting only after this long. */
const SLOW_MS = 5_000;

type UnsentActionsPanelProps = {
  queued: readonly QueuedAction[];
  hasSignal: boolean;
  driverId: number | null;
  queue: ActionQueue;
  perform: PerformAction;
};

/** Lists all waiting, failing, and refused actions, so none gets lost. */
export function UnsentActionsPanel(props: UnsentActionsPanelProps) {
  const { queued, hasSignal, driverId, queue, perform } = props;
  const { formatTimeOfDay } = useDayInstants();
  const refused = refusedThreads(queued);
  // A refused action's card already shows its photo.
  const shownElsewhere = new Set(refused.flatMap(({ keys }) => keys));
  const unsent = queued.filter(
    ({ refusal, afterKey }) => refusal === null && !(afterKey && shownElsewhere.has(afterKey)),
  );
  const pauses = unsent.flatMap((one) => pauseOf(one, queued) ?? []);
  const until = pauses.length > 0 ? Math.max(...pauses.map((pause) => pause.until)) : null;
  const isPaused = (one: QueuedAction) => pauseOf(one, queued) !== null;
  const limited = unsent.filter(isPaused);
  const asked = unsent.filter((one) => one.asked);
  // Later actions for a walk-up that isn't booked yet are part of its card.
  const askedThreads = new Set(asked.map(threadOf));
  const now = useDeviceNow(SLOW_MS);
  // With signal, most actions are sent in a moment. A panel that appears and disappears moves the
  // page.
  const isSlow = ({ pressedAt }: QueuedAction) => now - Date.parse(pressedAt) >= SLOW_MS;
  const waiting = unsent.filter(
    (one) =>
      !isSetAside(one) &&
      !isPaused(one) &&
      !askedThreads.has(threadOf(one)) &&
      (!hasSignal || isSlow(one)),
  );
  return (
    <div className="flex flex-col gap-3 not-empty:mb-5">
      {queue.isStorageFailing() ? (
        <Callout tone="warn" icon="warning" title="This browser can’t work offline" live>
          We can’t save your work on this device. If you lose signal, keep this page open until
          everything sends.
        </Callout>
      ) : null}
      {asked.map((one) => (
        <AskedCard key={one.actionKey} one={one} queued={queued} queue={queue} />
      ))}
      {waiting.length > 0 ? (
        <Callout
          tone={hasSignal ? 'info' : 'warn'}
          icon={hasSignal ? 'refresh' : 'offline'}
          title={hasSignal ? 'Sending…' : 'Waiting for signal'}
          live
        >
          <List actions={waiting} />
        </Callout>
      ) : null}
      {until !== null ? (
        <Callout tone="warn" icon="clock" title="Waiting for dispatch" live>
          Too many updates at once. The rest will send automatically at {formatTimeOfDay(until)}.
          Keep working.
          <List actions={limited} />
        </Callout>
      ) : null}
      {unsent
        .filter((one) => isSetAside(one) && !isPaused(one))
        .map((one) => (
          <SetAside key={one.actionKey} one={one} queue={queue} />
        ))}
      {refused.map((thread) => (
        <RefusedCard
          key={thread.keys[0]}
          thread={thread}
          driverId={driverId}
          queue={queue}
          perform={perform}
        />
      ))}
    </div>
  );
}

function List({ actions }: { actions: readonly QueuedAction[] }) {
  return (
    <ul>
      {actions.map((one) => (
        <li key={one.actionKey} className="wrap-anywhere">
          {aboutText(one)}
        </li>
      ))}
    </ul>
  );
}

/** An action that keeps failing on the server. It's retried automatically, after all others. */
function SetAside({ one, queue }: { one: QueuedAction; queue: ActionQueue }) {
  const text = aboutText(one);
  return (
    <section
      aria-label={`Not sent yet: ${text}`}
      className="tone tone-yellow rounded-box border p-4"
    >
      <p className="text-lg font-semibold">Not sent yet</p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <p className="mt-1 font-semibold">{one.failure}</p>
      <p className="mt-1">We’ll keep trying. You can keep working.</p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button size="lg" onClick={() => queue.flush()}>
          Try Again
        </Button>
        <Button variant="quiet" size="lg" icon="mail" onClick={() => queue.handOver(one)}>
          Send to Dispatch
        </Button>
      </div>
    </section>
  );
}
