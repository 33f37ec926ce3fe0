/** The built server: the one from `bun run test`, or one in a separate folder for this process. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildServer } from '../../scripts/server-build';

const root = join(import.meta.dir, '../..');

export type Built = {
  /** The folder, as deep below the root as dist/server. */
  folder: string;
  /** The program to run. */
  program: string;
  remove(): void;
};

/**
 * Returns the built server to test: the one in `TESTED_SERVER`, or one built for this process. Call
 * `remove` at the end.
 */
export async function buildForTest(): Promise<Built> {
  const built = process.env.TESTED_SERVER;
  if (built) return { folder: join(root, dirname(built)), program: join(root, built), remove() {} };
  // `dist/server` may be in use or older than the sources.
  const place = `node_modules/.test-server-${process.pid}`;
  await buildServer(place);
  const folder = join(root, place);
  return {
    folder,
    program: join(folder, 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
