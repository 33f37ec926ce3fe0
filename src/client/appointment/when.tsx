import { formatLongDate } from '@/domain/dates';

/**
 * Shows a window on one line. It wraps only after the dash, and only if a whole line is too narrow.
 */
export function TimeRange({ time }: { time: string }) {
  const [from, to] = time.split(' - ');
  return (
    <span className="tabular inline-block">
      <span className="whitespace-nowrap">{to ? `${from} -` : from}</span>{' '}
      <span className="whitespace-nowrap">{to}</span>
    </span>
  );
}

/** Shows a date in words. A line wraps after the weekday rather than inside "June 13, 2026". */
export function LongDate({ date, end = '' }: { date: string; end?: string }) {
  const [weekday, ...rest] = formatLongDate(date).split(' ');
  return (
    <>
      {weekday} <span className="inline-block">{rest.join(' ') + end}</span>
    </>
  );
}

/** Shows a date and a window, such as "Saturday, June 13, 2026, 10:00 AM - 12:00 PM". */
export function When({ date, time }: { date: string; time: string }) {
  return (
    <>
      <LongDate date={date} end="," /> <TimeRange time={time} />
    </>
  );
}
