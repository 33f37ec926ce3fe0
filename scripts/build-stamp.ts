/** Remembers from which sources `dist` was built. */
import { join } from 'node:path';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');
/** Beside the built folders, because files in them are served. */
const stamp = join(root, 'dist/inputs');

const inputs = [
  'src/**/*',
  'scripts/*-build.ts',
  'vite.config.ts',
  'scripts/fetch-files.ts',
  'scripts/worker-files.ts',
  'scripts/page-groups.ts',
  'tsconfig.json',
  'package.json',
  'bun.lock',
];

/** A fingerprint of everything that the built code comes from, this Bun included. */
export const fingerprint = () => fingerprintOf(inputs, (file) => !/\.test\.tsx?$/.test(file));

/** A fingerprint of all files of the project that match a pattern and `counts`, and of this Bun. */
export async function fingerprintOf(
  patterns: readonly string[],
  counts: (file: string) => boolean = () => true,
): Promise<string> {
  const files = new Set<string>();
  for (const pattern of patterns) {
    for await (const file of new Glob(pattern).scan({ cwd: root })) {
      // Written by the build itself, from the routes that are counted here.
      if (!/\.gen\.tsx?$/.test(file) && counts(file)) files.add(file);
    }
  }
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version);
  for (const file of [...files].sort()) {
    hash.update(file).update(await Bun.file(join(root, file)).bytes());
  }
  return hash.digest('hex');
}

/** Whether `dist` was built from the sources as they are now. */
export async function isBuilt(): Promise<boolean> {
  const built = await Bun.file(stamp)
    .text()
    .catch(() => '');
  return built === (await fingerprint());
}

/** Notes the sources that a finished build began with. */
export async function noteBuilt(sources: string): Promise<void> {
  await Bun.write(stamp, sources);
}
