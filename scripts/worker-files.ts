import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const PAGE = join(import.meta.dirname, '../src/client/index.html');

type Part = { name: string; file: string } & (
  | { routes: string[]; manifest: string }
  | { script: string }
);

/** The parts that open offline. Each has its own service worker for its own addresses. */
const PARTS: readonly Part[] = [
  {
    name: 'customer',
    file: 'sw.js',
    routes: [
      '/routes/index.tsx',
      '/routes/schedule.tsx',
      '/routes/account.tsx',
      '/routes/d.$token.tsx',
      '/routes/reset-password.tsx',
      '/routes/confirm-email.tsx',
      '/routes/-not-found-page.tsx',
    ],
    manifest: '/dockside.webmanifest',
  },
  {
    name: 'driver',
    file: 'driver-sw.js',
    routes: ['/routes/driver.tsx'],
    manifest: '/driver.webmanifest',
  },
  // A delivery's page is one script. The map's code isn't kept, because its images aren't either.
  { name: 'delivery', file: 'delivery-sw.js', script: 'delivery-page/script.ts' },
];

/**
 * Creates a service worker for each part from one program. It lists the part's files: those of the first
 * page, everything its routes may load later, and the styles. The list is inside the worker, so that each
 * new build changes the worker's bytes and browsers notice it.
 */
export function workerFiles(workerName: string): Plugin {
  return {
    name: 'worker-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = Object.values(bundle).find(
        (file): file is Chunk => file.type === 'chunk' && file.name === workerName,
      );
      if (!worker) this.error("The service worker wasn't built.");
      if (worker.imports.length > 0) this.error('The service worker must be a single file.');
      const program = worker.code;
      for (const part of PARTS) {
        const { name, file } = part;
        const own =
          'script' in part
            ? filesNow(bundle, part.script)
            : [...filesOf(bundle, part.routes), part.manifest, '/icons/dockside-192.png'];
        const paths = [...own, '/favicon.svg'].sort();
        // The styles are inside the delivery's page, so they're part of its version.
        const version = versionOf([...paths, ...stylesOf(bundle)]);
        const source = `const __PART__=${JSON.stringify({ name, version, paths })};\n${program}`;
        if (file === worker.fileName) worker.code = source;
        else this.emitFile({ type: 'asset', fileName: file, source });
      }
    },
  };
}

/** The page's name has no hash, so its text is part of the fingerprint. */
function versionOf(paths: string[]): string {
  const hash = createHash('sha256').update(paths.join()).update(readFileSync(PAGE));
  return hash.digest('hex').slice(0, 12);
}

const stylesOf = (bundle: Bundle) =>
  Object.keys(bundle)
    .filter((file) => file.endsWith('.css'))
    .sort();

/** Returns the files of a script, without those that it loads later. */
function filesNow(bundle: Bundle, script: string): Set<string> {
  const found = new Set<string>();
  const take = (name: string) => {
    const file = bundle[name];
    if (found.has(`/${name}`) || file?.type !== 'chunk') return;
    found.add(`/${name}`);
    file.imports.forEach(take);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(script)) take(file.fileName);
  }
  return found;
}

function filesOf(bundle: Bundle, routes: string[]): Set<string> {
  const found = new Set<string>();
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith('.html'));
  const isRoute = (chunk: Chunk) =>
    chunk.moduleIds.some((id) => routes.some((route) => id.includes(route)));

  /** A file is followed again if the files that it loads later were left out at its first visit. */
  const followed = new Set<string>();

  const take = (name: string, withLater: boolean) => {
    const file = bundle[name];
    const seen = withLater ? followed : found;
    if (!file || seen.has(`/${name}`)) return;
    seen.add(`/${name}`);
    found.add(`/${name}`);
    if (file.type !== 'chunk') return;
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(`/${style}`);
    if (withLater && file === entry) return;
    for (const next of file.imports) take(next, withLater);
    if (withLater) for (const next of file.dynamicImports) take(next, true);
  };
  if (entry) take(entry.fileName, false);
  for (const chunk of chunks) if (isRoute(chunk) && !chunk.isEntry) take(chunk.fileName, true);
  return found;
}
