/** What boats and docks have in common: each has one owner, and one of an owner's is the default. */
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite, Guard } from '@/db/guarded-batch';
import type { boats, docks } from '@/db/schema';

type Belongings = typeof boats | typeof docks;

/** The order of a list: the default one first, then by age. */
export const listOrder = ({ isDefault, createdAt, id }: Belongings) => [
  desc(isDefault),
  asc(createdAt),
  asc(id),
];

/** A guard: the owner has fewer than so many. */
export function hasFewer(table: Belongings, userId: string, most: number): Guard {
  return sql`(select count(*) from ${table} where ${table.userId} = ${userId}) < ${most}`;
}

/** Makes one the only default, for a guarded batch; no row where the owner has none of that id. */
export function setOnlyDefault(orm: Queryable, table: Belongings, userId: string, id: string) {
  const isTheirs = sql`exists (select 1 from ${table} where ${table.id} = ${id} and ${table.userId} = ${userId})`;
  return orm
    .update(table)
    .set({ isDefault: sql`${table.id} = ${id}` })
    .where(and(eq(table.userId, userId), isTheirs))
    .returning();
}

/** Removes one; no row where the owner has none of that id. */
export function deleteOf<T extends Belongings>(
  orm: Queryable,
  table: T,
  userId: string,
  id: string,
) {
  return orm
    .delete(table)
    .where(and(eq(table.id, id), eq(table.userId, userId)))
    .returning();
}

/** Makes the oldest the default, where none is. */
export function fillingDefault(table: Belongings, userId: string): ConditionalWrite {
  const first = sql`(select ${table.id} from ${table} where ${table.userId} = ${userId} order by ${table.isDefault} desc, ${table.createdAt}, ${table.id} limit 1)`;
  return (orm, onlyIf) =>
    orm
      .update(table)
      .set({ isDefault: true })
      .where(and(eq(table.id, first), eq(table.isDefault, false), onlyIf));
}
