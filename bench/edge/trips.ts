/** What the trips of one call amount to. */
import type { Trip } from './line';

/** The largest number of trips of which none begins before another has ended. */
export function inARow(trips: readonly Trip[]): number {
  let count = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const { begunAt, endedAt } of trips.toSorted((a, b) => a.endedAt - b.endedAt)) {
    if (begunAt < lastEnd) continue;
    count += 1;
    lastEnd = endedAt;
  }
  return count;
}
