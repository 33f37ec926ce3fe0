import type { Queryable } from '@/db/client';
import { sealOfText, textOf } from './hashes';
import { type Seal, sealsBetween } from './seals.repository';

/**
 * Number of entries that one run of the old job sealed. Another process could seal the same number
 * at the same time.
 */
const RUN = 200;

/**
 * True if a seal was made by one of two processes that sealed at the same time, which could happen
 * before December 2026. One process read the unsealed entries. The other sealed some of them. Then
 * the first process read the newest seal. So it based its seals for all of those entries on a seal
 * that already covered some of them.
 * Such a seal still proves its entries. It's a hash of the entries before it and of a seal in the
 * chain, so changing any of them changes the hash.
 * @param seal a seal that doesn't follow from its entry and the previous seal, or one that was
 * noted but not stored
 */
export async function isCrossed(orm: Queryable, { number, hash }: Seal): Promise<boolean> {
  const found = await sealsBetween(orm, number - 2 * RUN, number + RUN, 3 * RUN + 1);
  const rows = found.map((row) => ({ ...row, text: textOf(row.number, row.entry) }));
  const at = rows.findIndex((row) => row.number === number);
  // A stored seal can't be based on itself. But a seal that wasn't stored may be based on the one
  // that was stored in its place.
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

/** Returns the indexes below `count`, starting with those nearest to `at`. */
function nearestTo(at: number, count: number): number[] {
  return Array.from({ length: count }, (_, place) => place).toSorted(
    (one, other) => Math.abs(one - at) - Math.abs(other - at),
  );
}
