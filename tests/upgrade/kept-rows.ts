/** Rows of every kind that the schema allows, invented but always the same. */
import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, type SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '@/db/schema';
import { APPOINTMENT_STATUSES } from '@/domain/appointment/status';
import { CHARGE_STATES, type ChargeState } from '@/domain/payment/charge';
import { choicesOf } from './enum-values';

type Row = Record<string, unknown>;
/** A table, and its rows by field name. */
export type KeptTable = { table: SQLiteTable; rows: Row[] };

const TABLES = Object.entries(schema as Record<string, unknown>).flatMap(([name, table]) =>
  is(table, SQLiteTable) ? [{ name, table }] : [],
);

const STATUSES = APPOINTMENT_STATUSES.length;
const TOTAL_CENTS = 6_500;
const REFUND_CENTS = 500;
const FEE_CENTS = 219;
/** In addition to one appointment for each status, one completed appointment for each charge. */
const LEAST: Record<string, number> = { appointments: STATUSES + CHARGE_STATES.length };

const isPaidIn = (state?: ChargeState) => state === 'succeeded' || state === 'cash';

/**
 * Values that a column alone can't determine: matching amounts, and time slots with one appointment
 * each.
 */
const AGREEING: Record<string, (index: number) => Row> = {
  appointments(index) {
    const state = CHARGE_STATES[index - STATUSES];
    const isPaid = isPaidIn(state);
    return {
      ...(state ? { status: 'completed' } : {}),
      date: `2026-07-${String(index + 1).padStart(2, '0')}`,
      fuelTotalCents: 4_000,
      iceTotalCents: 0,
      deliveryFeeCents: 2_500,
      totalPriceCents: TOTAL_CENTS,
      totalPaidCents: isPaid ? TOTAL_CENTS : 0,
      refundedCents: state === 'succeeded' ? REFUND_CENTS : 0,
      remainingBalanceCents: state && !isPaid && state !== 'held' ? TOTAL_CENTS : 0,
      balancePaid: isPaid,
    };
  },
  availabilitySlots: () => ({ maxBookings: 1 }),
  bookingSettings: () => ({ defaultCapacity: 1 }),
  charges: (index) => ({
    appointmentId: `appointments-${STATUSES + index}`,
    amountCents: TOTAL_CENTS,
    receivedCents: isPaidIn(CHARGE_STATES[index]) ? TOTAL_CENTS : null,
    refundedCents: CHARGE_STATES[index] === 'succeeded' ? REFUND_CENTS : 0,
    feeCents: CHARGE_STATES[index] === 'succeeded' ? FEE_CENTS : null,
  }),
  // The other tables have the facts themselves.
  ledger: () => ({ grossCents: 0, feeCents: 0 }),
  refunds: () => ({
    chargeId: `charges-${CHARGE_STATES.indexOf('succeeded')}`,
    amountCents: REFUND_CENTS,
  }),
};

/** Every table of the schema, parents before their children. */
export function keptTables(): KeptTable[] {
  const kept = new Map<SQLiteTable, Row[]>();
  for (let left = TABLES; left.length > 0; left = left.filter(({ table }) => !kept.has(table))) {
    const next = left.filter(({ table }) => parentsOf(table).every((parent) => kept.has(parent)));
    if (next.length === 0) throw new Error('tables refer to each other in a circle');
    for (const { name, table } of next) kept.set(table, rowsOf(name, table, kept));
  }
  return [...kept].map(([table, rows]) => ({ table, rows }));
}

function rowsOf(name: string, table: SQLiteTable, kept: ReadonlyMap<SQLiteTable, Row[]>): Row[] {
  const columns = Object.entries(getTableColumns(table)).map(([field, column]) => ({
    field,
    column,
    choices: choicesOf(name, field),
  }));
  const longest = Math.max(...columns.map(({ choices }) => choices?.length ?? 0));
  return Array.from({ length: Math.max(2, longest, LEAST[name] ?? 0) }, (_, index) => {
    const row = columns.map(({ field, column, choices }) => {
      // In the last row, everything optional is missing.
      if (index > 0 && index >= longest - 1 && !column.notNull && !choices) return [field, null];
      if (choices) return [field, choices[index % choices.length]];
      return [field, referenceOf(table, column, index, kept) ?? madeUp(name, column, index)];
    });
    return { ...Object.fromEntries(row), ...AGREEING[name]?.(index) };
  });
}

function madeUp(name: string, column: SQLiteColumn, index: number): unknown {
  if (column.dataType === 'boolean') return index % 2 === 0;
  if (column.dataType === 'number') return index + 1;
  if (column.dataType === 'json') return [`value ${index}`];
  return column.primary ? `${name}-${index}` : `${column.name} ${index}`;
}

/** The key of a row in the table that a column refers to. Null if it doesn't refer to one. */
function referenceOf(
  table: SQLiteTable,
  column: SQLiteColumn,
  index: number,
  kept: ReadonlyMap<SQLiteTable, Row[]>,
): unknown {
  const key = referencesOf(table).find(({ columns }) => columns.some((one) => one === column));
  const rows = key && kept.get(key.foreignTable);
  return rows?.[index % rows.length]?.id ?? null;
}

const referencesOf = (table: SQLiteTable) =>
  getTableConfig(table).foreignKeys.map((key) => key.reference());
const parentsOf = (table: SQLiteTable) =>
  referencesOf(table)
    .map(({ foreignTable }) => foreignTable as SQLiteTable)
    .filter((parent) => parent !== table);
