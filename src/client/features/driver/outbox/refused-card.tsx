import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { toast } from '@/client/components/feedback/toast-store';
import { OTHER_ICONS } from '@/client/components/other-icons';
import type { ActionQueue } from './action-queue';
import type { PerformAction } from './perform-action';
import { type RefusedThread, refusalOf, textOf } from './refused-threads';
import { reportRefused } from './report-refused';

type RefusedCardProps = {
  thread: RefusedThread;
  driverId: number | null;
  queue: ActionQueue;
  perform: PerformAction;
};

/** Shows all refused actions of one appointment. Staff have them already, or the driver decides. */
export function RefusedCard(props: RefusedCardProps) {
  return props.thread.isKept ? <KeptCard {...props} /> : <UndecidedCard {...props} />;
}

function KeptCard({ thread, queue }: RefusedCardProps) {
  const text = textOf(thread);
  return (
    <section
      aria-label={`Sent to dispatch: ${text}`}
      className="tone tone-yellow rounded-box border p-4"
    >
      <p className="text-lg font-semibold">Sent to dispatch</p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <p className="mt-1 font-semibold">{refusalOf(thread)} Dispatch will decide what to record.</p>
      <Photos photos={thread.photos} />
      {thread.isPhotoWaiting ? (
        <p className="mt-3">The photo is still sending.</p>
      ) : (
        <Button size="lg" block className="mt-4" onClick={() => queue.discard(thread.keys)}>
          Got It
        </Button>
      )}
    </section>
  );
}

/** The driver sends the action to dispatch as a report, or discards it. */
function UndecidedCard({ thread, driverId, queue, perform }: RefusedCardProps) {
  const { confirm, confirmDialog } = useConfirm();
  const text = textOf(thread);
  const discard = async () => {
    const sure = await confirm({
      title: 'Discard this update?',
      description: text,
      confirmLabel: 'Discard Update',
      cancelLabel: 'Keep Update',
      danger: true,
    });
    if (!sure) return;
    await queue.discard(thread.keys);
    toast({ title: 'Update Discarded' });
  };
  return (
    <section aria-label={`Not accepted: ${text}`} className="tone tone-red rounded-box border p-4">
      <p className="text-lg font-semibold">Not accepted</p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <p className="mt-1 font-semibold">{refusalOf(thread)}</p>
      <Photos photos={thread.photos} />
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button
          size="lg"
          icon="mail"
          disabled={driverId === null}
          onClick={() => driverId !== null && reportRefused(thread, driverId, queue, perform)}
        >
          Send to Dispatch
        </Button>
        <Button variant="quiet" size="lg" icon={OTHER_ICONS.trash} onClick={discard}>
          Discard
        </Button>
      </div>
      {confirmDialog}
    </section>
  );
}

function Photos({ photos }: Pick<RefusedThread, 'photos'>) {
  return photos.map((photo) => (
    <img
      key={photo}
      src={photo}
      alt=""
      className="mt-3 max-h-40 rounded-field border border-edge"
    />
  ));
}
