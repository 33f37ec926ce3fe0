import { trpc } from '@/client/lib/trpc';

/** Returns a function that reads the day, the closed days, and the months again. */
export function useReadDayAgain(): () => Promise<unknown> {
  const { admin } = trpc.useUtils();
  return () =>
    Promise.all([
      admin.closingDay.invalidate(),
      admin.closedDays.invalidate(),
      admin.months.invalidate(),
      admin.month.invalidate(),
    ]);
}
