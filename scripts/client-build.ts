import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');

/**
 * Builds the browser's code into the folder `client`.
 *
 * @param dist the folder around it
 * @param mode `development` takes React's development build, which warns; it is several times as large
 */
export async function buildClient(
  dist = join(root, 'dist'),
  mode: 'production' | 'development' = 'production',
): Promise<void> {
  // A .env may say something else.
  process.env.NODE_ENV = mode;
  const { build } = await import('vite');
  const outDir = join(dist, 'client');
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    mode,
    build: { outDir, emptyOutDir: true },
  });
  await compress(outDir);
}

/** Puts a `.br` and a `.gz` beside every text, once and well, so that no request pays for it. */
async function compress(output: string): Promise<void> {
  for await (const name of new Glob('**/*.{js,css,html,svg}').scan(output)) {
    const path = join(output, name);
    const bytes = await Bun.file(path).bytes();
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await Bun.write(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
    await Bun.write(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
  }
}
