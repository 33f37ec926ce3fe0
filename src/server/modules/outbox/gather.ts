/** How many items are written together at most. */
const MOST = 100;

/**
 * Collects items and writes them together, because one statement for many rows takes a fraction of
 * the time of many statements.
 *
 * @param write returns one result per item, in their order
 * @param pauseMs how long to wait for more items
 */
export function gathering<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  pauseMs: () => number = () => 0,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = [];
  const flush = async () => {
    const group = waiting.splice(0, MOST);
    if (waiting.length > 0) setTimeout(flush);
    try {
      const results = await write(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) setTimeout(flush, pauseMs());
    });
}

/** Runs a limited number of tasks at a time, in the order in which they were added. */
export function inLanes(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
