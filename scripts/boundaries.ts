/**
 * The import boundaries that a lint rule on import paths cannot see, because they depend on where
 * a relative path leads. The rest of them stand in biome.json.
 */
import { dirname, join, relative } from 'node:path';
import { Glob } from 'bun';

/** Folders that a relative import does not leave; `*` is any one name. The first that fits counts. */
const layers = [
  'src/domain',
  'src/db',
  'src/server/ports',
  'src/server/modules',
  'src/server/trpc',
  'src/server/rest',
  'src/server/jobs',
  'src/server/stripe-sandbox',
  'src/server',
  'src/client/features/*',
  'src/client/components',
  'src/client/lib',
  'src/client/routes',
  'src/client',
].map((folder) => new RegExp(`^${folder.replace('*', '[^/]+')}/`));

const importPath = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;
/** The table of variables, and the sandbox's own program, which knows nothing of that table. */
const mayReadEnvironment = ['src/server/env.ts', 'src/server/stripe-sandbox/main.ts'];
const environment = /\b(?:Bun|import\.meta)\.env\b/;
const processModule = /^(?:node:)?process$/;

/** One refused line, as `file:line message`. */
function refusalsOf(file: string, source: string): string[] {
  const refusals: string[] = [];
  const home = layers.map((layer) => layer.exec(file)?.[0]).find((folder) => folder !== undefined);
  const onServer = !file.startsWith('src/client/') && !mayReadEnvironment.includes(file);
  source.split('\n').forEach((line, index) => {
    const refuse = (message: string) => refusals.push(`${file}:${index + 1} ${message}`);
    if (onServer && environment.test(line)) {
      refuse('Only src/server/env.ts reads the environment: add the variable to its table.');
    }
    for (const [, , path = ''] of line.matchAll(importPath)) {
      if (onServer && processModule.test(path)) {
        refuse('Only src/server/env.ts reads the environment; signals are on the global process.');
      }
      if (!path.startsWith('.') || home === undefined) continue;
      const target = `${join(dirname(file), path)}/`;
      if (target.startsWith(home)) continue;
      const alias = target.startsWith('src/') ? `'@/${target.slice(4, -1)}'` : 'the package';
      refuse(
        `A relative import stays inside ${home.slice(0, -1)}: write ${alias}, so that the layer rules see it.`,
      );
    }
  });
  return refusals;
}

/**
 * Reads every source file under `root`/src but the tests.
 *
 * @returns one line for each refused import, with the reason; empty when all is well
 */
export async function checkBoundaries(root: string): Promise<string[]> {
  const refusals: string[] = [];
  for await (const found of new Glob('src/**/*.{ts,tsx}').scan({ cwd: root })) {
    const file = relative(root, join(root, found));
    if (/\.test\.tsx?$/.test(file) || file.endsWith('routeTree.gen.ts')) continue;
    refusals.push(...refusalsOf(file, await Bun.file(join(root, file)).text()));
  }
  return refusals.sort();
}
