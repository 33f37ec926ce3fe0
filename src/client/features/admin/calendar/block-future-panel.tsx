import { useState } from 'react';
import { Button } from '@/client/components/button';
import { useConfirm } from '@/client/components/dialog/confirm-dialog';
import { Callout } from '@/client/components/feedback/callout';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Panel } from '@/client/components/panel';
import { useInstants } from '@/client/lib/business-zone';
import { formatMonthDay } from '@/domain/dates';
import { BULK_BLOCK_MONTHS } from '@/domain/slots/time-slots';
import { formatCount } from '@/domain/text';
import type { Calendar, CalendarChanges } from './use-calendar';

type BlockFuturePanelProps = { lastBlock: Calendar['lastBlock']; changes: CalendarChanges };

/** Blocks all time slots of the coming months at once, and undoes the last bulk block of any admin. */
export function BlockFuturePanel({ lastBlock, changes }: BlockFuturePanelProps) {
  const [busy, setBusy] = useState<'block' | 'undo' | null>(null);
  const { formatLongInstant } = useInstants();
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
    await changes.blockMonths(BULK_BLOCK_MONTHS);
    setBusy(null);
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
    await changes.undo(batchId);
    setBusy(null);
  };

  return (
    <Panel
      tight
      icon={OTHER_ICONS.lock}
      title="Block future appointments"
      subtitle={`Closes every open time slot of the next ${BULK_BLOCK_MONTHS} months, about 720, for example for the winter.`}
    >
      {busy === 'block' ? (
        <div role="status" className="mb-3">
          <p className="mb-2">Blocking {BULK_BLOCK_MONTHS} months of time slots…</p>
          <progress className="progress progress-primary w-full" aria-label="Blocking" />
        </div>
      ) : lastBlock ? (
        <Callout className="mb-3">
          {lastBlock.by} blocked {formatCount(lastBlock.count)} time slot
          {lastBlock.count === 1 ? '' : 's'} {datesText(lastBlock)}:{' '}
          {formatLongInstant(lastBlock.at)}.
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
        {lastBlock ? (
          <Button
            variant="quiet"
            icon="refresh"
            className="flex-1"
            busy={busy === 'undo'}
            disabled={busy !== null}
            onClick={() => undo(lastBlock.batchId)}
          >
            Undo the block
          </Button>
        ) : null}
      </div>
      {confirmDialog}
    </Panel>
  );
}

/** "on Jun 14", "from Jun 14 to Feb 13" */
const datesText = ({ from, to }: NonNullable<Calendar['lastBlock']>) =>
  from === to
    ? `on ${formatMonthDay(from)}`
    : `from ${formatMonthDay(from)} to ${formatMonthDay(to)}`;
