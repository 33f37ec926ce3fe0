import { join, resolve } from 'node:path';
import type { BunPlugin } from 'bun';

const root = join(import.meta.dir, '..');

/**
 * Packages that stay outside the bundle. Native packages find their own binaries. The passkey
 * package's classes register with each other while they load, which doesn't work in a bundle. The
 * photo decoder stays separate so that it can be replaced with another version, as its license
 * requires.
 */
export const EXTERNAL_PACKAGES = [
  ...['@libsql/linux-*', '@libsql/darwin-*', '@libsql/win32-*', '@node-rs/*'],
  '@simplewebauthn/server',
  'libheif-js',
];

/**
 * React for emails. Its entries load the development build too, and two more renderers, which
 * together are 3 MB. The server reads NODE_ENV when it starts, so it can't be fixed in the bundle.
 */
const REACT: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/server': 'react-dom/cjs/react-dom-server-legacy.browser.production.js',
};
const onlyProductionReact: BunPlugin = {
  name: 'only-production-react',
  setup(build) {
    build.onResolve({ filter: /^react(-dom)?(\/[a-z-]+)?$/ }, ({ path }) => {
      const file = REACT[path];
      return file ? { path: join(root, 'node_modules', file) } : undefined;
    });
  },
};

/** The bundle's variable for the folder it runs in. */
const FOLDER = 'FOLDER_OF_THIS_BUNDLE';

/**
 * Bundles the server into `dist/server/main.js`, along with the programs that copy the database and decode
 * photos. Bytecode halves the start time, because nothing has to be resolved or parsed. The bundle is as
 * deep below the root as its source, so both find `drizzle` and `dist/client` by the same relative path,
 * and all of them can be moved together.
 *
 * @param folder the target, relative to the project's root
 * @throws AggregateError with the build errors
 */
export async function buildServer(folder = 'dist/server'): Promise<void> {
  await Bun.build({
    entrypoints: ['main.ts', 'copy-thread.ts', 'picture-reader.ts'].map((name) =>
      join(root, 'src/server', name),
    ),
    outdir: resolve(root, folder),
    plugins: [onlyProductionReact],
    jsx: { runtime: 'automatic', development: false },
    target: 'bun',
    format: 'cjs',
    bytecode: true,
    sourcemap: 'linked',
    // Class names are kept, because the code recognizes errors by them.
    minify: { whitespace: true, syntax: true, identifiers: true, keepNames: true },
    // For CommonJS, Bun would write the build machine's folders into the bundle.
    banner: `var ${FOLDER}=__dirname;`,
    define: {
      'import.meta.dir': FOLDER,
      __dirname: FOLDER,
      // libsql looks up the libc in Node's diagnostic report first, then in the system's files. The
      // report contains a stack trace, for which Bun reads the whole source map. That takes 45 ms of
      // a 100 ms start (docs/decisions/2026-11-22-speed.md).
      'process.report': 'undefined',
    },
    external: EXTERNAL_PACKAGES,
  });
}
