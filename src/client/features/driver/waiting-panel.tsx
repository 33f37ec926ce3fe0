import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { useConfirm } from '@/client/components/confirm-dialog';
import { toast } from '@/client/components/toast-store';
import type { Act } from './act';
import { actionText, type KeptAction } from './outbox/actions';
import type { Outbox } from './outbox/outbox';

type WaitingPanelProps = {
  kept: readonly KeptAction[];
  driverId: number | null;
  outbox: Outbox;
  act: Act;
};

/** What the server does not have yet, and what it would not take: nothing is lost out of sight. */
export function WaitingPanel({ kept, driverId, outbox, act }: WaitingPanelProps) {
  const refused = kept.filter(({ refusal }) => refusal !== null);
  // A photo of something refused waits for the driver, not for signal.
  const stuck = new Set(refused.map(({ key }) => key));
  const waiting = kept.filter(
    ({ refusal, after }) => refusal === null && !(after && stuck.has(after)),
  );
  return (
    <div className="flex flex-col gap-3 not-empty:mb-5">
      {waiting.length > 0 ? (
        <Callout tone="warn" icon="offline" title="Waiting for signal" live>
          <ul>
            {waiting.map((one) => (
              <li key={one.key} className="wrap-anywhere">
                {about(one)}
                {actionText(one)}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {refused.map((one) => (
        <Refused
          key={one.key}
          one={one}
          photo={photoOf(kept, one)}
          driverId={driverId}
          outbox={outbox}
          act={act}
        />
      ))}
    </div>
  );
}

const about = ({ publicCode }: KeptAction) => (publicCode ? `Order ${publicCode}: ` : '');

function photoOf(kept: readonly KeptAction[], { key, action }: KeptAction): string | null {
  if ('photo' in action) return action.photo;
  const after = kept.find((one) => one.after === key)?.action;
  return after && 'photo' in after ? after.photo : null;
}

type RefusedProps = {
  one: KeptAction;
  photo: string | null;
  driverId: number | null;
  outbox: Outbox;
  act: Act;
};

/** One thing the server would not take: dispatch can be told all of it, or the driver lets it go. */
function Refused({ one, photo, driverId, outbox, act }: RefusedProps) {
  const { confirm, confirmDialog } = useConfirm();
  const what = `${about(one)}${actionText(one)}`;
  const tell = async () => {
    if (driverId === null) return;
    const text = `${what}. It was not accepted: ${one.refusal}`;
    const id = 'id' in one.action ? one.action.id : null;
    const told = await act(
      { kind: 'report', driverId, id, text: text.slice(0, 1000) },
      { publicCode: one.publicCode ?? undefined, photo },
    );
    // Kept as a report from here on, with or without signal.
    if (told && told.kind !== 'refused') await outbox.discard(one.key);
  };
  const discard = async () => {
    const sure = await confirm({
      title: 'Discard this?',
      description: what,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep it',
      danger: true,
    });
    if (!sure) return;
    await outbox.discard(one.key);
    toast({ title: 'Discarded' });
  };
  return (
    <section aria-label={`Not accepted: ${what}`} className="tone tone-red rounded-box border p-4">
      <p className="text-lg font-semibold">Not accepted</p>
      <p className="mt-1 wrap-anywhere">{what}</p>
      <p className="mt-1 font-semibold">{one.refusal}</p>
      {photo ? (
        <img src={photo} alt="" className="mt-3 max-h-40 rounded-field border border-edge" />
      ) : null}
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button size="lg" icon="mail" disabled={driverId === null} onClick={tell}>
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
