import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const PAGE = join(import.meta.dirname, '../src/client/index.html');
const ROUTE = '/routes/driver.tsx';
const PUBLIC = ['/favicon.svg', '/driver.webmanifest', '/icons/driver-192.png'];

/**
 * Tells the driver's service worker which files make its page: those of the first page, all that
 * the driver's route may ask for later, and the styles. Written into the worker itself, so that a
 * browser notices every new build by the worker's own bytes.
 */
export function driverFiles(workerName: string): Plugin {
  return {
    name: 'driver-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const paths = [...filesOf(bundle), ...PUBLIC].sort();
      // The page itself has no hash in its name, so its text counts too.
      const version = createHash('sha256')
        .update(paths.join())
        .update(readFileSync(PAGE))
        .digest('hex')
        .slice(0, 12);
      const worker = Object.values(bundle).find(
        (file): file is Chunk => file.type === 'chunk' && file.name === workerName,
      );
      if (!worker) this.error('the service worker was not built');
      if (worker.imports.length > 0) this.error('the service worker must be one file');
      worker.code = `const __DRIVER_FILES__=${JSON.stringify({ version, paths })};\n${worker.code}`;
    },
  };
}

function filesOf(bundle: Bundle): Set<string> {
  const found = new Set<string>();
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('.html'));
  const isRoute = (chunk: Chunk) => chunk.moduleIds.some((id) => id.includes(ROUTE));

  const take = (name: string, withLater: boolean) => {
    const file = bundle[name];
    if (!file || found.has(`/${name}`)) return;
    found.add(`/${name}`);
    if (file.type !== 'chunk') return;
    for (const next of file.imports) take(next, withLater);
    if (withLater) for (const next of file.dynamicImports) take(next, true);
  };
  if (entry) take(entry.fileName, false);
  for (const chunk of chunks) if (isRoute(chunk) && !chunk.isEntry) take(chunk.fileName, true);
  for (const name of Object.keys(bundle)) if (name.endsWith('.css')) found.add(`/${name}`);
  return found;
}
