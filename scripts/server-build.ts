import { join, resolve } from 'node:path';
import type { BunPlugin } from 'bun';

const root = join(import.meta.dir, '..');

/** Holds, in the bundle, the folder that the bundle runs in. */
const FOLDER = 'FOLDER_OF_THIS_BUNDLE';

/**
 * Bundles the server into `dist/server/main.js`, and beside it the programs that keep a copy of the
 * database and read photos, all with their bytecode: it starts in half the time, because nothing is
 * searched for or parsed. The bundle lies as deep below the root as its source does, so that both find
 * `drizzle` and `dist/client` by the same relative path, and it may be moved together with them.
 *
 * @param folder where to, from the root of the project
 * @param plugins what reads some files differently, as the bench does
 * @throws AggregateError with what could not be built
 */
export async function buildServer(
  folder = 'dist/server',
  plugins: BunPlugin[] = [],
): Promise<void> {
  await Bun.build({
    entrypoints: ['main.ts', 'copy-thread.ts', 'picture-reader.ts'].map((name) =>
      join(root, 'src/server', name),
    ),
    outdir: resolve(root, folder),
    plugins,
    target: 'bun',
    format: 'cjs',
    bytecode: true,
    sourcemap: 'linked',
    // The names of classes stay: errors are told by them.
    minify: { whitespace: true, syntax: true, identifiers: true, keepNames: true },
    // In CommonJS Bun would write the folders of the machine that builds into the bundle.
    banner: `var ${FOLDER}=__dirname;`,
    define: {
      'import.meta.dir': FOLDER,
      __dirname: FOLDER,
      // libsql looks for the kind of libc in Node's diagnostic report first, then in the system's
      // files. The report holds the stack, and to write that Bun reads the whole source map: 45 of
      // 100 ms of a start (docs/decisions/2026-11-22-speed.md).
      'process.report': 'undefined',
    },
    // Programs of the machine, found by the packages themselves. The classes of the passkeys' package
    // describe themselves to each other while they load, which does not work out of a bundle. The decoder
    // of photos may be exchanged for another version, as its licence asks.
    external: [
      ...['@libsql/linux-*', '@libsql/darwin-*', '@libsql/win32-*', '@node-rs/*'],
      '@simplewebauthn/server',
      'libheif-js',
    ],
  });
}
