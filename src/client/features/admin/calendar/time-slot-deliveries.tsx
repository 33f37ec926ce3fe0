import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { STATUS_TONES } from '@/client/appointment/tones';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { ErrorState, SkeletonList } from '@/client/components/feedback/states';
import { trpc } from '@/client/lib/trpc';
import { STATUS_LABELS } from '@/domain/appointment/status';
import { timeSlotByLabel } from '@/domain/slots/time-slots';
import type { StaffTimeSlot } from './use-calendar';

/** Shows the deliveries of a time slot on request, each with a link to its appointment. */
export function TimeSlotDeliveries({ slot }: { slot: StaffTimeSlot }) {
  const [isOpen, setOpen] = useState(false);
  const verb = isOpen ? 'Hide' : 'Show';
  return (
    <div className="basis-full">
      <Button
        size="sm"
        variant="ghost"
        className="-ms-3"
        aria-expanded={isOpen}
        aria-label={`${verb} deliveries for ${slot.label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {verb} Deliveries
      </Button>
      {isOpen ? <Deliveries slot={slot} /> : null}
    </div>
  );
}

function Deliveries({ slot: { date, label } }: { slot: StaffTimeSlot }) {
  const day = trpc.admin.day.useQuery({ date }, { staleTime: 0 });
  if (day.isError) {
    return <ErrorState title="We couldn’t load the deliveries" onRetry={() => day.refetch()} />;
  }
  if (!day.data) return <SkeletonList label="Loading deliveries" rows={2} rowClassName="h-9" />;
  const index = timeSlotByLabel(label)?.index;
  const lines = day.data.lines.filter(({ slotIndex }) => slotIndex === index);
  if (lines.length === 0)
    return <p className="text-muted">This window has no deliveries anymore.</p>;
  return (
    <ul className="flex flex-col">
      {lines.map((line) => (
        <li key={line.id} className="flex min-h-11 flex-wrap items-center gap-x-3">
          <Link
            to="/admin"
            search={{ view: 'day', day: date, open: line.id }}
            className="link font-semibold"
          >
            {line.customerName ?? `Guest ${line.publicCode}`}
          </Link>
          <span className="text-muted">{line.location}</span>
          <Badge tone={STATUS_TONES[line.status]}>{STATUS_LABELS[line.status]}</Badge>
        </li>
      ))}
    </ul>
  );
}
