/** Reads from the build how large a page's files are when browsers download them. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** kB as sent, in each encoding. */
export type Packed = { gzip: number; brotli: number };

export type PageWeight = {
  /** JS that must load before the page can be used. */
  firstJs: Packed;
  /** `firstJs`, plus everything that the page may load later except the payment form. */
  allJs: Packed;
  css: Packed;
};

/** The measured pages, and their chunks' names, which are those of their route files. */
const PAGES = {
  // `routes/index.tsx` is named after its folder.
  '/': 'routes',
  '/admin': 'admin',
  '/driver': 'driver',
} as const;

export type Weights = Record<keyof typeof PAGES, PageWeight>;

const PAYMENT_CHUNK = /payment|stripe/;

/**
 * Measures the pages by following imports from index.html and from each page's chunk.
 *
 * @returns null without a build
 * @throws Error if the build has no chunk for a page because its name has changed
 */
export async function weighPages(client: string): Promise<Weights | null> {
  const html = join(client, 'index.html');
  if (!existsSync(html)) return null;
  const links = [...(await Bun.file(html).text()).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)];
  const files = links.map(([, path]) => basename(path as string));
  const assets = await graphOf(join(client, 'assets'));
  const entries = files.filter((file) => file.endsWith('.js'));
  const css = packed(
    client,
    files.filter((file) => file.endsWith('.css')),
  );

  const weights: Partial<Weights> = {};
  for (const [path, name] of Object.entries(PAGES) as [keyof typeof PAGES, string][]) {
    const chunk = new RegExp(`^${name}-[\\w-]{8}\\.js$`);
    const own = entries
      .flatMap((file) => assets.get(file)?.later ?? [])
      .find((file) => chunk.test(file));
    if (!own) throw new Error(`the build has no chunk for ${path}`);
    const first = reach(assets, [...entries, own], () => []);
    // The entry also leads to other pages, so only the files that this page loads are followed.
    const ownLater = [...reach(assets, [own], () => [])]
      .filter((file) => !entries.includes(file))
      .flatMap((file) => assets.get(file)?.later ?? []);
    const all = reach(assets, [...first, ...ownLater], (node, file) =>
      entries.includes(file) ? [] : node.later,
    );
    weights[path] = {
      firstJs: packed(client, first),
      allJs: packed(client, all),
      css,
    };
  }
  return weights as Weights;
}

type Node = { now: string[]; later: string[] };

async function graphOf(folder: string): Promise<Map<string, Node>> {
  const scanner = new Bun.Transpiler({ loader: 'js' });
  const graph = new Map<string, Node>();
  for await (const file of new Bun.Glob('*.js').scan(folder)) {
    const imports = scanner.scanImports(await Bun.file(join(folder, file)).text());
    const of = (kind: string) =>
      imports.filter((found) => found.kind === kind).map((found) => basename(found.path));
    graph.set(file, { now: of('import-statement'), later: of('dynamic-import') });
  }
  return graph;
}

/** All files reachable from these, except the payment form. */
function reach(
  graph: Map<string, Node>,
  from: string[],
  alsoFollow: (node: Node, file: string) => string[],
): Set<string> {
  const seen = new Set<string>();
  const queue = [...from];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const node = graph.get(file);
    if (!node || seen.has(file) || PAYMENT_CHUNK.test(file)) continue;
    seen.add(file);
    queue.push(...node.now, ...alsoFollow(node, file));
  }
  return seen;
}

/** The build stores compressed versions next to every file. */
function packed(client: string, files: Iterable<string>): Packed {
  const sum: Packed = { gzip: 0, brotli: 0 };
  for (const file of files) {
    const path = join(client, 'assets', file);
    sum.gzip += statSync(`${path}.gz`).size / 1_000;
    sum.brotli += statSync(`${path}.br`).size / 1_000;
  }
  return sum;
}
