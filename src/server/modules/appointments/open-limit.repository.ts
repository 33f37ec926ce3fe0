import { type Placeholder, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { appointments } from '@/db/schema';
import type { HeldBy } from '@/domain/appointment/hold-limits';
import type { CalendarDate } from '@/domain/dates';

/** From when on open deliveries count: those of today and later, at an instant (ms). */
export type OpenAt = { today: CalendarDate; now: number };

type At = { today: CalendarDate | Placeholder; now: number | Placeholder };

/** How many deliveries count: still to come, and booked by a customer. Staff leave no mark of a phone. */
const countOf = (theirs: SQL, { today, now }: At, status: SQL = sql`${appointments.status}`) =>
  sql<number>`(select count(*) from ${appointments} where ${theirs} and ${appointments.date} >= ${today} and ${status} = 'pending' and ${appointments.heldByPhone} is not null and (${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now}))`;

/**
 * The same of an account. The plus keeps SQLite from the index of all pending deliveries: that of the
 * account's own is shorter.
 */
const countOfAccount = (userId: string | null | Placeholder, at: At) =>
  countOf(sql`${appointments.userId} = ${userId}`, at, sql`+${appointments.status}`);

/**
 * A guard for a compiled statement: one more delivery is within the limit; a limit of null is none.
 * `openLimitValues` fills it in.
 */
export function isWithinOpenLimit(): SQL {
  const at = { today: placeholder('today'), now: placeholder('now') };
  const most = placeholder('open_most');
  const ofPhone = countOf(sql`${appointments.heldByPhone} = ${placeholder('by_phone')}`, at);
  const ofAccount = countOfAccount(placeholder('by_account'), at);
  const isTooMany = sql`${ofAccount} >= ${most} or ${ofPhone} >= ${most}`;
  return sql`not coalesce(${isTooMany}, 0)`;
}

/** The values of that guard's placeholders but `now`. */
export const openLimitValues = (by: HeldBy, most: number | null, today: CalendarDate) => ({
  by_account: by.account,
  by_phone: by.phone,
  open_most: most,
  today,
});

/** One row without a table, for the values of a query. */
const ONE_ROW = sql`(select 1)`;

/** How many open deliveries an account and a phone number have. */
export const selectOpen = (orm: Queryable, by: HeldBy, at: OpenAt) =>
  orm
    .select({
      ofAccount: countOfAccount(by.account, at),
      ofPhone: countOf(sql`${appointments.heldByPhone} = ${by.phone}`, at),
    })
    .from(ONE_ROW);

/** How many other open deliveries a card is on. */
const onCard = ({ id, fingerprint }: { id: string; fingerprint: string }, at: OpenAt) =>
  countOf(
    sql`${appointments.cardFingerprint} = ${fingerprint} and ${appointments.id} <> ${id}`,
    at,
  );

/** A guard: the card is on fewer other open deliveries than the limit. */
export const isWithinCardLimit = (
  card: Parameters<typeof onCard>[0],
  most: number,
  at: OpenAt,
): Guard => sql`${onCard(card, at)} < ${most}`;

/** The number of those, for one read. */
export const selectOnCard = (orm: Queryable, card: Parameters<typeof onCard>[0], at: OpenAt) =>
  orm.select({ count: onCard(card, at) }).from(ONE_ROW);
