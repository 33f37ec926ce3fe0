/** Boats and docks share these rules: each has one owner, and each owner has one default. */
import { and, asc, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteInsertValue, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow, unchanged } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, type boats, type docks } from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';

type Belongings = typeof boats | typeof docks;

/** Sorts a list with the default first, then by age. */
export const listOrder = ({ isDefault, createdAt, id }: Belongings) => [
  desc(isDefault),
  asc(createdAt),
  asc(id),
];

/** Matches the row with this ID, but only if it belongs to the owner. */
export const isOf = (table: Belongings, userId: string | SQL, id: string | SQL) =>
  and(eq(table.id, id), eq(table.userId, userId));

/** Inserts a row. Returns none if its owner already has `most`. */
export function insertUpTo<T extends Belongings>(
  orm: Queryable,
  table: T,
  row: SQLiteInsertValue<T> & { userId: string },
  most: number,
) {
  const hasFewer = sql`(select count(*) from ${table} where ${table.userId} = ${row.userId}) < ${most}`;
  return insertRow(orm, table, row, { onlyIf: hasFewer }).returning();
}

/** Changes a row if every column of `read` is unchanged. Returns the row after the change. */
export function changeUnchangedOf<T extends Belongings>(
  orm: Queryable,
  table: T,
  read: { id: string; userId: string } & Partial<T['$inferSelect']>,
  changes: SQLiteUpdateSetSource<T>,
) {
  return orm
    .update(table)
    .set(changes)
    .where(and(eq(table.id, read.id), unchanged(table, read)))
    .returning();
}

/** Matches the appointments that aren't closed. */
export const IS_OPEN = notInArray(appointments.status, [...CLOSED_STATUSES]);

/** Copies the facts of a boat or dock to its open appointments. */
export function copyingFacts(
  isFor: Guard,
  userId: string,
  told: Partial<AppointmentRow>,
): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(appointments)
      .set(told)
      .where(and(eq(appointments.userId, userId), isFor, IS_OPEN, onlyIf));
}

/**
 * Makes this row the only default, for a guarded batch. Returns no row if it's already the default
 * or doesn't belong to the owner.
 */
export function setOnlyDefault(orm: Queryable, table: Belongings, userId: string, id: string) {
  const isTheirs = sql`exists (select 1 from ${table} where ${table.id} = ${id} and ${table.userId} = ${userId} and not ${table.isDefault})`;
  return orm
    .update(table)
    .set({ isDefault: sql`${table.id} = ${id}` })
    .where(and(eq(table.userId, userId), isTheirs))
    .returning();
}

/** Deletes a row. Returns none if it doesn't belong to the owner. */
export function deleteOf<T extends Belongings>(
  orm: Queryable,
  table: T,
  userId: string,
  id: string,
) {
  return orm
    .delete(table)
    .where(isOf(table, userId, id))
    .returning();
}

/** Makes the oldest row the default if there is none. */
export function fillingDefault(table: Belongings, userId: string): ConditionalWrite {
  const first = sql`(select ${table.id} from ${table} where ${table.userId} = ${userId} order by ${table.isDefault} desc, ${table.createdAt}, ${table.id} limit 1)`;
  return (orm, onlyIf) =>
    orm
      .update(table)
      .set({ isDefault: true })
      .where(and(eq(table.id, first), eq(table.isDefault, false), onlyIf));
}
