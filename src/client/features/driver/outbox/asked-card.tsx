import { useState } from 'react';
import { totalQuestion } from '@/client/appointment/total-question';
import { Button } from '@/client/components/button';
import { ConfirmDialog, useConfirm } from '@/client/components/dialog/confirm-dialog';
import { formatDollars } from '@/domain/money';
import type { ActionQueue } from './action-queue';
import { aboutText, type QueuedAction, threadOf } from './device-action';

type AskedCardProps = {
  one: QueuedAction;
  queued: readonly QueuedAction[];
  queue: ActionQueue;
};

/** Asks the driver about a walk-up that costs more than quoted, until they answer. */
export function AskedCard({ one, queued, queue }: AskedCardProps) {
  const [isOpen, setOpen] = useState(true);
  const { confirm, confirmDialog } = useConfirm();
  const { asked } = one;
  if (!asked) return null;
  const text = aboutText(one);
  const question = totalQuestion('Book', asked.totalCents, asked.question);
  const discard = async () => {
    const sure = await confirm({
      title: 'Discard this walk-up?',
      description: text,
      confirmLabel: 'Discard Walk-up',
      cancelLabel: 'Keep Walk-up',
      danger: true,
    });
    if (!sure) return;
    const thread = queued.filter((other) => threadOf(other) === threadOf(one));
    await queue.discard(thread.map(({ actionKey }) => actionKey));
  };
  return (
    <section
      aria-label={`Not booked yet: ${text}`}
      className="tone tone-yellow rounded-box border p-4"
    >
      <p className="text-lg font-semibold">Not booked yet</p>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <p className="mt-1 font-semibold">{asked.question}</p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button size="lg" onClick={() => queue.agree(one)}>
          Book at {formatDollars(asked.totalCents)}
        </Button>
        <Button variant="quiet" size="lg" onClick={discard}>
          Discard
        </Button>
      </div>
      <ConfirmDialog
        {...question}
        cancelLabel="Not Yet"
        open={isOpen}
        onConfirm={() => queue.agree(one)}
        onCancel={() => setOpen(false)}
      />
      {confirmDialog}
    </section>
  );
}
