/** After this long, we assume that the tab with the lock hangs. */
const WAIT_MS = 10_000;

/** Runs one piece of work at a time, and resolves with its result. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs a user's work in one tab at a time. If a tab never releases the lock, another tab takes it.
 * Two tabs may then send the same action, which the action key makes harmless.
 */
export function exclusivelyFor(
  userId: string,
  locks: LockManager | undefined = navigator.locks,
  waitMs: number = WAIT_MS,
): Exclusively {
  const name = `dockside-actions-${userId}`;
  return async function alone<T>(work: () => Promise<T>): Promise<T> {
    let begun: Promise<T> | undefined;
    const begin = () => {
      begun ??= work();
      return begun;
    };
    if (!locks) return begin();
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), waitMs);
    try {
      await locks.request(name, { signal: waiting.signal }, () => {
        clearTimeout(timer);
        return begin();
      });
    } catch {
      // The lock was taken away while our work was running. That work's result is returned below.
      if (!begun) await locks.request(name, { steal: true }, begin).catch(() => {});
    } finally {
      clearTimeout(timer);
    }
    return begin();
  };
}
