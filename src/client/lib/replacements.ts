/**
 * Adds functions that our code needs but some browsers lack: Chrome 109, the last one for Windows 7
 * and 8.1, doesn't have `toSorted`, `Map.groupBy` needs Safari 17.4, and Safari 15 doesn't have
 * `AbortSignal.timeout`. Only those browsers load this file (main.tsx).
 */

/** Defines a built-in function, unless the browser already has it. */
function define(target: object, name: string, value: (...args: never[]) => unknown): void {
  if (name in target) return;
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}

/** Defines the functions that this browser lacks. */
export function replaceMissing(): void {
  define(Array.prototype, 'toSorted', function toSorted<
    T,
  >(this: T[], compare?: (a: T, b: T) => number): T[] {
    return Array.from(this).sort(compare);
  });

  define(Array.prototype, 'toReversed', function toReversed<T>(this: T[]): T[] {
    return Array.from(this).reverse();
  });

  define(Array.prototype, 'toSpliced', function toSpliced<
    T,
  >(this: T[], ...args: Parameters<T[]['splice']>): T[] {
    const copy = Array.from(this);
    copy.splice(...args);
    return copy;
  });

  define(Map, 'groupBy', <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) => {
    const groups = new Map<K, T[]>();
    let index = 0;
    for (const item of items) {
      const key = keyOf(item, index);
      index += 1;
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
    return groups;
  });

  define(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), ms);
    return controller.signal;
  });
}
