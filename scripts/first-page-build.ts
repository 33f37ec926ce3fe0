import { createHash } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildArtifact, BunPlugin } from 'bun';
import type { Manifest } from 'vite';

const root = join(import.meta.dir, '..');
const source = (file: string) => join(root, 'src/client/first-page', file);

/** The screens that the server renders, with their names in Vite's manifest. */
const SCREENS = {
  '/': 'routes/index.tsx',
  '/schedule': 'routes/schedule.tsx',
  '/account': 'routes/account.tsx',
};
/** The address at which the router's plugin splits a screen from its route. */
const PART = '?tsr-split=component';

/** The script of a delivery's page, with its name in Vite's manifest. */
const DELIVERY_SCRIPT = 'delivery-page/script.ts';

const MINIFY = { whitespace: true, syntax: true, identifiers: true };

/**
 * Keeps the bundle small, which saves 4 MB of memory. The server doesn't need parts that open on a
 * click. Also, React's entry loads two server renderers, but `renderToString` needs only one.
 */
const onlyWhatRenders: BunPlugin = {
  name: 'only-what-renders',
  setup(build) {
    build.onResolve({ filter: /^(\.{0,2}|@)\// }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
    const renderer = 'react-dom/cjs/react-dom-server-legacy.browser.production.js';
    build.onResolve({ filter: /^react-dom\/server$/ }, () => ({
      path: join(root, 'node_modules', renderer),
    }));
  },
};

/**
 * Builds the renderer of the first pages (src/server/http/first-page.ts) from the built client into
 * `first-page`: `render.js`, and the document around a page.
 *
 * @param dist the folder that contains `client`. `first-page` is created in it
 * @throws AggregateError with the build errors
 */
export async function buildFirstPage(dist = join(root, 'dist')): Promise<void> {
  const folder = join(dist, 'first-page');
  mkdirSync(folder, { recursive: true });
  await bundleRenderer(folder);
  await Bun.write(join(folder, 'document.json'), JSON.stringify(await documentOf(dist)));
}

/**
 * Bundles `render.js` with its bytecode. It isn't part of the server's bundle, because that would delay
 * the start.
 *
 * @throws AggregateError with the build errors
 */
export async function bundleRenderer(folder: string): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [source('render.tsx')],
    outdir: folder,
    plugins: [onlyWhatRenders],
    target: 'bun',
    // With its entry for Node, the icon package would load all icons.
    conditions: ['module'],
    format: 'cjs',
    bytecode: true,
    sourcemap: 'linked',
    minify: { ...MINIFY, keepNames: true },
    define: {
      // React's development build is slower and larger.
      'process.env.NODE_ENV': '"production"',
      'import.meta.env.PROD': 'true',
    },
  });
  refuseWithoutBytecode(outputs);
}

/**
 * Refuses outputs without bytecode. If the code keeps syntax that a script can't contain, such as
 * `import.meta`, Bun silently creates no bytecode.
 */
function refuseWithoutBytecode(outputs: readonly BuildArtifact[]): void {
  if (outputs.some(({ kind }) => kind === 'bytecode')) return;
  throw new Error(
    "The first pages' renderer isn't a valid script. Check whether its code uses import.meta.",
  );
}

/**
 * Creates the document around a page from index.html. It contains the styles, because browsers show
 * nothing before those load, and a loader that starts the scripts once the page is visible. The server
 * replaces the comments TITLE, SCREEN, FILES, and STATE. Its security policy allows the style and the
 * loader by their hashes.
 */
async function documentOf(dist: string) {
  const client = join(dist, 'client');
  const kept = join(dist, 'first-page/manifest.json');
  // Browsers never request the manifest, so it's moved out of the served folder.
  renameSync(join(client, '.vite/manifest.json'), kept);
  const manifest: Manifest = await Bun.file(kept).json();
  const styles = (manifest['index.html']?.css ?? []).map((file) =>
    Bun.file(join(client, file)).text(),
  );
  const style = (await Promise.all(styles)).join('');
  const loader = await loaderScript();
  const html = (await Bun.file(join(client, 'index.html')).text())
    .replace(/<title>.*<\/title>/, '<title><!--TITLE--></title>')
    .replace(/\s*<script type="module".*<\/script>/g, '')
    .replace(/\s*<link rel="(modulepreload|stylesheet)".*>/g, '')
    .replace('</head>', () => `<style>${style}</style><script>${loader}</script></head>`)
    .replace(
      '<div id="root"></div>',
      '<div id="root"><!--SCREEN--></div><script type="application/json" id="first-page" data-files="<!--FILES-->"><!--STATE--></script>',
    );
  const files = Object.entries(SCREENS).map(([path, screen]) => [
    path,
    filesOf(manifest, ['index.html', screen + PART]),
  ]);
  const policy = { style: hashOf(style), script: hashOf(loader) };
  const delivery = {
    html: html
      .replace(`<script>${loader}</script>`, () => '')
      .replace(/<script type="application\/json".*<\/script>/, () => '<!--STATE-->'),
    policy: { style: policy.style, script: '' },
    script: `/${manifest[DELIVERY_SCRIPT]?.file}`,
  };
  return { html, policy, files: Object.fromEntries(files), delivery };
}

async function loaderScript(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [source('loader.ts')],
    target: 'browser',
    format: 'iife',
    minify: MINIFY,
  });
  return (await outputs[0]?.text())?.trim() ?? '';
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the scripts of these parts, each after everything that it imports. */
function filesOf(manifest: Manifest, names: string[]): string[] {
  const seen = new Set<string>();
  const files: string[] = [];
  const add = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    chunk.imports?.forEach(add);
    files.push(`/${chunk.file}`);
  };
  names.forEach(add);
  return files;
}
