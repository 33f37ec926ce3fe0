import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, docks, users } from '@/db/schema';
import type { Position } from '@/domain/route/distance';
import {
  changeUnchangedOf,
  copyingFacts,
  deleteOf,
  fillingDefault,
  insertUpTo,
  isOf,
  listOrder,
  setOnlyDefault,
} from './belongings.repository';

export type DockRow = typeof docks.$inferSelect;

/** Selects a customer's docks, the default first, then by age. */
export function selectDocks(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(docks)
    .where(eq(docks.userId, userId))
    .orderBy(...listOrder(docks));
}

/** Selects a dock if it belongs to the customer. */
export function selectDock(orm: Queryable, userId: string | SQL, id: string | SQL) {
  return orm
    .select()
    .from(docks)
    .where(isOf(docks, userId, id));
}

/** Inserts a dock. Returns no row if its owner already has `most`. */
export const insertDockBelow = (orm: Queryable, row: typeof docks.$inferInsert, most: number) =>
  insertUpTo(orm, docks, row, most);

/** Changes a dock that's unchanged since it was read. Returns the row after the change. */
export const changeDock = (orm: Queryable, read: DockRow, changes: Partial<DockRow>) =>
  changeUnchangedOf(orm, docks, read, changes);

/** Deletes a dock. Returns no row if the customer doesn't have it. */
export const deleteDock = (orm: Queryable, userId: string, id: string) =>
  deleteOf(orm, docks, userId, id);

/**
 * Makes a dock the only default. Returns no row if the customer doesn't have it, or it's already
 * the default.
 */
export const setOnlyDefaultDock = (orm: Queryable, userId: string, id: string) =>
  setOnlyDefault(orm, docks, userId, id);

/** Makes the oldest dock the default if there is none. */
export const fillingDefaultDock = (userId: string) => fillingDefault(docks, userId);

/** Copies a dock's facts to its open appointments. */
export const copyingDockFacts = (
  { id, userId }: Pick<DockRow, 'id' | 'userId'>,
  told: Pick<AppointmentRow, 'dock' | 'metresAway' | 'beyondServiceArea' | 'updatedAt'>,
) => copyingFacts(eq(appointments.dockId, id), userId, told);

/**
 * Detaches a dock that moved from open appointments at its old address. They keep the facts of that
 * location, such as its gate code.
 */
export const leavingDock = (
  { id, userId, label }: Pick<DockRow, 'id' | 'userId' | 'label'>,
  updatedAt: number,
) =>
  copyingFacts(
    sql`(${appointments.dockId} = ${id} and ${appointments.location} <> ${label})`,
    userId,
    {
      dockId: null,
      updatedAt,
    },
  );

/**
 * Changes the spelling of a profile's address, unless the address has changed since it was read.
 */
export const respellingAddress =
  (
    userId: string,
    { from, to, updatedAt }: { from: string; to: string; updatedAt: number },
  ): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(users)
      .set({ address: to, updatedAt })
      .where(and(eq(users.id, userId), eq(users.address, from), onlyIf));

/** Saves a dock's position from a delivery there, unless its customer set one. */
export function learningPosition(id: string, position: Position): ConditionalWrite {
  const isOpen = or(isNull(docks.positionSource), eq(docks.positionSource, 'learned'));
  return (orm, onlyIf) =>
    orm
      .update(docks)
      .set({ ...position, positionSource: 'learned' })
      .where(and(eq(docks.id, id), isOpen, onlyIf));
}
