import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/confirm-dialog';
import { toast } from '@/client/components/toast-store';
import { MAX_REPORT_LENGTH } from '@/domain/driver/driver.schema';
import type { ActionQueue } from './device-actions/action-queue';
import { aboutText, actionText } from './device-actions/device-action';
import { orderToName, type RefusedOrder } from './device-actions/refused-orders';
import type { PerformAction } from './perform-action';

type RefusedCardProps = {
  order: RefusedOrder;
  driverId: number | null;
  queue: ActionQueue;
  perform: PerformAction;
};

/** What was refused of one order, in one card: with staff already, or for the driver to decide. */
export function RefusedCard(props: RefusedCardProps) {
  return props.order.isKept ? <KeptCard {...props} /> : <UndecidedCard {...props} />;
}

/** The sentence of the last refusal says what happened meanwhile. */
const refusalOf = ({ actions }: RefusedOrder) => actions.at(-1)?.refusal ?? '';

function textOf({ actions }: RefusedOrder): string {
  const [first, ...others] = actions;
  return first ? [aboutText(first), ...others.map(actionText)].join('; ') : '';
}

function KeptCard({ order, queue }: RefusedCardProps) {
  const text = textOf(order);
  return (
    <section
      aria-label={`At dispatch: ${text}`}
      className="tone tone-yellow rounded-box border p-4"
    >
      <p className="text-lg font-semibold">Dispatch has it</p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <p className="mt-1 font-semibold">{refusalOf(order)} Dispatch decides what is recorded.</p>
      <Photos photos={order.photos} />
      {order.photos.length > 0 ? (
        <p className="mt-3">Its photo is still on its way.</p>
      ) : (
        <Button size="lg" block className="mt-4" onClick={() => queue.discard(order.keys)}>
          OK
        </Button>
      )}
    </section>
  );
}

/** The driver sends it to dispatch as a report, or discards it. */
function UndecidedCard({ order, driverId, queue, perform }: RefusedCardProps) {
  const { confirm, confirmDialog } = useConfirm();
  const text = textOf(order);
  const report = () => {
    const last = order.actions.at(-1);
    if (driverId === null || !last) return;
    const reportText = `${text}. It was not accepted: ${refusalOf(order)}`;
    const id = orderToName(order);
    const { length } = order.photos;
    let unstored = Math.max(length, 1);
    const onStored = () => {
      unstored -= 1;
      // The reports hold all of it from now on, with or without signal.
      if (unstored === 0) void queue.discard(order.keys);
    };
    const publicCode = last.publicCode ?? undefined;
    // A report takes one picture: a photo and a signature go with one each.
    for (const [index, photo] of (length > 0 ? order.photos : [null]).entries()) {
      const whole = index === 0 ? reportText : `Picture ${index + 1} of: ${reportText}`;
      const report = { kind: 'report' as const, driverId, id };
      void perform(
        { ...report, text: whole.slice(0, MAX_REPORT_LENGTH) },
        { publicCode, photo, onStored },
      );
    }
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
    await queue.discard(order.keys);
    toast({ title: 'Discarded' });
  };
  return (
    <section aria-label={`Not accepted: ${text}`} className="tone tone-red rounded-box border p-4">
      <p className="text-lg font-semibold">Not accepted</p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <p className="mt-1 font-semibold">{refusalOf(order)}</p>
      <Photos photos={order.photos} />
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

function Photos({ photos }: Pick<RefusedOrder, 'photos'>) {
  return photos.map((photo) => (
    <img
      key={photo}
      src={photo}
      alt=""
      className="mt-3 max-h-40 rounded-field border border-edge"
    />
  ));
}
