import { desc, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import { accountEntries } from '@/db/schema';

export type AccountEntryRow = typeof accountEntries.$inferSelect;

/** Selects the newest change of the accounts, or no row before the first. */
export function selectAccounts(orm: Queryable) {
  return orm.select().from(accountEntries).orderBy(desc(accountEntries.id)).limit(1);
}

/** Guards that this entry is still the newest. 0 means that there is none. */
function isNewestEntry(id: number): Guard {
  return sql`coalesce((select max(${accountEntries.id}) from ${accountEntries}), 0) = ${id}`;
}

/** Adds an entry. Returns no row if another one was added since the accounts were read. */
export function insertAccountsAfter(
  orm: Queryable,
  newestId: number,
  row: Omit<typeof accountEntries.$inferInsert, 'id'>,
) {
  return insertRow(orm, accountEntries, row, { onlyIf: isNewestEntry(newestId) }).returning();
}
