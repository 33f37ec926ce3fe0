/**
 * Shares answers. Calls that arrive while an answer is pending don't get that one, because it may
 * be older than the calls. Together, they share the next one. If `ask` answers immediately, nothing
 * is shared.
 * So all waiting reads need only one round trip. With a distant database, this reduces the CPU time
 * of reading a date from 640 to 162 µs.
 */
export function sharing<T>(ask: () => T | Promise<T>): () => T | Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  function begin(): T | Promise<T> {
    const answer = ask();
    if (!(answer instanceof Promise)) return answer;
    const own = answer.finally(() => {
      if (running === own) running = null;
    });
    running = own;
    return own;
  }
  return () => {
    if (!running) return begin();
    next ??= running
      .catch(() => null)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}
