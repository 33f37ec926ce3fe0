import { and, eq, gt, type Placeholder, placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Queryable } from '@/db/client';
import { appointments } from '@/db/schema';
import {
  begunSince,
  byHolder,
  type HeldBy,
  HOLDERS,
  type Holder,
  type HoldLimits,
} from '@/domain/appointment/hold-limits';

/** The column for each kind of holder. */
export const HOLDER_COLUMNS = {
  account: appointments.userId,
  browser: appointments.heldByBrowser,
  phone: appointments.heldByPhone,
  address: appointments.heldByAddress,
  key: appointments.heldByKey,
} as const satisfies Record<Holder, SQLiteColumn>;

const isOpen = (now: number | Placeholder) =>
  sql`${appointments.status} <> 'cancelled' and ${appointments.holdExpiresAt} > ${now}`;

/**
 * Guards a compiled statement: one more hold must be within every limit. It reads each open or
 * recent hold once. A null limit isn't checked. `holdLimitValues` returns the values of the
 * placeholders.
 */
export function isWithinHoldLimits(): SQL {
  const since = placeholder('begunSince');
  const counts = HOLDERS.flatMap((holder) => [
    sql`count(*) filter (where is_open and ${HOLDER_COLUMNS[holder]} = ${placeholder(`by_${holder}`)}) >= ${placeholder(`open_${holder}`)}`,
    sql`count(*) filter (where is_begun and ${HOLDER_COLUMNS[holder]} = ${placeholder(`by_${holder}`)}) >= ${placeholder(`begun_${holder}`)}`,
  ]);
  const all = sql`count(*) filter (where is_open) >= ${placeholder('open_all')}`;
  const columns = sql.join(
    HOLDERS.map((holder) => sql.identifier(HOLDER_COLUMNS[holder].name)),
    sql`, `,
  );
  return sql`not coalesce((select ${sql.join([all, ...counts], sql` or `)} from (select ${columns}, ${isOpen(placeholder('now'))} as is_open, ${appointments.createdAt} > ${since} as is_begun from ${appointments} where ${appointments.holdExpiresAt} > ${since} and ${appointments.holdKind} = 'visitor') as ${appointments}), 0)`;
}

/** Returns values for all placeholders of `isWithinHoldLimits` except `now`. */
export function holdLimitValues(by: HeldBy, limits: HoldLimits, now: number) {
  const entries = HOLDERS.flatMap((holder) => [
    [`by_${holder}`, by[holder]],
    [`open_${holder}`, limits.open[holder]],
    [`begun_${holder}`, limits.begun[holder]],
  ]);
  return { ...Object.fromEntries(entries), open_all: limits.all, begunSince: begunSince(now) };
}

/** Returns every open or recent hold, of all people, as the limits count them. */
export async function countedHolds(orm: Queryable, now: number) {
  const rows = await orm
    .select({
      ...HOLDER_COLUMNS,
      status: appointments.status,
      begunAt: appointments.createdAt,
      expiresAt: appointments.holdExpiresAt,
    })
    .from(appointments)
    .where(
      and(gt(appointments.holdExpiresAt, begunSince(now)), eq(appointments.holdKind, 'visitor')),
    );
  return rows.map(({ status, begunAt, expiresAt, ...row }) => ({
    by: byHolder((holder) => row[holder]),
    isCancelled: status === 'cancelled',
    begunAt,
    expiresAt: expiresAt ?? 0,
  }));
}
