import { useState } from 'react';
import { Button } from '@/client/components/button';
import { trpc } from '@/client/lib/trpc';
import type { BulkKind } from '@/domain/bulk/bulk-change';
import type { CalendarDate } from '@/domain/dates';
import type { Line } from '../day/line';
import { BulkDialog } from './bulk-dialog';
import { BULK_VERBS } from './bulk-verbs';
import { emptiedBy } from './close-emptied';
import { MoveDialog } from './move-dialog';
import { isSelectable, type Selection } from './selection';

const KINDS = Object.entries(BULK_VERBS) as [BulkKind, string][];

/** The change with its deliveries as staff saw them when the dialog opened. */
type Open = {
  kind: BulkKind | 'move-day';
  lines: readonly Line[];
  /** All deliveries of the day. */
  all: readonly Line[];
};

type BulkBarProps = { date: CalendarDate; lines: readonly Line[]; selection: Selection };

/** The bulk changes for the selected deliveries of a day, or for all of them. */
export function BulkBar({ date, lines, selection }: BulkBarProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const { chosen } = selection;
  const close = () => setOpen(null);
  const finish = () => {
    selection.set(open?.lines ?? [], false);
    close();
  };
  if (!open && !lines.some(isSelectable)) return null;
  return (
    <div className="no-print flex flex-wrap items-center gap-2 px-2 pb-2">
      {chosen.length === 0 ? (
        <>
          <Button size="sm" variant="quiet" onClick={() => selection.set(lines, true)}>
            Select All
          </Button>
          <Button
            size="sm"
            variant="quiet"
            icon="calendar"
            onClick={() => setOpen({ kind: 'move-day', lines, all: lines })}
          >
            Move This Day
          </Button>
        </>
      ) : (
        <>
          <p role="status" className="me-1 font-semibold">
            {chosen.length} selected
          </p>
          {KINDS.map(([kind, label]) => (
            <Button
              key={kind}
              size="sm"
              variant="quiet"
              onClick={() => setOpen({ kind, lines: chosen, all: lines })}
            >
              {label}
            </Button>
          ))}
          <Button size="sm" variant="ghost" onClick={() => selection.set(chosen, false)}>
            Clear Selection
          </Button>
        </>
      )}
      {open ? <OpenDialog {...open} date={date} onDone={finish} onClose={close} /> : null}
    </div>
  );
}

type OpenDialogProps = Open & { date: CalendarDate; onDone: () => void; onClose: () => void };

function OpenDialog({ kind, lines, all, date, ...rest }: OpenDialogProps) {
  const drivers = trpc.admin.drivers.useQuery();
  if (kind === 'move-day') return <MoveDialog date={date} all={all} {...rest} />;
  if (kind === 'move') {
    return <MoveDialog date={date} ids={lines.map(({ id }) => id)} all={all} {...rest} />;
  }
  return (
    <BulkDialog
      kind={kind}
      parts={lines.map(({ id, version }) => ({ id, version }))}
      emptied={kind === 'cancel' ? emptiedBy(all, lines) : []}
      drivers={drivers.data ?? []}
      {...rest}
    />
  );
}
