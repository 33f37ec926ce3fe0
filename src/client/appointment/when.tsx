import { formatLongDate } from '@/domain/dates';

/** "10:00 AM - 12:00 PM" in one piece. Where a whole line is too narrow for it, it goes on after the dash. "Now" has no end. */
export function TimeRange({ time }: { time: string }) {
  const [from, to] = time.split(' - ');
  return (
    <span className="tabular inline-block">
      <span className="whitespace-nowrap">{to ? `${from} -` : from}</span>{' '}
      <span className="whitespace-nowrap">{to}</span>
    </span>
  );
}

/** "Saturday, June 13, 2026, 10:00 AM - 12:00 PM" */
export function When({ date, time }: { date: string; time: string }) {
  return (
    <>
      {formatLongDate(date)}, <TimeRange time={time} />
    </>
  );
}
