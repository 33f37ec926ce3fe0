/** After this long another tab that has the lock is taken for one that hangs. */
const WAIT_MS = 10_000;

/** Runs one work at a time, with its result. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most one work for a user at a time, over all tabs. A tab that never ends its own holds no other up:
 * its lock is taken from it. Two tabs may then send the same action, and the action's key makes that harmless.
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
      // Whoever loses the lock while its work runs still gets that work's own result below.
      if (!begun) await locks.request(name, { steal: true }, begin).catch(() => {});
    } finally {
      clearTimeout(timer);
    }
    return begin();
  };
}
