/** The product on a libSQL server, with a proxy between the two that a test can observe. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { startTestApp, type TestApp } from './app';
import { startSqld } from './sqld';

type Line = { url: string; close(): unknown };
type Options = Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'db'>;

export type BehindLine<L extends Line> = {
  app: TestApp;
  line: L;
  close(): Promise<void>;
};

/**
 * Starts a separate server with an empty database, and a product that uses it through a proxy.
 *
 * @param lay creates the proxy to the server's address
 */
export async function startBehindLine<L extends Line>(
  lay: (url: string) => L | Promise<L>,
  options: Options = {},
): Promise<BehindLine<L>> {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-line-'));
  const sqld = await startSqld(join(folder, 'server'));
  const line = await lay(sqld.url);
  const db = await createDb({ url: line.url });
  await migrateDb(db);
  const app = await startTestApp({ ...options, db: () => db });
  return {
    app,
    line,
    async close() {
      await app.close();
      await line.close();
      await sqld.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
