import { useDeferredValue, useState } from 'react';
import { IconButton } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { trpc } from '@/client/lib/trpc';
import { useIsPrinting } from '@/client/lib/use-printing';
import { useSteady } from '@/client/lib/use-steady';
import type { CalendarDate } from '@/domain/dates';
import {
  MoveOrCancelDay,
  MoveOrCancelDayIcon,
  MoveOrCancelDialog,
  type Storm,
} from '../bulk/move-or-cancel';
import { DispatchView } from '../dispatch/dispatch-view';
import { useDispatch } from '../dispatch/use-plan';
import { LIVE_LIST } from '../live-list';
import { useCardActions } from '../use-card-actions';
import type { DayChoice } from './day-choice';
import { DayPanel } from './day-panel';
import { DaySheets } from './day-sheets';
import { DayStrip } from './day-strip';
import { DayTitle, DayToolbar } from './day-toolbar';
import { type Line, lineButtonId } from './line';
import { SelectableLines } from './selectable-lines';

type DayViewProps = { choice: DayChoice; onChoose: (choice: DayChoice) => void };

/** All deliveries of a day by window or by driver, with the open appointment in a side panel. */
export function DayView({ choice, onChoose }: DayViewProps) {
  const { date, by, openId, filter } = choice;
  const { data, isError, isPlaceholderData, refetch } = trpc.admin.day.useQuery(
    { date },
    LIVE_LIST,
  );
  // The list doesn't show the plan, so it doesn't wait for it: the plan has a request of its own.
  const later = useDeferredValue<CalendarDate | null | undefined>(date, undefined);
  const dispatch = useDispatch(by === 'driver' ? date : later);
  const { act, dialogs } = useCardActions();
  const [showsTools, setShowsTools] = useState(filter !== '');
  const [storm, setStorm] = useState<Storm | null>(null);
  const isPrinting = useIsPrinting();
  const chooseDate = useSteady((next: CalendarDate) =>
    onChoose({ date: next, by, openId: null, filter: '' }),
  );
  const open = useSteady((line: Line) => onChoose({ ...choice, openId: line.id }));
  const focusLine = () => document.getElementById(lineButtonId(openId ?? ''))?.focus();
  const close = () => {
    onChoose({ ...choice, openId: null });
    focusLine();
  };
  if (!data) {
    if (isError) return <ErrorState title="We couldn’t load this day" onRetry={() => refetch()} />;
    return <SkeletonList label="Loading day" rows={8} rowClassName="h-9" />;
  }
  const shown = date ?? data.today;
  // While another date loads, one of the two queries may finish before the other.
  const ofSameDay = dispatch.data?.date === data.date ? dispatch.data : undefined;
  const title = <DayTitle day={data} shown={shown} />;
  const winds = data.winds.filter((one) => one.date === data.date);
  const startStorm = (slotIndex: number | null) => setStorm({ slotIndex, all: data.lines });
  const moveOrCancel = { lines: data.lines, onPress: () => startStorm(null) };
  const stormButton = (
    <MoveOrCancelDay
      {...moveOrCancel}
      className="whitespace-nowrap max-sm:hidden desk:min-h-9 desk:px-2.5"
    />
  );
  return (
    <div
      className="group/day flex flex-col gap-1.5 desk:gap-1"
      data-tools={showsTools ? 'open' : 'closed'}
    >
      <div className="flex flex-wrap items-center gap-1.5 desk:flex-nowrap">
        <div className="flex min-w-0 items-center gap-1.5 max-desk:w-full desk:flex-1">
          <DayStrip
            dates={data.strip}
            winds={data.winds}
            today={data.today}
            chosen={shown}
            onChoose={chooseDate}
          />
          <MoveOrCancelDayIcon {...moveOrCancel} className="shrink-0 sm:hidden" />
          <IconButton
            icon={OTHER_ICONS.settings}
            label={showsTools ? 'Hide Tools' : 'Show Tools'}
            variant="quiet"
            size="sm"
            className="shrink-0 sm:hidden"
            aria-expanded={showsTools}
            onClick={() => setShowsTools(!showsTools)}
          />
        </div>
        <DayToolbar
          day={data}
          shown={shown}
          by={by}
          canPrint={ofSameDay !== undefined}
          onDate={chooseDate}
          onBy={(next) => onChoose({ ...choice, by: next })}
        />
      </div>
      {/* While another day loads, the old lines can't be used, because they belong to the previous day. */}
      <div
        className="flex items-start gap-4"
        data-panel={openId ? 'open' : 'closed'}
        aria-busy={isPlaceholderData}
        inert={isPlaceholderData}
      >
        <div className="min-w-0 flex-1 rounded-box border border-edge/70 bg-base-100 px-2 py-1 shadow-near">
          {data.lines.length === 0 ? (
            <>
              {title}
              <EmptyState icon="calendar" title="No deliveries on this day" />
            </>
          ) : by === 'window' ? (
            <SelectableLines
              key={data.date}
              day={data}
              title={title}
              stormButton={stormButton}
              dispatch={ofSameDay}
              filter={filter}
              onFilter={(next) => onChoose({ ...choice, filter: next })}
              winds={winds}
              openId={openId}
              onOpen={open}
              onStorm={startStorm}
            />
          ) : ofSameDay ? (
            <>
              <div className="flex flex-wrap items-center gap-x-3">
                {title}
                {stormButton}
              </div>
              <DispatchView
                key={data.date}
                dispatch={ofSameDay}
                lines={data.lines}
                winds={winds}
                openId={openId}
                onOpen={open}
              />
            </>
          ) : dispatch.isError ? (
            <ErrorState title="We couldn’t load the drivers" onRetry={() => dispatch.refetch()} />
          ) : (
            <SkeletonList label="Loading drivers" rowClassName="h-40" />
          )}
        </div>
        {/* Without this wrapper, the list would no longer be the last child when the panel opens, and
            because of a rule for the last row of a table, Chromium would style all cells again. */}
        <div className="contents">
          {openId ? (
            <DayPanel
              id={openId}
              onAction={(action, appointment) => act(action, appointment, focusLine)}
              onClose={close}
            />
          ) : null}
        </div>
      </div>
      {dialogs}
      {storm ? (
        <MoveOrCancelDialog {...storm} date={data.date} onClose={() => setStorm(null)} />
      ) : null}
      {ofSameDay && isPrinting ? <DaySheets dispatch={ofSameDay} lines={data.lines} /> : null}
    </div>
  );
}
