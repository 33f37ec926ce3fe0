import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, LibsqlError } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { type Sqld, sqldName, sqldPath, startSqld } from '../../../tests/support/sqld';
import { createDb } from '../client';
import { isOutOfOrder } from './failures';
import { createServerEngine } from './server-engine';

describe.skipIf(!sqldPath())(sqldName, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-server-'));
  let server: Sqld;
  beforeAll(async () => {
    server = await startSqld(join(folder, 'server'));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('writes wait in the process, a few at a time reach the server, and reads don’t wait', async () => {
    let writing = 0;
    let most = 0;
    const line = Bun.serve({
      port: 0,
      async fetch(request) {
        const body = request.body && (await request.text());
        const isWrite = body?.includes('insert') ?? false;
        if (isWrite) most = Math.max(most, ++writing);
        const { pathname } = new URL(request.url);
        const answer = await fetch(`${server.url}${pathname}`, {
          method: request.method,
          headers: { 'content-type': request.headers.get('content-type') ?? '' },
          body,
        });
        const bytes = await answer.arrayBuffer();
        if (isWrite) writing -= 1;
        return new Response(bytes, { status: answer.status });
      },
    });
    const db = await createDb({ url: `http://127.0.0.1:${line.port}` });
    await db.write((orm) => orm.run(sql`create table marks (who text)`));
    const insert = sql`insert into marks (who) values ('one of the crowd')`;
    const writes = Array.from({ length: 120 }, (_, index) => {
      if (index % 2 === 0) return db.write((orm) => orm.run(insert));
      return db.batch((orm) => [orm.run(insert)]);
    });
    const count = () => db.orm.all<{ n: number }>(sql`select count(*) as n from marks`);
    expect((await count())[0]?.n).toBeLessThan(120);
    await Promise.all(writes);
    expect(await count()).toEqual([{ n: 120 }]);
    // On a busy machine, the measured latency may look like that of a distant server.
    expect(most).toBeOneOf([4, 20]);
    await db.close();
    await line.stop();
  });

  test('a write leaves the line a second before the time limit of a call', async () => {
    const released = Promise.withResolvers<void>();
    const line = Bun.serve({
      port: 0,
      async fetch() {
        await released.promise;
        return new Response(null, { status: 503 });
      },
    });
    const url = `http://127.0.0.1:${line.port}`;
    const db = await createDb({ url, serverLimitMs: 1_100 });
    // More writes than may be at the server at the same time.
    const writes = Array.from({ length: 24 }, () => db.write((orm) => orm.run(sql`select 1`)));
    await expect(Promise.race(writes)).rejects.toThrow(
      'Too many writes are waiting for the database server.',
    );
    released.resolve();
    await Promise.allSettled(writes);
    await db.close();
    await line.stop();
  });
});

/** A client whose batches fail a number of times with a server's code, and then succeed. */
function clientThatFails(times: number, code: string) {
  let calls = 0;
  const batch = async () => {
    calls += 1;
    if (calls <= times) throw new LibsqlError('Transaction timed out', code);
    return [];
  };
  return { client: { batch } as unknown as Client, calls: () => calls };
}

describe.each(['TRANSACTION_TIMEOUT', 'TRANSACTION_BUSY'])('a write that ends with %s', (code) => {
  test('is repeated, because the server rolled it back', async () => {
    const { client, calls } = clientThatFails(2, code);
    expect(await createServerEngine(client, null, 5_000).batch([])).toEqual([]);
    expect(calls()).toBe(3);
  });

  test('counts as an outage if it never succeeds', async () => {
    const { client } = clientThatFails(Number.POSITIVE_INFINITY, code);
    const failure = await createServerEngine(client, null, 1)
      .batch([])
      .catch((error: unknown) => error);
    expect(isOutOfOrder(failure)).toBe(true);
  });
});
