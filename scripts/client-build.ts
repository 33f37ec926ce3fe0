import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Glob } from 'bun';

const root = join(import.meta.dir, '..');

/**
 * Builds the browser's code into the folder `client`.
 *
 * @param dist the folder that contains `client`
 * @param mode `development` uses React's development build, which prints warnings and is several times larger
 */
export async function buildClient(
  dist = join(root, 'dist'),
  mode: 'production' | 'development' = 'production',
): Promise<void> {
  // A .env file may set another value.
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

/** Compresses every text file to `.br` and `.gz` once, so that requests don't have to. */
async function compress(output: string): Promise<void> {
  for await (const name of new Glob('**/*.{js,css,html,svg}').scan(output)) {
    const path = join(output, name);
    const bytes = await Bun.file(path).bytes();
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await Bun.write(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
    // 3% smaller than with zlib.
    await Bun.write(`${path}.gz`, Bun.gzipSync(bytes, { level: 12, library: 'libdeflate' }));
  }
}
