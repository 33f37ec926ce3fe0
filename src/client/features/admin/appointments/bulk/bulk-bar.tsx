import { type ReactNode, useState } from 'react';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { type Outputs, trpc } from '@/client/lib/trpc';
import type { BulkKind } from '@/domain/bulk/bulk-change';
import type { CalendarDate } from '@/domain/dates';
import { loadWith } from '@/domain/dispatch/groups';
import { formatCount } from '@/domain/text';
import { DAY_TOOL } from '../day/day-toolbar';
import type { Line } from '../day/line';
import type { Dispatch } from '../dispatch/use-plan';
import { toastUpdateFailed } from '../use-status-changes';
import { BulkDialog } from './bulk-dialog';
import { BULK_KEYS, BULK_VERBS } from './bulk-verbs';
import { emptiedBy } from './close-emptied';
import { MoveDialog } from './move-dialog';
import { PlanDialog } from './plan-dialog';
import { isSelectable, type Selection } from './selection';
import { useBeginBulk } from './use-begin-bulk';

const KINDS = Object.entries(BULK_VERBS) as [BulkKind, string][];

/** The change with its deliveries as staff saw them when the dialog opened. */
type Open = {
  kind: BulkKind | 'plan';
  lines: readonly Line[];
  /** All deliveries of the day. */
  all: readonly Line[];
};

type BulkBarProps = {
  day: Outputs['admin']['day'];
  /** The drivers of the day, or undefined until they're loaded. */
  dispatch: Dispatch | undefined;
  /** The lines that the filter shows. */
  lines: readonly Line[];
  selection: Selection;
  /** The button that moves or cancels the day. */
  stormButton: ReactNode;
};

/**
 * Shows the bulk changes for the selected deliveries of a day, or for all of them. The bar stays
 * visible while the list scrolls.
 */
export function BulkBar({ day, dispatch, lines, selection, stormButton }: BulkBarProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const { chosen } = selection;
  const close = () => setOpen(null);
  const finish = () => {
    selection.set(open?.lines ?? [], false);
    close();
  };
  if (!open && chosen.length === 0 && !lines.some(isSelectable)) return null;
  return (
    <div
      className={classNames(
        'no-print flex flex-wrap items-center gap-2 bg-base-100',
        chosen.length === 0
          ? `desk:flex-nowrap ${DAY_TOOL}`
          : 'z-10 w-full px-2 py-1.5 sm:sticky sm:top-0',
      )}
    >
      {chosen.length === 0 ? (
        <>
          <Button
            size="sm"
            variant="quiet"
            className="desk:min-h-9 desk:px-2.5 desk:[&_svg]:hidden"
            onClick={() => selection.set(lines, true)}
          >
            Select All
          </Button>
          {stormButton}
          {dispatch && day.lines.some((line) => line.driverId === null && isSelectable(line)) ? (
            <Button
              size="sm"
              variant="quiet"
              icon="truck"
              className="desk:min-h-9 desk:px-2.5 desk:[&_svg]:hidden"
              onClick={() => setOpen({ kind: 'plan', lines: [], all: day.lines })}
            >
              Suggest a Plan
            </Button>
          ) : null}
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
              data-bulk={kind}
              title={BULK_KEYS[kind] && `${label} (${BULK_KEYS[kind]})`}
              onClick={() => setOpen({ kind, lines: chosen, all: day.lines })}
            >
              {label}
            </Button>
          ))}
          <Button size="sm" variant="ghost" onClick={() => selection.set(chosen, false)}>
            Clear Selection
          </Button>
          <AssignButtons lines={day.lines} selection={selection} />
        </>
      )}
      {open?.kind === 'plan' && dispatch ? (
        <PlanDialog day={day} dispatch={dispatch} onDone={close} onClose={close} />
      ) : null}
      {open && open.kind !== 'plan' ? (
        <OpenDialog {...open} kind={open.kind} date={day.date} onDone={finish} onClose={close} />
      ) : null}
    </div>
  );
}

type AssignButtonsProps = { lines: readonly Line[]; selection: Selection };

/**
 * Assigns the selected deliveries to a driver with one press, which can be undone for 10 minutes.
 * Each button shows the driver's current day and the resulting one.
 */
function AssignButtons({ lines, selection }: AssignButtonsProps) {
  const drivers = trpc.admin.drivers.useQuery();
  const begin = useBeginBulk();
  const { chosen } = selection;
  const assign = async (driverId: number) => {
    try {
      await begin({
        kind: 'assign',
        driverId,
        parts: chosen.map(({ id, version }) => ({ id, version })),
      });
      selection.set(chosen, false);
    } catch (error) {
      toastUpdateFailed(error);
    }
  };
  const active = (drivers.data ?? []).filter(({ status }) => status !== 'retired');
  if (active.length === 0) return null;
  return (
    <fieldset className="flex w-full min-w-0 items-center gap-2 overflow-x-auto pb-1">
      <legend className="float-left me-2 shrink-0 font-semibold">Assign to</legend>
      {active.map(({ id, name, status }) => {
        const { before, after } = loadWith(id, lines, chosen);
        return (
          <Button
            key={id}
            size="sm"
            variant="quiet"
            className="shrink-0"
            onClick={() => assign(id)}
          >
            {name}
            {status === 'offline' ? ' (offline)' : ''}
            <span className="tabular ms-2 font-normal">
              {withNoBreaks(
                `${before.stops} → ${after.stops} ${after.stops === 1 ? 'stop' : 'stops'}, ${formatCount(after.gallonsTenths / 10)} gal`,
              )}
            </span>
          </Button>
        );
      })}
    </fieldset>
  );
}

type OpenDialogProps = Omit<Open, 'kind'> & {
  kind: Exclude<Open['kind'], 'plan'>;
  date: CalendarDate;
  onDone: () => void;
  onClose: () => void;
};

function OpenDialog({ kind, lines, all, date, ...rest }: OpenDialogProps) {
  const drivers = trpc.admin.drivers.useQuery();
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
