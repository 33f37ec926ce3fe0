import { addDays, type CalendarDate, MAX_RANGE_DAYS } from '@/domain/dates';
import { type BlockedRange, blockedRanges } from '@/domain/slots/blocked-ranges';
import type { AnyCall } from '@/server/config/call';
import { todayOf } from '@/server/config/deps';
import { hoursOf, lastBookable, selectHours } from './hours.repository';
import { selectBlockedDays } from './slots.repository';

export type BlockedLater = {
  /** The last date that the calendar shows. */
  lastShown: CalendarDate;
  /** The first ranges after it. */
  ranges: BlockedRange[];
  /** Number of ranges that aren't listed. */
  more: number;
};

const MAX_LATER_RANGES = 8;

/**
 * Returns what staff blocked after the calendar's days. It isn't part of the calendar's answer,
 * which is read every few seconds, because a blocked winter has hundreds of rows.
 */
export async function readBlockedLater({ deps }: AnyCall): Promise<BlockedLater> {
  const today = todayOf(deps);
  const [entries, days] = await deps.db.read((orm) => [
    selectHours(orm),
    selectBlockedDays(orm, lastBookable(today), MAX_RANGE_DAYS),
  ]);
  const hours = hoursOf(entries);
  const ranges = blockedRanges(
    hours,
    days.map(({ date, indexes }) => ({ date, indexes: JSON.parse(indexes) })),
  );
  return {
    lastShown: addDays(today, hours.daysAhead - 1),
    ranges: ranges.slice(0, MAX_LATER_RANGES),
    more: Math.max(0, ranges.length - MAX_LATER_RANGES),
  };
}
