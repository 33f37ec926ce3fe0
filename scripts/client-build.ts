import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');
const output = join(root, 'dist/client');
/** Beside the build and not in it, so that it is not served. */
const stamp = join(root, 'dist/client.inputs');

const inputs = [
  'src/client/**/*',
  'src/domain/**/*.ts',
  'vite.config.ts',
  'tsconfig.json',
  'bun.lock',
];

/** A fingerprint of everything that the browser's code is built from. */
async function fingerprint(): Promise<string> {
  const files = new Set<string>();
  for (const pattern of inputs) {
    for await (const file of new Glob(pattern).scan({ cwd: root })) {
      // Written by the build itself, from the routes that are counted here.
      if (!file.endsWith('.gen.ts')) files.add(file);
    }
  }
  const hash = new Bun.CryptoHasher('sha256');
  for (const file of [...files].sort()) {
    hash.update(file).update(await Bun.file(join(root, file)).bytes());
  }
  return hash.digest('hex');
}

/** Whether `dist/client` holds what the sources of now would give. */
export async function clientIsBuilt(): Promise<boolean> {
  if (!(await Bun.file(join(output, 'index.html')).exists())) return false;
  const built = await Bun.file(stamp)
    .text()
    .catch(() => '');
  return built === (await fingerprint());
}

/** Builds the browser's code into `dist/client`. */
export async function buildClient(): Promise<void> {
  // React's development build is several times as large; a .env may say "development".
  process.env.NODE_ENV = 'production';
  const before = await fingerprint();
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await compress();
  await Bun.write(stamp, before);
}

/** Puts a `.br` and a `.gz` beside every text, once and well, so that no request pays for it. */
async function compress(): Promise<void> {
  for await (const name of new Glob('**/*.{js,css,html,svg}').scan(output)) {
    const path = join(output, name);
    const bytes = await Bun.file(path).bytes();
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await Bun.write(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
    await Bun.write(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}
