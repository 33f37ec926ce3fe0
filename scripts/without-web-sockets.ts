import type { Plugin } from 'vite';

/** A statement in tRPC's client that puts its WebSocket class into every page, although none uses it. */
const KEEPS_THE_CLASS = '_defineProperty(WsConnection, "connectCount", 0);';

/** Removes that class from the build. The build stops if tRPC has changed the statement. */
export function withoutWebSockets(): Plugin {
  return {
    name: 'without-web-sockets',
    apply: 'build',
    transform: {
      filter: { id: /@trpc\/client\/dist\/wsLink/ },
      handler(code) {
        if (!code.includes(KEEPS_THE_CLASS))
          this.error(`tRPC's client no longer contains ${KEEPS_THE_CLASS}`);
        return {
          code: code.replace(KEEPS_THE_CLASS, `/* @__PURE__ */ ${KEEPS_THE_CLASS}`),
          map: null,
        };
      },
    },
  };
}
