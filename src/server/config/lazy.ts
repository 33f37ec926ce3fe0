/**
 * Loads code that would slow the start down with its first use. Gives, of the processor's time before
 * the first answer: 62 ms instead of 117 for the API, 53 instead of 61 for the ports. Measure again:
 * `bun run bench:pieces deferred-api lazy-port`.
 */

/**
 * Runs `make` at the first call, and gives every caller its result. A promise that fails is
 * forgotten, so that the next call tries again.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    if (made) return made.value;
    const own = { value: make() };
    made = own;
    if (own.value instanceof Promise) {
      own.value.catch(() => {
        if (made === own) made = null;
      });
    }
    return own.value;
  };
}

type Promising<Port> = {
  [Name in keyof Port]: (...args: never[]) => Promise<unknown>;
};

/** A port whose code is loaded with its first call. Every method of such a port returns a promise. */
export function lazyPort<Port extends Promising<Port>>(load: () => Promise<Port>): Port {
  const loaded = lazy(load);
  const calls = new Map<string | symbol, (...args: never[]) => Promise<unknown>>();
  return new Proxy({} as Port, {
    get(_, name) {
      // With a `then`, an awaited port would be taken for a promise.
      if (name === 'then') return undefined;
      let call = calls.get(name);
      if (!call) {
        call = async (...args) => {
          const port = await loaded();
          return port[name as keyof Port](...args);
        };
        calls.set(name, call);
      }
      return call;
    },
  });
}
