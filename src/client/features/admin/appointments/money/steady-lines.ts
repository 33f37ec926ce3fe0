import { useState } from 'react';

/** A line of a list; one that the list has no more stays in its place, and nothing can be done to it. */
export type SteadyLine<T> = { item: T; isGone: boolean };

const fresh = <T>(items: readonly T[]): SteadyLine<T>[] =>
  items.map((item) => ({ item, isGone: false }));

/**
 * A list after a refresh, no line of it moved: what is new stands behind the others. A press meant for one
 * line never meets another.
 */
export function steady<T extends { key: string }>(
  before: readonly SteadyLine<T>[],
  items: readonly T[],
): SteadyLine<T>[] {
  const found = new Map(items.map((item) => [item.key, item]));
  const kept = before.map(({ item }) => ({
    item: found.get(item.key) ?? item,
    isGone: !found.has(item.key),
  }));
  for (const { item } of before) found.delete(item.key);
  return [...kept, ...fresh([...found.values()])];
}

type Kept<T> = { view: string | null; items: readonly T[]; lines: SteadyLine<T>[] };

/**
 * The lines of a list that is read again and again. They keep their places until another view is chosen,
 * or until `renew` shows the list as it is.
 *
 * @param items what was read for `view`; undefined until it is there
 */
export function useSteadyLines<T extends { key: string }>(
  view: string,
  items: readonly T[] | undefined,
) {
  const [kept, setKept] = useState<Kept<T>>({ view: null, items: [], lines: [] });
  if (items && (kept.view !== view || kept.items !== items)) {
    const lines = kept.view === view ? steady(kept.lines, items) : fresh(items);
    setKept({ view, items, lines });
  }
  const { lines } = kept;
  return {
    lines,
    /** The list would look otherwise by now. */
    isBehind:
      lines.length !== kept.items.length ||
      lines.some(({ item }, index) => item.key !== kept.items[index]?.key),
    renew: () => setKept((now) => ({ ...now, lines: fresh(now.items) })),
  };
}
