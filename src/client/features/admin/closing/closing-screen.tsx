import { keepPreviousData } from '@tanstack/react-query';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { DateInput } from '@/client/components/form/date-input';
import { Field } from '@/client/components/form/field';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { useInstants } from '@/client/lib/business-zone';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import { formatLongDate } from '@/domain/dates';
import { CashPanel } from './cash-panel';
import { CloseDay } from './close-day';
import { ClosedDays } from './closed-days';
import type { ClosingDay } from './closing-day';
import { LaterList } from './later-list';
import { OpenItems } from './open-items';
import { TruckPanel } from './truck-panel';

/** Deliveries, cash, and other people's counts appear within this time. */
const POLL_MS = 10_000;

type ClosingScreenProps = {
  /** Null shows today. */
  date: string | null;
  page: number;
  onDate: (date: string | null) => void;
  onPage: (page: number) => void;
};

/** A day to close or a closed one, and the list of closed days. */
export function ClosingScreen({ date, page, onDate, onPage }: ClosingScreenProps) {
  const query = trpc.admin.closingDay.useQuery(
    { date },
    { placeholderData: keepPreviousData, refetchInterval: POLL_MS, refetchOnMount: 'always' },
  );
  const { data: day } = query;
  if (!day) {
    return query.isError ? (
      <ErrorState title="We couldn’t load the day" onRetry={() => query.refetch()}>
        {problemOf(query.error).message}
      </ErrorState>
    ) : (
      <SkeletonList label="Loading the day" rows={3} rowClassName="h-48" />
    );
  }
  return (
    <div className="flex flex-col gap-4" aria-busy={query.isPlaceholderData}>
      <DayHeader day={day} onDate={onDate} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2 print:block print:*:mb-4">
        {day.trucks.map((truck) => (
          <TruckPanel key={truck.key} truck={truck} day={day} />
        ))}
        <CashPanel day={day} />
        {day.open ? <OpenItems day={day} open={day.open} /> : null}
        {day.later.length > 0 ? <LaterList day={day} /> : null}
      </div>
      {day.seen === null ? null : <CloseDay day={day} seen={day.seen} />}
      <ClosedDays shown={day.date} page={page} onPage={onPage} onDate={onDate} />
    </div>
  );
}

function DayHeader({ day, onDate }: { day: ClosingDay; onDate: (date: string | null) => void }) {
  const { formatInstant } = useInstants();
  const { date, closed } = day;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div>
        <h2 className="flex flex-wrap items-center gap-2 text-xl">
          {formatLongDate(date)}
          <Badge tone={closed ? 'green' : 'yellow'}>{closed ? 'Closed' : 'Open'}</Badge>
        </h2>
        <p className="mt-1 text-muted">
          {closed
            ? `Closed by ${closed.by}, ${formatInstant(closed.at)}. These figures are final.`
            : 'Count each truck, sign off the cash, and close the day.'}
        </p>
      </div>
      <div className="no-print flex flex-wrap items-end gap-2">
        <Field label="Day">
          <DateInput className="w-44" value={date} onDate={(next) => onDate(next || null)} />
        </Field>
        <Button variant="quiet" icon={OTHER_ICONS.print} onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </div>
  );
}
