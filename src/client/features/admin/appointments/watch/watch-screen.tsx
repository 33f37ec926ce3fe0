import { useState } from 'react';
import { dockText } from '@/client/appointment/slip-text';
import { STATUS_TONES } from '@/client/appointment/tones';
import { Badge } from '@/client/components/badge';
import { EmptyState, ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { withNoBreaks } from '@/client/lib/no-breaks';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { type CalendarDate, formatLongDate } from '@/domain/dates';
import { fuelText, iceSizesText } from '@/domain/order/order';
import { timeSlotLabel } from '@/domain/slots/time-slots';
import { DayStrip } from '../day/day-strip';
import { LIVE_LIST } from '../live-list';

type Watched = Outputs['admin']['watchDay'];

/** A day's deliveries for people who only watch: no phone numbers, no amounts, and no actions. */
export function WatchScreen() {
  const [date, setDate] = useState<CalendarDate | null>(null);
  const { data, isError, refetch } = trpc.admin.watchDay.useQuery({ date }, LIVE_LIST);
  if (!data) {
    if (isError) return <ErrorState title="We couldn’t load this day" onRetry={() => refetch()} />;
    return <SkeletonList label="Loading day" rows={8} rowClassName="h-12" />;
  }
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-lg">{formatLongDate(data.date)}</h1>
      <DayStrip
        dates={data.strip}
        winds={[]}
        today={data.today}
        chosen={date ?? data.today}
        onChoose={setDate}
      />
      {data.lines.length === 0 ? (
        <EmptyState icon="calendar" title="No deliveries on this day" />
      ) : (
        data.timeSlots.map(({ slotIndex }) => (
          <Window
            key={slotIndex}
            label={timeSlotLabel(slotIndex)}
            lines={data.lines.filter((line) => line.slotIndex === slotIndex)}
          />
        ))
      )}
    </div>
  );
}

function Window({ label, lines }: { label: string; lines: Watched['lines'] }) {
  if (lines.length === 0) return null;
  return (
    <section
      aria-label={label}
      className="rounded-box border border-edge/70 bg-base-100 px-4 py-3 shadow-near"
    >
      <h2 className="text-base">{label}</h2>
      <ul className="divide-y divide-edge/70">
        {lines.map((line) => (
          <WatchedLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

function WatchedLine({ line }: { line: Watched['lines'][number] }) {
  const { publicCode, status, customerName, boatName, driverName } = line;
  const fuel = fuelText({ ...line, estimatedGallonsTenths: line.gallonsTenths });
  const ice = iceSizesText(line);
  const order = [fuel, ice && `ice ${ice}`].filter(Boolean).join(', ');
  return (
    <li
      data-line={publicCode}
      className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2 wrap-anywhere"
    >
      <p className="min-w-[min(100%,16rem)] flex-1">
        <span className="font-semibold">{customerName ?? `Guest ${publicCode}`}</span>
        {boatName ? `, ${boatName}` : null}
        <span className="block text-sm text-muted">{dockText(line)}</span>
      </p>
      <p className="tabular min-w-[min(100%,12rem)] flex-1">{withNoBreaks(order)}</p>
      <p className="flex items-center gap-2">
        <span className="text-sm text-muted">{driverName ?? 'No driver yet'}</span>
        <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>
      </p>
    </li>
  );
}
