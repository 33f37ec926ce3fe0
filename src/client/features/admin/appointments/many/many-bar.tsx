import { useState } from 'react';
import { Button } from '@/client/components/button';
import { trpc } from '@/client/lib/trpc';
import type { CalendarDate } from '@/domain/dates';
import type { Line } from '../day/line';
import { ManyDialog, type ManyKind } from './many-dialog';
import { MoveDialog } from './move-dialog';
import { isSelectable, type Selection } from './selection';

const KINDS: readonly [ManyKind, string][] = [
  ['confirm', 'Confirm'],
  ['schedule', 'Schedule'],
  ['assign', 'Assign'],
  ['write', 'Write'],
  ['cancel', 'Cancel'],
];

type ManyBarProps = { date: CalendarDate; lines: readonly Line[]; selection: Selection };

/** What can be done with the chosen deliveries of a day, or with all of them. */
export function ManyBar({ date, lines, selection }: ManyBarProps) {
  const [open, setOpen] = useState<ManyKind | 'move' | 'move-day' | null>(null);
  const drivers = trpc.admin.drivers.useQuery(undefined, { enabled: open !== null });
  const { chosen } = selection;
  const close = () => setOpen(null);
  const finish = () => {
    selection.set(chosen, false);
    close();
  };
  if (!lines.some(isSelectable)) return null;
  return (
    <div className="no-print flex flex-wrap items-center gap-2 px-2 pb-2">
      {chosen.length === 0 ? (
        <>
          <Button size="sm" variant="quiet" onClick={() => selection.set(lines, true)}>
            Choose all
          </Button>
          <Button size="sm" variant="quiet" icon="calendar" onClick={() => setOpen('move-day')}>
            Move this day
          </Button>
        </>
      ) : (
        <>
          <p role="status" className="me-1 font-semibold">
            {chosen.length} chosen
          </p>
          {KINDS.map(([kind, label]) => (
            <Button key={kind} size="sm" variant="quiet" onClick={() => setOpen(kind)}>
              {label}
            </Button>
          ))}
          <Button size="sm" variant="quiet" onClick={() => setOpen('move')}>
            Move
          </Button>
          <Button size="sm" variant="ghost" onClick={() => selection.set(chosen, false)}>
            Choose none
          </Button>
        </>
      )}
      {open === 'move' || open === 'move-day' ? (
        <MoveDialog
          date={date}
          {...(open === 'move' && { ids: chosen.map(({ id }) => id) })}
          onDone={finish}
          onClose={close}
        />
      ) : open ? (
        <ManyDialog
          kind={open}
          lines={chosen}
          drivers={drivers.data ?? []}
          onDone={finish}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
