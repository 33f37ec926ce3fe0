/** Tests a product on each kind of database: a file, and a libSQL server if sqld is installed. */
import { afterAll, beforeAll, describe, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { startTestApp, type TestApp } from './app';
import { openOnServer, type Sqld, sqldName, sqldPath, startSqld } from './sqld';

const databases: [name: string, isServer: boolean][] = [
  ['a file', false],
  [sqldName, true],
];

/** @param tests declares the tests; `app` returns the product once they run */
export function onEveryDatabase(tests: (app: () => TestApp) => void) {
  describe.each(databases)('on %s', (_name, isServer) => {
    if (isServer && !sqldPath()) {
      test.skip('no verb was tried', () => {});
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), 'dockside-every-'));
    let server: Sqld | null = null;
    let app: TestApp;
    beforeAll(async () => {
      let db: Db | null = null;
      if (isServer) {
        server = await startSqld(join(folder, 'server'));
        db = await openOnServer(server);
        await migrateDb(db);
      }
      app = await startTestApp({ db: (real) => db ?? real });
    });
    afterAll(async () => {
      await app.close();
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    tests(() => app);
  });
}
