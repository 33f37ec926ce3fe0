import { Callout } from '@/client/components/feedback/callout';
import { PhoneLink } from '@/client/components/phone-link';
import { trpc } from '@/client/lib/trpc';
import { addDays, type CalendarDate, formatLongDate } from '@/domain/dates';

/** Shows the person's options if no date is open. It replaces the time windows. */
export function FullCalendar({ lastDate }: { lastDate: CalendarDate }) {
  const { data } = trpc.support.info.useQuery();
  const reopening = trpc.slots.reopening.useQuery();
  return (
    <Callout tone="info" title="Every date is full" live>
      <p>
        {reopening.data ? `${nextText(reopening.data, lastDate)} ` : null}
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

/** Names the season's start, or explains that one more date opens every day. */
function nextText(reopening: CalendarDate, lastDate: CalendarDate): string {
  return reopening === addDays(lastDate, 1)
    ? 'A new date opens every day, so check again tomorrow.'
    : `We deliver again from ${formatLongDate(reopening)}. You can book 2 weeks ahead.`;
}
