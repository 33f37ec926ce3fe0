import { placeholder, sql } from 'drizzle-orm';
import { changes } from './schema';

/**
 * The first table of a query for `Db.whenChanged`, to be cross-joined with the others: one row, and none
 * where the version is known. In WHERE the same condition read 302 rows instead of 2.
 */
export const CHANGED = sql`(select 1 where (select coalesce(max(${changes.seq}), 0) from ${changes}) is not ${placeholder('known')}) as newer`;
