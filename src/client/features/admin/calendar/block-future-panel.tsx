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
import { BlockedLater } from './blocked-later';
import type { Calendar, CalendarChanges } from './use-calendar';

type BlockFuturePanelProps = { lastBlock: Calendar['lastBlock']; changes: CalendarChanges };

/**
 * Blocks all time slots in the coming months, undoes the last such block by any admin, and lists
 * later blocks.
 */
export function BlockFuturePanel({ lastBlock, changes }: BlockFuturePanelProps) {
  const [busy, setBusy] = useState<'block' | 'undo' | null>(null);
  const { formatLongInstant } = useInstants();
  const { confirm, confirmDialog } = useConfirm();

  const block = async () => {
    const yes = await confirm({
      danger: true,
      title: `Block the next ${BULK_BLOCK_MONTHS} months?`,
      description:
        'Customers won’t be able to book any of these time windows, starting today. Booked deliveries won’t change. You can undo this here.',
      confirmLabel: `Block ${BULK_BLOCK_MONTHS} Months`,
      cancelLabel: 'Keep Open',
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
        'Customers will be able to book these time windows again. Windows blocked earlier stay blocked.',
      confirmLabel: 'Undo Block',
      cancelLabel: 'Keep Block',
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
      subtitle={`Block every open time window for the next ${BULK_BLOCK_MONTHS} months, for example for the winter.`}
    >
      {busy === 'block' ? (
        <div role="status" className="mb-3">
          <p className="mb-2">Blocking {BULK_BLOCK_MONTHS} months of time windows…</p>
          <progress className="progress progress-primary w-full" aria-label="Blocking" />
        </div>
      ) : lastBlock ? (
        <Callout className="mb-3">
          {lastBlock.by} blocked {formatCount(lastBlock.count)} time window
          {lastBlock.count === 1 ? '' : 's'} {datesText(lastBlock)} (
          {formatLongInstant(lastBlock.at)}).
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
          Block {BULK_BLOCK_MONTHS} Months
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
            Undo Block
          </Button>
        ) : null}
      </div>
      <BlockedLater changes={changes} />
      {confirmDialog}
    </Panel>
  );
}

/** @returns the blocked dates, such as "on Jun 14" or "from Jun 14 to Feb 13" */
const datesText = ({ from, to }: NonNullable<Calendar['lastBlock']>) =>
  from === to
    ? `on ${formatMonthDay(from)}`
    : `from ${formatMonthDay(from)} to ${formatMonthDay(to)}`;
