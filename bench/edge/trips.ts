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

/** The rows of an answer, where it is a list or has one: the longest. */
export function rowsShown(answer: unknown): number | null {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer !== 'object' || answer === null) return null;
  const lengths = Object.values(answer)
    .filter(Array.isArray)
    .map(({ length }) => length);
  return lengths.length > 0 ? Math.max(...lengths) : null;
}
