/**
 * Checks the code against the table in `scripts/import-rules.ts`: layers, module order, package owners,
 * readers of the environment, and circular imports.
 *
 * Run `bun scripts/boundaries.ts`. With `--report`, it also prints statistics about the structure.
 */
import { dirname, join } from 'node:path';
import { circlesOf } from './import-circles';
import { ENVIRONMENT, LAYERS, type Layer, MODULES, PACKAGES } from './import-rules';
import { readSources, type SourceFile, type SourceImport } from './source-imports';

/** True if an address is the folder itself or inside it. */
function liesIn(address: string, folder: string): boolean {
  return folderPattern(folder).test(`${address}/`);
}

const patterns = new Map<string, RegExp>();

function folderPattern(folder: string): RegExp {
  const known = patterns.get(folder);
  if (known) return known;
  const text = folder
    .replace(/\*\.ts$/, '*/$')
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]+');
  const pattern = new RegExp(text.endsWith('$') ? `^${text}` : `^${text}/`);
  patterns.set(folder, pattern);
  return pattern;
}

/** The part of an address that a folder pattern with `*` matches. */
function ownFolder(address: string, folder: string): string {
  return folderPattern(folder).exec(`${address}/`)?.[0].slice(0, -1) ?? folder;
}

const isOfPackage = (path: string, name: string) =>
  name.endsWith('*') ? path.startsWith(name.slice(0, -1)) : `${path}/`.startsWith(`${name}/`);

/** Why a file may not import another file of the project, or null. */
function layerRefusal(file: SourceFile, target: string, found: SourceImport): string | null {
  const layer = LAYERS.find(
    ({ folder, of }) => liesIn(file.address, folder) && (!of || liesIn(target, of)),
  );
  if (!layer) return 'This folder has no row in scripts/import-rules.ts. Add one.';
  const own = ownFolder(file.address, layer.folder);
  if (liesIn(target, own) || layer.mayImport.some((folder) => liesIn(target, folder))) return null;
  return isAllowedType(layer, target, found) ? null : layer.message;
}

function isAllowedType({ types }: Layer, target: string, { names }: SourceImport): boolean {
  return (
    types?.from === target &&
    names.length > 0 &&
    names.every(({ name, isType }) => isType && types.names.includes(name))
  );
}

/** The folder of a file's layer, or the file's own folder if it's in no layer. */
function homeOf({ path, address }: SourceFile): string {
  const own = LAYERS.map(({ folder }) => ownFolder(address, folder));
  return own.find((folder) => path.startsWith(`${folder}/`)) ?? dirname(path);
}

/**
 * Refuses relative imports across layers, because with them, readers don't notice that the import
 * crosses a layer.
 */
function relativeRefusal(file: SourceFile, target: string, path: string): string | null {
  if (!path.startsWith('.')) return null;
  const home = homeOf(file);
  if (liesIn(target, home)) return null;
  const alias = target.startsWith('src/') ? `'@/${target.slice('src/'.length)}'` : 'the package';
  return `A relative import must stay inside ${home}. Import ${alias} instead.`;
}

function moduleOf(address: string): string | null {
  return /^src\/server\/modules\/([^/]+)/.exec(address)?.[1] ?? null;
}

const levelOf = (module: string) => MODULES.findIndex((line) => line.includes(module));

const unplaced = (module: string) =>
  `The module ${module} isn't in the list in scripts/import-rules.ts. Add it there.`;

/** Reports each module that's missing from the order, with the module's first file. */
function placeRefusals(sources: readonly SourceFile[]): string[] {
  const filesByModule = Map.groupBy(sources, ({ address }) => moduleOf(address));
  return [...filesByModule].flatMap(([module, files]) =>
    module !== null && levelOf(module) === -1 ? [`${files[0]?.path}:1 ${unplaced(module)}`] : [],
  );
}

/** Why a module may not import another, or null. */
function moduleRefusal(file: SourceFile, target: string): string | null {
  const from = moduleOf(file.address);
  const to = moduleOf(target);
  if (from === null || to === null || from === to) return null;
  // `placeRefusals` already reports that this file's module is missing.
  if (levelOf(from) === -1) return null;
  if (levelOf(to) === -1) return unplaced(to);
  if (levelOf(from) < levelOf(to)) return null;
  const where = levelOf(from) === levelOf(to) ? 'on the same line as' : 'above';
  return `The module ${to} is ${where} ${from}, and a module may only import modules below it. Move the use case up, or move the shared code down. The order is in scripts/import-rules.ts.`;
}

