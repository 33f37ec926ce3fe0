import type { Plugin } from 'vite';

/**
 * Hooks that tRPC offers but no screen calls. Without this, every page would include their code.
 */
const UNUSED_HOOKS = [
  'usePrefetchInfiniteQuery',
  'usePrefetchQuery',
  'useQueries',
  'useSuspenseInfiniteQuery',
  'useSuspenseQueries',
  'useSuspenseQuery',
];

/** A replacement in a package's code: the file, the text to find, and the new text. */
type Cut = { file: RegExp; text: string | RegExp; instead: string };

const CUTS: readonly Cut[] = [
  // Without this cut, every page would include tRPC's WebSocket class, although none uses it.
  {
    file: /@trpc\/client\/dist\/wsLink/,
    text: '_defineProperty(WsConnection, "connectCount", 0);',
    instead: '/* @__PURE__ */ _defineProperty(WsConnection, "connectCount", 0);',
  },
  // Removes the hooks that nobody calls from tRPC's list.
  {
    file: /@trpc\/react-query\/dist\/shared/,
    text: new RegExp(
      String.raw`(?<=return \{\s+Provider: TRPCProvider,[^}]*)\b(${UNUSED_HOOKS.join('|')}): \w+\$1,?`,
      'g',
    ),
    instead: '',
  },
  // Our queries return JSON. Only a streaming link would return a query that continues.
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

/** Replaces `@tanstack/react-query` in tRPC's imports. */
const HOOKS = '\0hooks-of-trpc';

/**
 * Removes package code that no page runs from the build. The build stops if a package's code has
 * changed, or if a screen calls one of the hooks.
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
            if (rest === whole) this.error(`${id} doesn't contain ${text}`);
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
