import type { Queryable } from '@/db/client';
import { sealOfText, textOf } from './hashes';
import { type Seal, sealsBetween } from './seals.repository';

/** How many entries one run of the old job sealed. Another process could seal as many in the same time. */
const RUN = 200;

/**
 * Whether a seal was made by two processes that sealed at the same time, as programs before December
 * 2026 could do. One read the entries that waited, and the newest seal only after another had sealed
 * some of those entries. So it built its seals for all of them on a seal that is among them.
 *
 * This seal proves as much as any other: it's a hash of the entries before it and of a seal in the chain.
 * Changing any of them, or an earlier one, changes it.
 *
 * @param seal one that doesn't follow from its entry and the seal before it, or one that was noted and not kept
 */
export async function isCrossed(orm: Queryable, { number, hash }: Seal): Promise<boolean> {
  const found = await sealsBetween(orm, number - 2 * RUN, number + RUN, 3 * RUN + 1);
  const rows = found.map((row) => ({ ...row, text: textOf(row.number, row.entry) }));
  const at = rows.findIndex((row) => row.number === number);
  // A seal that was kept is not among those that it builds on, but one that was not kept may come before them.
  const isKept = rows[at]?.hash === hash;
  for (const base of nearestTo(at, isKept ? at : rows.length)) {
    const start = rows[base]?.hash;
    if (!start) continue;
    for (let first = Math.min(base + 1, at); first >= 0 && first > at - RUN; first -= 1) {
      const texts = rows.slice(first, at + 1).map(({ text }) => text);
      if (texts.reduce(sealOfText, start) === hash) return true;
    }
  }
  return false;
}

/** The places below `count`, those nearest to `at` first. */
function nearestTo(at: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => place).toSorted(
    (one, other) => Math.abs(one - at) - Math.abs(other - at),
  );
}
