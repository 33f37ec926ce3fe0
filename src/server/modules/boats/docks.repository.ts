import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite } from '@/db/guarded-batch';
import { type AppointmentRow, appointments, docks, users } from '@/db/schema';
import type { Position } from '@/domain/route/distance';
import {
  changeUnchangedOf,
  deleteOf,
  fillingDefault,
  insertBelow,
  isOf,
  listOrder,
  setOnlyDefault,
  telling,
} from './belongings.repository';

export type DockRow = typeof docks.$inferSelect;

/** A customer's docks: the default one first, then by age. */
export function selectDocks(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(docks)
    .where(eq(docks.userId, userId))
    .orderBy(...listOrder(docks));
}

/** One dock of a customer; no row for any other. */
export function selectDock(orm: Queryable, userId: string | SQL, id: string | SQL) {
  return orm
    .select()
    .from(docks)
    .where(isOf(docks, userId, id));
}

/** Inserts a dock; no row where its owner has `most` already. */
export const insertDockBelow = (orm: Queryable, row: typeof docks.$inferInsert, most: number) =>
  insertBelow(orm, docks, row, most);

/** Changes a dock that stands as it was read; the row as it is afterwards. */
export const changeDock = (orm: Queryable, read: DockRow, changes: Partial<DockRow>) =>
  changeUnchangedOf(orm, docks, read, changes);

/** Removes a dock; no row where the customer has no such dock. */
export const deleteDock = (orm: Queryable, userId: string, id: string) =>
  deleteOf(orm, docks, userId, id);

/** Makes one dock the only default one; no row where the customer has no such dock. */
export const setOnlyDefaultDock = (orm: Queryable, userId: string, id: string) =>
  setOnlyDefault(orm, docks, userId, id);

/** Makes the oldest dock the default one, where none is. */
export const fillingDefaultDock = (userId: string) => fillingDefault(docks, userId);

/** Gives the facts of a dock to the appointments there that are not closed. */
export const tellingDock = (
  { id, userId }: Pick<DockRow, 'id' | 'userId'>,
  told: Pick<AppointmentRow, 'dock' | 'metresAway' | 'beyondServiceArea' | 'updatedAt'>,
) => telling(eq(appointments.dockId, id), userId, told);

/**
 * Lets go of a dock that moved in the appointments of other addresses that are not closed. They keep what
 * they know of their own place: its gate still opens with the code of before.
 */
export const leavingDock = (
  { id, userId, label }: Pick<DockRow, 'id' | 'userId' | 'label'>,
  updatedAt: number,
) =>
  telling(sql`(${appointments.dockId} = ${id} and ${appointments.location} <> ${label})`, userId, {
    dockId: null,
    updatedAt,
  });

/** Spells the address of a profile another way, unless it is another address by now. */
export const spellingAddress =
  (
    userId: string,
    { from, to, updatedAt }: { from: string; to: string; updatedAt: number },
  ): ConditionalWrite =>
  (orm, onlyIf) =>
    orm
      .update(users)
      .set({ address: to, updatedAt })
      .where(and(eq(users.id, userId), eq(users.address, from), onlyIf));

/** Learns where a dock is from a delivery there, unless its customer gave the position. */
export function learningPosition(id: string, position: Position): ConditionalWrite {
  const isOpen = or(isNull(docks.positionSource), eq(docks.positionSource, 'learned'));
  return (orm, onlyIf) =>
    orm
      .update(docks)
      .set({ ...position, positionSource: 'learned' })
      .where(and(eq(docks.id, id), isOpen, onlyIf));
}
