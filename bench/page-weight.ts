/** What a browser downloads for a page, read from the build. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export type PageWeight = {
  /** JS that must be there before the page can be used. */
  firstJsKb: number;
  /** That and all the page may load later, the payment form apart. */
  allJsKb: number;
  cssKb: number;
};

/** The page's own chunk is named after its route file; `routes/index.tsx` is called after its folder. */
const HOME_CHUNK = /^routes-/;
const PAYMENT_CHUNK = /payment|stripe/;

/**
 * Weighs `/` in kB of gzip, by walking the imports from index.html and from the page's chunk.
 *
 * @returns null when nothing is built
 * @throws Error when the build has no chunk for the page: its name has changed
 */
export async function weighHome(client: string): Promise<PageWeight | null> {
  const html = join(client, 'index.html');
  if (!existsSync(html)) return null;
  const links = [...(await Bun.file(html).text()).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)];
  const files = links.map(([, path]) => basename(path as string));
  const assets = await graphOf(join(client, 'assets'));

  const entries = files.filter((file) => file.endsWith('.js'));
  const home = entries
    .flatMap((file) => assets.get(file)?.later ?? [])
    .find((file) => HOME_CHUNK.test(file));
  if (!home) throw new Error('the build has no chunk for the home page');

  const first = reach(assets, [...entries, home], () => []);
  // Other pages hang on the entry too; only what the home page asks for is followed.
  const ownLater = [...reach(assets, [home], () => [])]
    .filter((file) => !entries.includes(file))
    .flatMap((file) => assets.get(file)?.later ?? []);
  const all = reach(assets, [...first, ...ownLater], (node, file) =>
    entries.includes(file) ? [] : node.later,
  );
  const css = files.filter((file) => file.endsWith('.css'));
  return {
    firstJsKb: await kilobytes(client, first),
    allJsKb: await kilobytes(client, all),
    cssKb: await kilobytes(client, css),
  };
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

/** Every file that the given ones lead to, the payment form apart. */
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

async function kilobytes(client: string, files: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) {
    bytes += gzipSync(await Bun.file(join(client, 'assets', file)).bytes(), { level: 9 }).length;
  }
  return bytes / 1_000;
}
