import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { useConfirm } from '@/client/components/confirm-dialog';
import { toast } from '@/client/components/toast-store';
import type { ActionQueue } from './device-actions/action-queue';
import { actionText, type QueuedAction } from './device-actions/device-action';
import type { PerformAction } from './perform-action';

type UnsentActionsPanelProps = {
  queued: readonly QueuedAction[];
  driverId: number | null;
  queue: ActionQueue;
  perform: PerformAction;
};

/** The actions that wait for signal, and those that the server refused, so that none gets lost. */
export function UnsentActionsPanel({ queued, driverId, queue, perform }: UnsentActionsPanelProps) {
  const refused = queued.filter(({ refusal }) => refusal !== null);
  // The photo of a refused action waits for the driver's decision, not for signal.
  const refusedKeys = new Set(refused.map(({ actionKey }) => actionKey));
  const waiting = queued.filter(
    ({ refusal, afterKey }) => refusal === null && !(afterKey && refusedKeys.has(afterKey)),
  );
  return (
    <div className="flex flex-col gap-3 not-empty:mb-5">
      {waiting.length > 0 ? (
        <Callout tone="warn" icon="offline" title="Waiting for signal" live>
          <ul>
            {waiting.map((one) => (
              <li key={one.actionKey} className="wrap-anywhere">
                {about(one)}
                {actionText(one)}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {refused.map((one) => (
        <Refused
          key={one.actionKey}
          one={one}
          photo={photoOf(queued, one)}
          driverId={driverId}
          queue={queue}
          perform={perform}
        />
      ))}
    </div>
  );
}

const about = ({ publicCode }: QueuedAction) => (publicCode ? `Order ${publicCode}: ` : '');

function photoOf(
  queued: readonly QueuedAction[],
  { actionKey, action }: QueuedAction,
): string | null {
  if ('photo' in action) return action.photo;
  const second = queued.find(({ afterKey }) => afterKey === actionKey)?.action;
  return second && 'photo' in second ? second.photo : null;
}

type RefusedProps = {
  one: QueuedAction;
  photo: string | null;
  driverId: number | null;
  queue: ActionQueue;
  perform: PerformAction;
};

/** A refused action, which the driver sends to dispatch as a report or discards. */
function Refused({ one, photo, driverId, queue, perform }: RefusedProps) {
  const { confirm, confirmDialog } = useConfirm();
  const text = `${about(one)}${actionText(one)}`;
  const report = async () => {
    if (driverId === null) return;
    const reportText = `${text}. It was not accepted: ${one.refusal}`;
    const id = 'id' in one.action ? one.action.id : null;
    const result = await perform(
      { kind: 'report', driverId, id, text: reportText.slice(0, 1000) },
      { publicCode: one.publicCode ?? undefined, photo },
    );
    // The report holds all of it now, with or without signal.
    if (result && result.kind !== 'refused') await queue.discard(one.actionKey);
  };
  const discard = async () => {
    const sure = await confirm({
      title: 'Discard this?',
      description: text,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep it',
      danger: true,
    });
    if (!sure) return;
    await queue.discard(one.actionKey);
    toast({ title: 'Discarded' });
  };
  return (
    <section aria-label={`Not accepted: ${text}`} className="tone tone-red rounded-box border p-4">
      <p className="text-lg font-semibold">Not accepted</p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <p className="mt-1 font-semibold">{one.refusal}</p>
      {photo ? (
        <img src={photo} alt="" className="mt-3 max-h-40 rounded-field border border-edge" />
      ) : null}
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button size="lg" icon="mail" disabled={driverId === null} onClick={report}>
          Send to dispatch
        </Button>
        <Button variant="quiet" size="lg" icon="trash" onClick={discard}>
          Discard
        </Button>
      </div>
      {confirmDialog}
    </section>
  );
}
