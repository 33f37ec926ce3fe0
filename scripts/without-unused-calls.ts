import type { Plugin } from 'vite';

/** Hooks that tRPC offers and no screen calls. Their code would come with every page. */
const UNUSED_HOOKS = [
  'usePrefetchInfiniteQuery',
  'usePrefetchQuery',
  'useQueries',
  'useSuspenseInfiniteQuery',
  'useSuspenseQueries',
  'useSuspenseQuery',
];

/** What is replaced in the code of a package: its file, the text there, and the text instead. */
type Cut = { file: RegExp; text: string | RegExp; instead: string };

const CUTS: readonly Cut[] = [
  // This keeps tRPC's class for WebSockets in every page, though none opens one.
  {
    file: /@trpc\/client\/dist\/wsLink/,
    text: '_defineProperty(WsConnection, "connectCount", 0);',
    instead: '/* @__PURE__ */ _defineProperty(WsConnection, "connectCount", 0);',
  },
  // The hooks that tRPC hands out, without those that nobody calls.
  {
    file: /@trpc\/react-query\/dist\/shared/,
    text: new RegExp(
      String.raw`(?<=return \{\s+Provider: TRPCProvider,[^}]*)\b(${UNUSED_HOOKS.join('|')}): \w+\$1,?`,
      'g',
    ),
    instead: '',
  },
  // A query answers with JSON. Only a streaming link gives a query that goes on.
  {
    file: /@trpc\/react-query\/dist\/shared/,
    text: /if \(isAsyncIterable\(result\)\) return buildQueryFromAsyncIterable\([^)]*\);/g,
    instead: '',
  },
  // Every form has a resolver (`useCheckedForm`), so react-hook-form's own rules never run.
  {
    file: /react-hook-form\/dist\/index\.esm\.mjs/,
    text: 'var validateField = async (',
    instead: 'var validateField = async () => ({}); var unusedRules = async (',
  },
];

const CALLS_ONE = new RegExp(String.raw`\b(${UNUSED_HOOKS.join('|')})\(`);

/** Stands in for `@tanstack/react-query` where tRPC imports it. */
const HOOKS = '\0hooks-of-trpc';

/**
 * Leaves out of the build what packages bring along and no page runs. The build stops if a package's
 * code has changed, or if a screen calls one of the hooks.
 */
export function withoutUnusedCalls(): Plugin {
  return {
    name: 'without-unused-calls',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '@tanstack/react-query' && importer?.includes('/@trpc/react-query/')
        ? HOOKS
        : null,
    load: (id) =>
      id === HOOKS
        ? `export * from '@tanstack/react-query';
export const ${UNUSED_HOOKS.map((hook) => `${hook} = undefined`).join(', ')};`
        : null,
    transform: {
      filter: { id: [...CUTS.map(({ file }) => file), /src\/client\/.*\.tsx?$/] },
      handler(code, id) {
        const cuts = CUTS.filter(({ file }) => file.test(id));
        if (cuts.length > 0) {
          const left = cuts.reduce((whole, { text, instead }) => {
            const rest = whole.replace(text, instead);
            if (rest === whole) this.error(`${id} has no ${text}`);
            return rest;
          }, code);
          return { code: left, map: null };
        }
        const [, hook] = CALLS_ONE.exec(code) ?? [];
        if (hook) this.error(`${hook} isn't in the build: see scripts/without-unused-calls.ts`);
        return null;
      },
    },
  };
}
