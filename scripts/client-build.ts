import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');
const output = join(root, 'dist/client');

/** Builds the browser's code into `dist/client`. */
export async function buildClient(): Promise<void> {
  // React's development build is several times as large; a .env may say "development".
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await compress();
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
