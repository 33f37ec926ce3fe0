import { Callout } from '@/client/components/feedback/callout';
import { PhoneLink } from '@/client/components/phone-link';
import { trpc } from '@/client/lib/trpc';
import { addDays, type CalendarDate, formatLongDate } from '@/domain/dates';
import type { Day } from './use-slots';

/** Shows the person's options if no date is open. It replaces the time windows. */
export function FullCalendar({ days }: { days: readonly Day[] }) {
  const { data } = trpc.support.info.useQuery();
  const reopening = trpc.slots.reopening.useQuery();
  const closed = days.every((day) => day.closed) ? days[0]?.closed : null;
  return (
    <Callout tone="info" title={closed ?? 'Every date is full'} live>
      <p>
        {reopening.data ? `${nextText(reopening.data, days)} ` : null}
        {data?.phone ? (
          <>
            {reopening.data ? 'Or call' : 'Call'} us at <PhoneLink phone={data.phone} />. We’ll see
            what we can do.
          </>
        ) : null}
      </p>
    </Callout>
  );
}

/** Names the start of the season, or explains that one more date opens every day. */
function nextText(reopening: CalendarDate, days: readonly Day[]): string {
  return reopening === addDays(days.at(-1)?.date ?? reopening, 1)
    ? 'A new date opens every day, so check again tomorrow.'
    : `We’ll deliver again starting ${formatLongDate(reopening)}. You can book ${days.length === 14 ? '2 weeks' : `${days.length} days`} ahead.`;
}
