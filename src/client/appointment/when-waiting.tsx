import { LongDate, When } from '@/client/appointment/when';

/** Shows the window that a person waits for, or the date for any of its windows. */
export function WhenWaiting({ date, time }: { date: string; time: string | null }) {
  if (time !== null) return <When date={date} time={time} />;
  return (
    <>
      <LongDate date={date} end="," /> <span className="whitespace-nowrap">any window</span>
    </>
  );
}
