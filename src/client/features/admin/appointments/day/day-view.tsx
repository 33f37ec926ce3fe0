import { keepPreviousData } from '@tanstack/react-query';
import { Button } from '@/client/components/button';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/states';
import { TextInput } from '@/client/components/text-input';
import { trpc } from '@/client/lib/trpc';
import { type CalendarDate, formatLongDate, isCalendarDate } from '@/domain/dates';
import { useCardActions } from '../use-card-actions';
import { DayLines, lineButtonId } from './day-lines';
import { DayPanel } from './day-panel';
import { DayStrip } from './day-strip';
import { TotalsText } from './totals-text';

/** A change appears within this time even without the live stream. */
const POLL_MS = 10_000;

/** The date of a day, today when it is null, and the appointment that is open beside its lines. */
export type DayChoice = { date: CalendarDate | null; openId: string | null };

type DayViewProps = { choice: DayChoice; onChoose: (choice: DayChoice) => void };

/** All deliveries of a day, a line each, and the whole appointment of the one that is open. */
export function DayView({ choice, onChoose }: DayViewProps) {
  const { date, openId } = choice;
  const { data, isError, isPlaceholderData, refetch } = trpc.admin.day.useQuery(
    { date },
    {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
      refetchOnWindowFocus: 'always',
      refetchOnMount: 'always',
    },
  );
  const { act, dialogs } = useCardActions();
  const chooseDate = (next: CalendarDate) => onChoose({ date: next, openId: null });
  const focusLine = () => document.getElementById(lineButtonId(openId ?? ''))?.focus();
  const close = () => {
    onChoose({ date, openId: null });
    focusLine();
  };
  if (!data) {
    if (isError)
      return <ErrorState title="The day could not be loaded" onRetry={() => refetch()} />;
    return <SkeletonList label="Loading the day" rows={8} rowClassName="h-9" />;
  }
  const shown = date ?? data.today;
  return (
    <div className="flex flex-col gap-3">
      <DayStrip dates={data.strip} today={data.today} chosen={shown} onChoose={chooseDate} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-xl">{formatLongDate(shown)}</h2>
        <p className="me-auto">
          <TotalsText lines={data.lines} />
        </p>
        <TextInput
          type="date"
          aria-label="Day"
          value={shown}
          className="w-auto"
          onChange={({ currentTarget: { value } }) => isCalendarDate(value) && chooseDate(value)}
        />
        {shown === data.today ? null : (
          <Button variant="quiet" onClick={() => chooseDate(data.today)}>
            Today
          </Button>
        )}
      </div>
      <div className="flex items-start gap-4" aria-busy={isPlaceholderData}>
        <div className="@container min-w-0 flex-1 rounded-box border border-edge/70 bg-base-100 p-2 shadow-near">
          {data.lines.length === 0 ? (
            <EmptyState icon="calendar" title="No deliveries on this day" />
          ) : (
            <DayLines
              day={data}
              openId={openId}
              onOpen={(line) => onChoose({ date, openId: line.id })}
            />
          )}
        </div>
        {openId ? (
          <DayPanel
            id={openId}
            onAction={(action, appointment) => act(action, appointment, focusLine)}
            onClose={close}
          />
        ) : null}
      </div>
      {dialogs}
    </div>
  );
}
