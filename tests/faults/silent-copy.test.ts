/** Tests what happens if the connection used by the database's copy goes silent. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FarServer, startFarServer } from '../support/far-product';
import { longestWait } from '../support/longest-wait';
import { sqldName, sqldPath } from '../support/sqld';
import { FULL, figures } from './seed';

const SILENT_MS = FULL ? 20_000 : 5_000;
/**
 * The promise is 20 ms on a quiet machine. A process that waited for the connection would wait for seconds.
 */
const STANDS_STILL_MS = 2_000;

describe.skipIf(!sqldPath())(sqldName, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-silent-copy-'));
  const copy = join(folder, 'copy.db');
  let server: FarServer;
  beforeAll(async () => {
    server = await startFarServer();
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the built server keeps its copy in another thread, continues while the line is silent, and stops on request', async () => {
    const far = await server.start({ DATABASE_REPLICA_PATH: copy });
    await far.databaseHealth(200);
    const before = await longestWait(far.product.url, 2_000);
    // The build includes the thread's program.
    expect(await Bun.file(copy).exists()).toBe(true);
    far.line.silence();
    const longest = await longestWait(far.product.url, SILENT_MS);
    figures('a copy on a silent line', {
      'ms of the longest wait': Math.round(longest),
      'before it': Math.round(before),
    });
    expect(longest).toBeLessThan(STANDS_STILL_MS);
    await far.product.stop();
    // The product stopped on its own. If it had hung, it would have been killed.
    expect(far.product.process.signalCode).toBeNull();
  }, 120_000);
});
