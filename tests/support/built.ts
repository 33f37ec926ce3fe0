/** The built server, in a folder of this process's own: `dist/server` may be in use. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from '../../scripts/server-build';

const root = join(import.meta.dir, '../..');

export type Built = {
  /** The folder, as deep below the root as dist/server. */
  folder: string;
  /** What to run. */
  program: string;
  remove(): void;
};

export async function buildForTest(): Promise<Built> {
  const place = `node_modules/.test-server-${process.pid}`;
  await buildServer(place);
  const folder = join(root, place);
  return {
    folder,
    program: join(folder, 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
