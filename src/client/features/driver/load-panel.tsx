import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { classNames } from '@/client/components/class-names';
import { Callout } from '@/client/components/feedback/callout';
import { dismissToast } from '@/client/components/feedback/toast-store';
import { Panel } from '@/client/components/panel';
import {
  isShort,
  LOAD_LABELS,
  LOAD_PARTS,
  loadText,
  type OnBoard,
  partText,
} from '@/domain/driver/on-board';
import type { ShownDay } from './day/driver-day';
import { LoadDialog } from './load-dialog';
import { onBoardOf } from './on-board';
import type { QueuedAction } from './outbox/device-action';
import type { PerformAction } from './outbox/perform-action';

type LoadPanelProps = {
  day: ShownDay;
  queued: readonly QueuedAction[];
  userId: string;
  perform: PerformAction;
};

/** The onboard load, compared with the rest of the day. */
export function LoadPanel({ day, queued, userId, perform }: LoadPanelProps) {
  const [isEntering, setIsEntering] = useState(false);
  // Days stored by older builds don't have loads.
  if (!day.loads) return null;
  const board = onBoardOf(day, queued);
  const { today, tomorrow } = board;
  const enter = () => {
    dismissToast();
    setIsEntering(true);
  };
  return (
    <Panel
      title="On board"
      className="mt-6"
      actions={isShort(today) ? <Badge tone="red">Short load</Badge> : null}
    >
      <div className="flex flex-col gap-4">
        <Short day={today} when="today" />
        {today ? <LoadTable day={today} /> : <p>Enter the load to see what’s left for the day.</p>}
        {today?.isCarried ? (
          <p className="text-muted">Carried over from yesterday. Enter today’s load.</p>
        ) : null}
        <Short day={tomorrow} when="tomorrow" />
        <Button variant="quiet" size="lg" icon="fuel" onClick={enter}>
          Enter Load
        </Button>
      </div>
      {isEntering ? (
        <LoadDialog
          day={day}
          userId={userId}
          known={board}
          perform={perform}
          onClose={() => setIsEntering(false)}
        />
      ) : null}
    </Panel>
  );
}

function Short({ day, when }: { day: OnBoard | null; when: 'today' | 'tomorrow' }) {
  if (!isShort(day)) return null;
  return (
    <Callout tone="warn" icon="warning" title={`Not enough on board for ${when}`} live>
      You’re short {loadText(day.short)}.
    </Callout>
  );
}

const COLUMNS = {
  loaded: 'Loaded',
  delivered: 'Delivered',
  left: 'Left',
  needed: 'Needed',
} as const;
type Column = keyof typeof COLUMNS;
/** On narrow screens, these columns move below the row's name. */
const UNDER_NAME: readonly Column[] = ['loaded', 'delivered'];
const cellClass = (column: Column) =>
  classNames('ps-1.5', UNDER_NAME.includes(column) && 'hidden sm:table-cell');

function LoadTable({ day }: { day: OnBoard }) {
  const columns = Object.keys(COLUMNS) as Column[];
  const parts = LOAD_PARTS.filter((part) => columns.some((column) => day[column][part] > 0));
  return (
    <section
      aria-label="Load table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen must scroll by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-field"
    >
      <table className="tabular w-full text-end">
        <thead>
          <tr className="border-b border-edge text-sm">
            <th scope="col" className="text-start font-semibold">
              <span className="sr-only">Item</span>
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={classNames('py-1.5 font-semibold', cellClass(column))}
              >
                {COLUMNS[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part} className="border-b border-edge last:border-0">
              <th scope="row" className="py-2 text-start font-medium">
                {LOAD_LABELS[part]}
                <span className="block text-sm font-normal text-muted sm:hidden">
                  {partText(day.loaded, part)} loaded, {partText(day.delivered, part)} delivered
                </span>
              </th>
              {columns.map((column) => (
                <td
                  key={column}
                  className={classNames(cellClass(column), column === 'left' && 'font-bold')}
                >
                  {partText(day[column], part)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
