/**
 * Migration 0010 makes of one charge for an appointment several, and of a debt that was paid in part a
 * paid charge and an open one. The books of before it keep every cent.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { createDb, type Db } from '@/db/client';
import { migrateDb } from '@/db/migrate';
import type { ChargeState } from '@/domain/payment/charge';
import { INVARIANTS, migratedTo } from '../upgrade/release';

const folder = mkdtempSync(join(tmpdir(), 'dockside-upgrade-charges-'));
const url = `file:${join(folder, 'kept.db')}`;
const TOTAL = 6_500;

/** A completed delivery with its only charge, as the program of before the migration left them. */
type Old = { state: ChargeState; paid?: number; open?: number; refunded?: number; total?: number };

const BOOKS: Record<string, Old> = {
  paid: { state: 'succeeded', paid: TOTAL },
  'paid in cash': { state: 'cash', paid: TOTAL },
  'paid in part': { state: 'succeeded', paid: 4_000, open: 2_500 },
  'paid in part, and a part of it refunded': {
    ...{ state: 'succeeded', paid: 4_000, open: 2_500, refunded: 1_000 },
  },
  'paid but for a cent': { state: 'succeeded', paid: TOTAL - 1, open: 1 },
  'paid and refunded': { state: 'succeeded', paid: TOTAL, refunded: TOTAL },
  free: { state: 'succeeded', paid: 0, total: 0 },
  declined: { state: 'declined', open: TOTAL },
  'asked for by the bank': { state: 'requires_action', open: TOTAL },
  due: { state: 'due', open: TOTAL },
  unknown: { state: 'unknown', open: TOTAL },
  processing: { state: 'processing', open: TOTAL },
  held: { state: 'held' },
};

/** What it is afterwards: state, amount and what came in, a charge each. */
const CHARGES: Partial<Record<string, [ChargeState, number, number | null][]>> = {
  paid: [['succeeded', TOTAL, TOTAL]],
  'paid in cash': [['cash', TOTAL, TOTAL]],
  'paid in part': [
    ['succeeded', 4_000, 4_000],
    ['declined', 2_500, null],
  ],
  'paid in part, and a part of it refunded': [
    ['succeeded', 4_000, 4_000],
    ['declined', 2_500, null],
  ],
  'paid but for a cent': [
    ['succeeded', TOTAL - 1, TOTAL - 1],
    ['declined', 1, null],
  ],
  'paid and refunded': [['succeeded', TOTAL, TOTAL]],
  free: [['succeeded', 0, 0]],
};

const insert = (table: string, row: Record<string, string | number | null>) => ({
  sql: `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row)
    .map(() => '?')
    .join(', ')})`,
  args: Object.values(row),
});

function rowsOf(id: string, index: number, old: Old) {
  const { state, paid = 0, open = 0, refunded = 0, total = TOTAL } = old;
  const times = { created_at: 1_000, updated_at: 2_000 };
  const lines = JSON.stringify({ fuel: total, ice: 0, delivery: 0 });
  const isPaid = paid > 0 || total === 0;
  return [
    insert('appointments', {
      ...{ id, public_code: `D-${index}`, date: `2026-07-${10 + index}`, slot_index: 0 },
      ...{ status: 'completed', location: 'Pier 4', fuel_type: 'Regular', unit_price_cents: 410 },
      ...{ fuel_total_cents: total, total_price_cents: total },
      ...{ total_paid_cents: paid, refunded_cents: refunded, remaining_balance_cents: open },
      ...{ balance_paid: isPaid && open === 0 ? 1 : 0, ...times },
    }),
    insert('charges', {
      ...{ id, appointment_id: id, amount_cents: total, lines, state, refunded_cents: refunded },
      ...{ payment_intent_id: state === 'cash' ? null : `pi_${index}`, ...times },
    }),
    ...(refunded > 0
      ? [
          insert('refunds', {
            ...{ id: `re-${index}`, charge_id: id, amount_cents: refunded, state: 'succeeded' },
            ...times,
          }),
        ]
      : []),
  ];
}

let db: Db;
let client: Client;
let sumsBefore: unknown;
const SUMS =
  'select sum(total_paid_cents), sum(refunded_cents), sum(remaining_balance_cents), sum(total_price_cents) from appointments';
beforeAll(async () => {
  client = createClient({ url });
  await migratedTo(client, '0009_custom_price_gallons');
  const rows = Object.entries(BOOKS).flatMap(([id, old], index) => rowsOf(id, index, old));
  await client.batch(rows, 'write');
  sumsBefore = (await client.execute(SUMS)).rows;
  db = await createDb({ url });
  await migrateDb(db);
});
afterAll(async () => {
  await db.close();
  client.close();
  rmSync(folder, { recursive: true, force: true });
});

const MONEY: Record<string, string> = {
  ...INVARIANTS,
  'what came in for all charges is what was paid': `
    select a.id from appointments a join charges c on c.appointment_id = a.id
    group by a.id having a.total_paid_cents <> sum(coalesce(c.received_cents, 0))`,
  'what is still to be paid is the one charge that can be paid': `
    select a.id from appointments a left join charges c
      on c.appointment_id = a.id and c.state not in ('succeeded', 'cash', 'held')
    group by a.id having a.remaining_balance_cents <> coalesce(sum(c.amount_cents), 0)`,
  'all charges together claim the total': `
    select a.id from appointments a join charges c on c.appointment_id = a.id
    group by a.id having a.total_price_cents <> sum(c.amount_cents)`,
  'no charge gave back more than came in': `
    select id from charges where refunded_cents > coalesce(received_cents, amount_cents)`,
  'nothing is called paid while a charge is open': `
    select a.id from appointments a join charges c on c.appointment_id = a.id
    where a.balance_paid = 1 and c.state not in ('succeeded', 'cash')`,
};

describe('after the migration', () => {
  test.each(Object.entries(MONEY))('%s', async (_name, query) => {
    expect((await client.execute(query)).rows).toEqual([]);
  });

  test('no sum of the appointments changed', async () => {
    expect((await client.execute(SUMS)).rows).toEqual(sumsBefore as never);
  });

  test.each(Object.entries(BOOKS))('a delivery that was %s has its charges', async (id, old) => {
    const { rows } = await client.execute({
      sql: 'select sequence, kind, state, amount_cents, received_cents, payment_intent_id from charges where appointment_id = ? order by sequence',
      args: [id],
    });
    const untouched = [[old.state, TOTAL, null]];
    expect(rows.map((row) => [row.state, row.amount_cents, row.received_cents])).toEqual(
      CHARGES[id] ?? untouched,
    );
    expect(rows.map(({ sequence, kind }) => [sequence, kind])).toEqual(
      rows.map((_, index) => [index + 1, 'delivery']),
    );
    // The payment at Stripe stays with the charge that it was for.
    expect(rows.slice(1).map((row) => row.payment_intent_id)).toEqual(
      rows.slice(1).map(() => null),
    );
  });

  test('a start after it changes nothing more', async () => {
    const all = async () => (await client.execute('select * from charges order by id')).rows;
    const before = await all();
    await migrateDb(db);
    expect(await all()).toEqual(before);
  });
});