function packageRefusal(file: SourceFile, path: string): string | null {
  const layer = LAYERS.find(({ folder }) => liesIn(file.address, folder));
  if (layer?.packages && !layer.packages.some((name) => isOfPackage(path, name))) {
    return layer.message;
  }
  const refused = PACKAGES.find(
    (rule) =>
      rule.packages.some((name) => isOfPackage(path, name)) &&
      ('notIn' in rule
        ? liesIn(file.address, rule.notIn)
        : !rule.onlyIn.some((folder) => liesIn(file.address, folder))),
  );
  return refused?.message ?? null;
}

const isReader = (file: SourceFile) => ENVIRONMENT.readers.includes(file.address);

/** Vite replaces `import.meta.env` in pages. In all other files, `import.meta.env` reads the environment. */
function environmentRefusals(file: SourceFile): [line: number, message: string][] {
  if (isReader(file)) return [];
  return file.environment
    .filter(({ text }) => text !== 'import.meta.env' || !liesIn(file.address, 'src/client'))
    .map(({ line }) => [line, ENVIRONMENT.message]);
}

/** Refuses `node:process`, which exposes the environment under another name. For signals, use the global process. */
function importRefusal(file: SourceFile, found: SourceImport): string | null {
  const { path, target } = found;
  if (target === null) {
    const isProcess = /^(?:node:)?process$/.test(path);
    return isProcess && !isReader(file) ? ENVIRONMENT.message : packageRefusal(file, path);
  }
  const refusals = [
    relativeRefusal(file, target, path),
    layerRefusal(file, target, found) ?? moduleRefusal(file, target),
  ];
  return refusals.filter((message) => message !== null).join(' ') || null;
}

/**
 * Checks all source files under `root`/src except tests.
 *
 * @returns one line per problem, as `file:line message`
 */
export async function checkBoundaries(root: string): Promise<string[]> {
  return refusalsOf(await readSources(root));
}

function refusalsOf(sources: readonly SourceFile[]): string[] {
  const refusals = sources.flatMap((file) => {
    const found: [line: number, message: string][] = environmentRefusals(file);
    for (const one of file.imports) {
      const message = importRefusal(file, one);
      if (message) found.push([one.line, message]);
    }
    return found.map(([line, message]) => `${file.path}:${line} ${message}`);
  });
  const circles = circlesOf(sources).map(({ files, line }) => {
    const [first] = files;
    const way = [...files, first].map((file) => file?.path).join(' → ');
    return `${first?.path}:${line} These files import each other in a cycle: ${way}. Move the shared code to a file that imports none of them.`;
  });
  return [...placeRefusals(sources), ...refusals, ...circles].sort();
}

/** Statistics about the structure: files, lengths, imports between modules, and circles. */
function reportOf(sources: readonly SourceFile[]): string[] {
  const byLength = sources.toSorted((a, b) => a.lines - b.lines);
  const at = (share: number) => byLength[Math.ceil(share * byLength.length) - 1];
  const arrows = new Set<string>();
  for (const { address, imports } of sources) {
    for (const { target } of imports) {
      const from = moduleOf(address);
      const to = target && moduleOf(target);
      if (from && to && from !== to) arrows.add(`${from} → ${to}`);
    }
  }
  const upward = [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' → ');
    return levelOf(from) >= levelOf(to);
  });
  const longest = byLength.at(-1);
  return [
    `Files in src, without tests: ${sources.length}`,
    `Lines per file: median ${at(0.5)?.lines}, p95 ${at(0.95)?.lines}, longest ${longest?.lines} (${longest?.path})`,
    `Files over 250 lines: ${sources.filter(({ lines }) => lines > 250).length}`,
    `Imports between modules: ${arrows.size}, upward or sideways: ${upward.length}${upward.length ? ` (${upward.join(', ')})` : ''}`,
    `Circular imports: ${circlesOf(sources).length}`,
  ];
}

if (import.meta.main) {
  const sources = await readSources(join(import.meta.dir, '..'));
  const refusals = refusalsOf(sources);
  if (process.argv.includes('--report')) console.log(reportOf(sources).join('\n'));
  for (const refusal of refusals) console.error(refusal);
  if (refusals.length > 0) process.exit(1);
}
