import { type Placeholder, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { appointments } from '@/db/schema';
import type { HeldBy } from '@/domain/appointment/hold-limits';
import type { CalendarDate } from '@/domain/dates';

/** The date (`today`) and the instant (`now`, ms) from which open deliveries count. */
export type OpenAt = { today: CalendarDate; now: number };

type At = { today: CalendarDate | Placeholder; now: number | Placeholder };

/**
 * Counts upcoming deliveries that a customer booked. Bookings by staff have no phone fingerprint,
 * so they don't count.
 */
const countOf = (theirs: SQL, { today, now }: At, status: SQL = sql`${appointments.status}`) =>
  sql<number>`(select count(*) from ${appointments} where ${theirs} and ${appointments.date} >= ${today} and ${status} = 'pending' and ${appointments.heldByPhone} is not null and (${appointments.holdExpiresAt} is null or ${appointments.holdExpiresAt} > ${now}))`;

/**
 * Counts an account's open deliveries. The plus sign keeps SQLite from using the index of all
 * pending deliveries, because the index of the account's own deliveries is smaller.
 */
const countOfAccount = (userId: string | null | Placeholder, at: At) =>
  countOf(sql`${appointments.userId} = ${userId}`, at, sql`+${appointments.status}`);

/**
 * Guards a compiled statement: one more delivery must be within the limit. A null limit isn't
 * checked. `openLimitValues` returns the values of the placeholders.
 */
export function isWithinOpenLimit(): SQL {
  const at = { today: placeholder('today'), now: placeholder('now') };
  const most = placeholder('open_most');
  const ofPhone = countOf(sql`${appointments.heldByPhone} = ${placeholder('by_phone')}`, at);
  const ofAccount = countOfAccount(placeholder('by_account'), at);
  const isTooMany = sql`${ofAccount} >= ${most} or ${ofPhone} >= ${most}`;
  return sql`not coalesce(${isTooMany}, 0)`;
}

/** Returns values for all placeholders of `isWithinOpenLimit` except `now`. */
export const openLimitValues = (by: HeldBy, most: number | null, today: CalendarDate) => ({
  by_account: by.account,
  by_phone: by.phone,
  open_most: most,
  today,
});

/** A single row that's not from any table, for queries that only calculate values. */
const ONE_ROW = sql`(select 1)`;

/** Counts the open deliveries of an account and of a phone number. */
export const selectOpen = (orm: Queryable, by: HeldBy, at: OpenAt) =>
  orm
    .select({
      ofAccount: countOfAccount(by.account, at),
      ofPhone: countOf(sql`${appointments.heldByPhone} = ${by.phone}`, at),
    })
    .from(ONE_ROW);

/** Counts the other open deliveries with the same card. */
const onCard = ({ id, fingerprint }: { id: string; fingerprint: string }, at: OpenAt) =>
  countOf(
    sql`${appointments.cardFingerprint} = ${fingerprint} and ${appointments.id} <> ${id}`,
    at,
  );

/** Guards that the card is on fewer than `most` other open deliveries. */
export const isWithinCardLimit = (
  card: Parameters<typeof onCard>[0],
  most: number,
  at: OpenAt,
): Guard => sql`${onCard(card, at)} < ${most}`;

/** Selects the number of other open deliveries with the same card. */
export const selectOnCard = (orm: Queryable, card: Parameters<typeof onCard>[0], at: OpenAt) =>
  orm.select({ count: onCard(card, at) }).from(ONE_ROW);
