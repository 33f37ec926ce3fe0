/** Restores into a server that refuses writes for a while, or executes them without an answer. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { createDb } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { clearUnfinished, restoreToServer } from '@/db/server-restore';
import { type Counts, countRows } from '@/db/table-copy';
import { rowsOf } from '../support/drill';
import { type BatchFault, layRefusingLine } from '../support/refusing-line';
import { sqldName, sqldPath, startSqld } from '../support/sqld';

const RESTORE = { restoredAt: 2, madeAt: 1 };

describe.skipIf(!sqldPath())(sqldName, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-restore-steps-'));
  const copy = join(folder, 'copy.db');
  const stops: (() => unknown)[] = [];
  let counts: Counts;
  let last: Record<string, unknown>[];
  beforeAll(async () => {
    const db = await createDb({ url: `file:${copy}` });
    await migrateDb(db);
    await db.client.execute(
      `insert into outbox (id, recipient, subject, body, dedupe_key, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
       select i, 'a@dockside.example', 'subject', 'body', i, 0 from n`,
    );
    // A table whose rows could be restored twice without an error.
    await db.client.execute('create table plain (text text)');
    await db.client.execute(`insert into plain select id from outbox`);
    counts = await countRows(db.client);
    await db.close();
    last = await rowsOf(copy, 'select count(distinct text) as n from plain');
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  let made = 0;
  async function server(): Promise<string> {
    made += 1;
    const { url, stop } = await startSqld(join(folder, `server-${made}`));
    stops.push(stop);
    return url;
  }

  /**
   * Restores over a connection with faults.
   * @returns the server's content afterward
   */
  async function restored(faultOf: (text: string) => BatchFault | null) {
    const url = await server();
    const line = layRefusingLine(url, faultOf);
    stops.push(line.close);
    expect(await restoreToServer(copy, { url: line.url }, RESTORE)).toEqual(counts);
    expect(await rowsOf(url, 'select count(distinct text) as n from plain')).toEqual(last);
    const client = createClient({ url });
    const found = await countRows(client);
    client.close();
    return found;
  }
  /** A restored database has one more row for the mark. */
  const expected = () => ({ ...counts, stripe_events: Number(counts.stripe_events) + 1 });

  test('each batch refused as busy is sent again', async () => {
    const refused = new Map<string, number>();
    const found = await restored((text) => {
      const count = (refused.get(text) ?? 0) + 1;
      refused.set(text, count);
      return count <= 2 ? 'refused as busy' : null;
    });
    expect(found).toEqual(expected());
    expect(refused.size).toBeGreaterThan(30);
  }, 120_000);

  test("a batch that was done without an answer isn't done twice, whichever it is", async () => {
    const lost = new Set<string>();
    const found = await restored((text) => {
      // Another program could have created tables, so tables alone don't mark a restore.
      if (lost.has(text) || text.includes('create table restore_under_way')) return null;
      lost.add(text);
      return 'answer lost';
    });
    expect(found).toEqual(expected());
  }, 120_000);

  test('an unfinished restore is cleared despite refusals', async () => {
    const url = await server();
    await rowsOf(url, 'create table restore_under_way (id integer primary key)');
    await rowsOf(url, 'create table users (id text)');
    let count = 0;
    const line = layRefusingLine(url, () => {
      count += 1;
      return count <= 3 ? 'refused as busy' : null;
    });
    stops.push(line.close);
    await clearUnfinished({ url: line.url });
    const left =
      "select name from sqlite_master where type = 'table' and name in ('users', 'restore_under_way')";
    expect(await rowsOf(url, left)).toEqual([]);
  }, 120_000);
});
