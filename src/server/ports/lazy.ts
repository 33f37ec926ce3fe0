type Calls<Port> = {
  [Name in keyof Port]: (...args: never[]) => Promise<unknown>;
};

/**
 * A port whose code is loaded with its first call: for packages that take longer to load than a
 * server should take to start. Every call of such a port must give a promise.
 */
export function loadedLate<Port extends Calls<Port>>(load: () => Promise<Port>): Port {
  let loading: Promise<Port> | undefined;
  const calls = new Map<string | symbol, (...args: never[]) => Promise<unknown>>();
  return new Proxy({} as Port, {
    get(_, name) {
      let call = calls.get(name);
      if (!call) {
        call = async (...args) => {
          loading ??= load();
          const port = await loading;
          return port[name as keyof Port](...args);
        };
        calls.set(name, call);
      }
      return call;
    },
  });
}
