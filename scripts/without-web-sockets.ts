import type { Plugin } from 'vite';

/** A statement of tRPC's client that keeps its class for WebSockets in every page, though none opens one. */
const KEEPS_THE_CLASS = '_defineProperty(WsConnection, "connectCount", 0);';

/** Lets the build leave that class out. It stops if tRPC writes the statement in another way. */
export function withoutWebSockets(): Plugin {
  return {
    name: 'without-web-sockets',
    apply: 'build',
    transform: {
      filter: { id: /@trpc\/client\/dist\/wsLink/ },
      handler(code) {
        if (!code.includes(KEEPS_THE_CLASS)) this.error(`tRPC has no ${KEEPS_THE_CLASS}`);
        return {
          code: code.replace(KEEPS_THE_CLASS, `/* @__PURE__ */ ${KEEPS_THE_CLASS}`),
          map: null,
        };
      },
    },
  };
}
