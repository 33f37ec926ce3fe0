import { useState } from 'react';

/** A line of a list. If its item is gone, the line stays in place, but without buttons. */
export type SteadyLine<T> = { item: T; isGone: boolean };

const fresh = <T>(items: readonly T[]): SteadyLine<T>[] =>
  items.map((item) => ({ item, isGone: false }));

/**
 * @returns a list after a refresh, with every line in its old place and new lines at the end, so
 * that a press meant for one line can't hit another
 */
export function steady<T extends { key: string }>(
  before: readonly SteadyLine<T>[],
  items: readonly T[],
): SteadyLine<T>[] {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const oldLines = before.map(({ item }) => ({
    item: byKey.get(item.key) ?? item,
    isGone: !byKey.has(item.key),
  }));
  for (const { item } of before) byKey.delete(item.key);
  return [...oldLines, ...fresh([...byKey.values()])];
}

type Shown<T> = { view: string | null; items: readonly T[]; lines: SteadyLine<T>[] };

/**
 * Keeps the lines of a live list in place until another view is selected or `renew` shows the current
 * list.
 *
 * @param items the list of `view`; undefined while it loads
 */
export function useSteadyLines<T extends { key: string }>(
  view: string,
  items: readonly T[] | undefined,
) {
  const [shown, setShown] = useState<Shown<T>>({ view: null, items: [], lines: [] });
  if (items && (shown.view !== view || shown.items !== items)) {
    const lines = shown.view === view ? steady(shown.lines, items) : fresh(items);
    setShown({ view, items, lines });
  }
  const { lines } = shown;
  return {
    lines,
    /** True if the list has changed since it was shown. */
    isBehind:
      lines.length !== shown.items.length ||
      lines.some(({ item }, index) => item.key !== shown.items[index]?.key),
    renew: () => setShown((now) => ({ ...now, lines: fresh(now.items) })),
  };
}
