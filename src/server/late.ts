/**
 * What takes longer to load than a server should take to start is loaded when it is first needed.
 */

/** Does something when it is first asked for, and gives every caller what came of it. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type Calls<Port> = {
  [Name in keyof Port]: (...args: never[]) => Promise<unknown>;
};

/** A port whose code is loaded with its first call. Every call of such a port must give a promise. */
export function loadedLate<Port extends Calls<Port>>(load: () => Promise<Port>): Port {
  const loaded = once(load);
  const calls = new Map<string | symbol, (...args: never[]) => Promise<unknown>>();
  return new Proxy({} as Port, {
    get(_, name) {
      // Else a promise of a port would take the port for a promise.
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
