/** Summarizes the round trips of a call. */
import type { Trip } from './line';

/** The longest sequence of round trips in which each one starts after the previous one ended. */
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
