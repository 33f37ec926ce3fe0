/**
 * `bun run image` creates the folder `image` with everything that serving and the operator's
 * commands need, but no sources, page libraries, or build tools. The Dockerfile copies it. Run it
 * after `bun run build`.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { EXTERNAL_PACKAGES } from './server-build';

const root = join(import.meta.dir, '..');
const image = join(root, 'image');

/** The commands that an operator runs in a container. */
const COMMANDS = [
  ...['migrate', 'server-durability', 'admin-create', 'admin-reset-factor'],
  ...['backup', 'restore', 'reconcile', 'audit-verify'],
];

rmSync(image, { recursive: true, force: true });
mkdirSync(join(image, 'scripts'), { recursive: true });
// Only writing a new migration needs the schema's snapshots, which are larger than all migrations.
const filter = (path: string) => !path.endsWith('_snapshot.json');
for (const part of ['dist', 'drizzle', 'package.json', 'scripts/serve.ts']) {
  cpSync(join(root, part), join(image, part), { recursive: true, filter });
}

// The commands must be as deep below the root as src/db, so that they find the migrations by the
// same relative path.
await Bun.build({
  entrypoints: COMMANDS.map((name) => join(import.meta.dir, `${name}.ts`)),
  outdir: join(image, 'dist/scripts'),
  target: 'bun',
  splitting: true,
  minify: { whitespace: true, syntax: true, identifiers: false },
  external: EXTERNAL_PACKAGES,
});
for (const name of COMMANDS) {
  writeFileSync(join(image, 'scripts', `${name}.ts`), `import '../dist/scripts/${name}.js';\n`);
}

/** The other builds of the photo decoder. The product only loads `wasm-bundle.js`. */
const UNUSED = [
  ...['libheif', 'libheif-wasm/libheif.js', 'libheif-wasm/libheif.wasm'],
  'libheif-wasm/libheif-bundle.mjs',
];
const unused = new Set(UNUSED.map((path) => join(root, 'node_modules/libheif-js', path)));

const copied = new Set<string>();
for (const pattern of EXTERNAL_PACKAGES) {
  const names = new Glob(pattern).scan({ cwd: join(root, 'node_modules'), onlyFiles: false });
  // The image uses Debian, which needs the other libc variant.
  for await (const name of names) if (!name.endsWith('-musl')) await copyPackage(name);
}

/** Copies a package with all its dependencies. */
async function copyPackage(name: string): Promise<void> {
  const from = join(root, 'node_modules', name);
  if (copied.has(name) || !existsSync(from)) return;
  copied.add(name);
  cpSync(from, join(image, 'node_modules', name), {
    recursive: true,
    filter: (path) => !unused.has(path),
  });
  const { dependencies, optionalDependencies } = await Bun.file(join(from, 'package.json')).json();
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (!needed.endsWith('-musl')) await copyPackage(needed);
  }
}
