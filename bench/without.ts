/** Builds the server without one of its optimizations. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BunPlugin } from 'bun';
import { buildServer } from '../scripts/server-build';
import { ROOT } from './processes';

/** A change to one file. The build fails unless the text is there exactly once. */
export type Edit = { file: string; find: string; put: string };

/**
 * Bundles the server with these edits. `name` becomes a folder in `dist`, as deep as the product's.
 *
 * @returns the path of its program
 */
export async function buildWithout(name: string, edits: Edit[]): Promise<string> {
  const folder = `dist/bench-${name}`;
  const applied = new Set<Edit>();
  const plugin: BunPlugin = {
    name: 'without',
    setup(build) {
      for (const file of new Set(edits.map((edit) => edit.file))) {
        const path = join(ROOT, file);
        const filter = new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
        build.onLoad({ filter }, async () => {
          let contents = await Bun.file(path).text();
          for (const edit of edits.filter((edit) => edit.file === file)) {
            contents = replaced(contents, edit);
            applied.add(edit);
          }
          return { contents, loader: file.endsWith('.js') ? 'js' : 'ts' };
        });
      }
    },
  };
  await buildServer(folder, [plugin]);
  const missed = edits.find((edit) => !applied.has(edit));
  if (missed) throw new Error(`The server doesn't contain ${missed.file}.`);
  return join(ROOT, folder, 'main.js');
}

/** Removes the output of `buildWithout`. */
export function removeBuilt(name: string): void {
  rmSync(join(ROOT, `dist/bench-${name}`), { recursive: true, force: true });
}

function replaced(text: string, { file, find, put }: Edit): string {
  const parts = text.split(find);
  if (parts.length !== 2) {
    throw new Error(`${file} has this ${parts.length - 1} times instead of once:\n${find}`);
  }
  return parts.join(put);
}
