/** Records which sources `dist` was built from. */
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');
/** The stamp is next to the built folders, because files inside them are served. */
const stamp = join(root, 'dist/inputs');

const inputs = [
  'src/**/*',
  'packages/**/*.ts',
  'scripts/*-build.ts',
  'vite.config.ts',
  'scripts/fetch-files.ts',
  'scripts/worker-files.ts',
  'scripts/page-groups.ts',
  'tsconfig.json',
  'package.json',
  'bun.lock',
];

/** A fingerprint of everything the build depends on, including this version of Bun. */
export async function fingerprint(): Promise<string> {
  const files = new Set<string>();
  for (const pattern of inputs) {
    for await (const file of new Glob(pattern).scan({ cwd: root })) {
      // The build generates these files from the routes, which are already part of the fingerprint.
      const isGenerated = /\.gen\.tsx?$/.test(file);
      if (!isGenerated && !/\.test\.tsx?$/.test(file)) files.add(file);
    }
  }
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version);
  for (const file of [...files].sort()) {
    hash.update(file).update(await Bun.file(join(root, file)).bytes());
  }
  return hash.digest('hex');
}

/** Whether `dist` was built from the current sources. */
export async function isBuilt(): Promise<boolean> {
  const built = await Bun.file(stamp)
    .text()
    .catch(() => '');
  return built === (await fingerprint());
}

/** Records the sources that a finished build started from. */
export async function noteBuilt(sources: string): Promise<void> {
  await Bun.write(stamp, sources);
}
