/** Tests the ledger of a database from before ledgers existed. */

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { createDb, type Db } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import { onlyZone } from '@/domain/time-zones';
import { createLog } from '@/server/config/log';
import { completeLedger } from '@/server/modules/ledger/ledger.usecases';
import { DATABASE } from '../upgrade/release';

const folder = mkdtempSync(join(tmpdir(), 'dockside-upgrade-ledger-'));
const url = `file:${join(folder, 'kept.db')}`;
const NOW = Date.parse('2026-08-01T12:00:00Z');

let db: Db;
let call: Parameters<typeof completeLedger>[0];
beforeAll(async () => {
  const kept = createClient({ url });
  await kept.executeMultiple(await Bun.file(DATABASE).text());
  // A later release has a ledger, so this one starts by removing it.
  const { rows } = await kept.execute("select 1 from sqlite_master where name = 'ledger'");
  if (rows.length > 0) await kept.executeMultiple('drop trigger ledger_gone; delete from ledger');
  kept.close();
  db = await createDb({ url });
  await migrateDb(db);
  const settings = { zones: onlyZone('America/New_York') };
  call = { deps: { db, settings, clock: { now: () => NOW }, log: createLog('silent') } };
  await completeLedger(call);
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The queries that must agree: a total of the books, and the sum of the ledger entries of these
 * kinds, in cents.
 */
const SUMS: Record<string, { books: string; kinds: string; what?: string }> = {
  'by card': {
    books:
      "select sum(coalesce(received_cents, amount_cents)) from charges where state = 'succeeded'",
    kinds: "'charge', 'correction_charge'",
  },
  'in cash': {
    books: "select sum(coalesce(received_cents, amount_cents)) from charges where state = 'cash'",
    kinds: "'cash'",
  },
  'given back': {
    books: "select -sum(amount_cents) from refunds where state in ('pending', 'succeeded')",
    kinds: "'refund', 'refund_failed', 'cash_back'",
  },
  'taken by banks': {
    books: 'select -sum(withdrawn_cents) from disputes',
    kinds: "'dispute_withdrawn', 'dispute_returned'",
  },
  'lost in disputes': {
    books: 'select -sum(lost_cents) from disputes',
    kinds: "'dispute_lost', 'dispute_regained'",
  },
  'fees of disputes': {
    books: 'select sum(fee_cents) from disputes',
    kinds: "'dispute_fee'",
    what: 'fee_cents',
  },
};

const number = async (sql: string) => Number((await db.client.execute(sql)).rows[0]?.[0] ?? 0);

async function expectAgreed() {
  for (const [name, { books, kinds, what = 'gross_cents' }] of Object.entries(SUMS)) {
    const said = await number(books);
    expect(said).not.toBe(0);
    const booked = await number(`select sum(${what}) from ledger where kind in (${kinds})`);
    expect({ [name]: booked }).toEqual({ [name]: said });
  }
}

test('the upgraded ledger has every cent of the last release once', async () => {
  await expectAgreed();
  const entries = await number('select count(*) from ledger');
  await completeLedger(call);
  await completeLedger(call, { since: 0 });
  expect(await number('select count(*) from ledger')).toBe(entries);
});

test('the upgraded ledger gets the entries of money written without it', async () => {
  await db.client.batch([
    `update charges set state = 'succeeded', settled_at = ${NOW}, updated_at = ${NOW} where state = 'declined'`,
    `update charges set state = 'cash', settled_at = ${NOW}, updated_at = ${NOW} where state = 'unknown'`,
    `update refunds set state = 'failed', updated_at = ${NOW} where state = 'pending'`,
    `update disputes set withdrawn_cents = withdrawn_cents + 500, asked_at = ${NOW} where status = 'under_review'`,
  ]);
  const added = await completeLedger(call);
  expect(added.map(({ kind }) => kind).sort()).toEqual([
    'cash',
    'charge',
    'dispute_withdrawn',
    'refund_failed',
  ]);
  expect(added.map(({ movedOn }) => movedOn)).toEqual(Array(4).fill('2026-08-01'));
  await expectAgreed();
});
