import { useState } from 'react';
import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { useConfirm } from '@/client/components/confirm-dialog';
import { Panel } from '@/client/components/panel';
import { BULK_BLOCK_MONTHS } from '@/domain/slots/time-slots';
import { forgetBulkBlock, keepBulkBlock, lastBulkBlock } from './bulk-block-store';
import type { CalendarChanges } from './use-calendar';

/** Blocks all time slots of the coming months at once, and undoes it. */
export function BlockFuturePanel({ changes }: { changes: CalendarChanges }) {
  const [busy, setBusy] = useState<'block' | 'undo' | null>(null);
  const [done, setDone] = useState(lastBulkBlock);
  const { confirm, confirmDialog } = useConfirm();

  const block = async () => {
    const yes = await confirm({
      danger: true,
      title: `Block the next ${BULK_BLOCK_MONTHS} months?`,
      description:
        'About 720 time slots are closed to customers from today on. Booked deliveries stay as they are, and you can undo it here.',
      confirmLabel: `Block ${BULK_BLOCK_MONTHS} months`,
    });
    if (!yes) return;
    setBusy('block');
    const result = await changes.blockMonths(BULK_BLOCK_MONTHS);
    setBusy(null);
    if (!result) return;
    // A second block that finds nothing to block must keep the undo of the first one.
    const kept = { message: result.message, batchId: result.batchId ?? done?.batchId ?? null };
    keepBulkBlock(kept);
    setDone(kept);
  };

  const undo = async (batchId: string) => {
    const yes = await confirm({
      title: 'Undo the block?',
      description:
        'The time slots it blocked can be booked again at once. What was blocked before it stays blocked.',
      confirmLabel: 'Open them again',
    });
    if (!yes) return;
    setBusy('undo');
    const result = await changes.undo(batchId);
    setBusy(null);
    if (!result) return;
    forgetBulkBlock();
    setDone({ message: result.message, batchId: null });
  };

  const undoable = done?.batchId ?? null;
  return (
    <Panel
      tight
      icon="lock"
      title="Block future appointments"
      subtitle={`Closes every open time slot of the next ${BULK_BLOCK_MONTHS} months, about 720, for example for the winter.`}
    >
      {busy === 'block' ? (
        <div role="status" className="mb-3">
          <p className="mb-2">Blocking {BULK_BLOCK_MONTHS} months of time slots…</p>
          <progress className="progress progress-primary w-full" aria-label="Blocking" />
        </div>
      ) : done ? (
        <Callout live tone="success" className="mb-3">
          {done.message}
        </Callout>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          className="flex-1 text-error"
          busy={busy === 'block'}
          busyText="Blocking…"
          disabled={busy !== null}
          onClick={block}
        >
          Block {BULK_BLOCK_MONTHS} months
        </Button>
        {undoable ? (
          <Button
            variant="quiet"
            icon="refresh"
            className="flex-1"
            busy={busy === 'undo'}
            disabled={busy !== null}
            onClick={() => undo(undoable)}
          >
            Undo the block
          </Button>
        ) : null}
      </div>
      {confirmDialog}
    </Panel>
  );
}
