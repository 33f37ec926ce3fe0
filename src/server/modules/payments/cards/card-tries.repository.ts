import { and, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow } from '@/db/guarded-batch';
import { appointments, cardTries } from '@/db/schema';
import {
  ALL_TRIES_COUNT_MS,
  type CardTry,
  OWN_TRIES_COUNT_MS,
  type TriedBy,
} from '@/domain/payment/card-tries';

type NewTry = typeof cardTries.$inferInsert;

/** Whose tries count for a card, at an instant (ms); account and phone as values, or as queries of one. */
export type CountedFor = {
  appointment: string;
  account: string | SQL | null;
  phone: string | SQL | null;
  now: number;
};

function counts({ appointment, account, phone, now }: CountedFor): Guard {
  const isRecent = gt(cardTries.at, now - OWN_TRIES_COUNT_MS);
  return sql`(${or(
    gt(cardTries.at, now - ALL_TRIES_COUNT_MS),
    eq(cardTries.appointmentId, appointment),
    and(sql`${cardTries.account} = ${account}`, isRecent),
    and(sql`${cardTries.phone} = ${phone}`, isRecent),
  )})`;
}

/** When the card was saved; null where it was not, and where its appointment was cancelled since. */
const keptAt = sql<
  number | null
>`case when ${cardTries.savedAt} is null then null when exists (select 1 from ${appointments} where ${appointments.id} = ${cardTries.appointmentId} and ${appointments.status} <> 'cancelled') then ${cardTries.savedAt} end`;

/** The tries that count for one more card. */
export function selectTries(orm: Queryable, countedFor: CountedFor) {
  return orm
    .select({
      id: cardTries.id,
      appointment: cardTries.appointmentId,
      account: cardTries.account,
      phone: cardTries.phone,
      address: cardTries.address,
      at: cardTries.at,
      declinedAt: cardTries.declinedAt,
      savedAt: keptAt,
    })
    .from(cardTries)
    .where(counts(countedFor));
}

/** The id of a try that is recorded; no row for another. */
export function selectTry(orm: Queryable, id: string) {
  return orm.select({ id: cardTries.id }).from(cardTries).where(eq(cardTries.id, id));
}

/** A guard: no try was made or declined since `seen` were read. */
export function triesAreAsSeen(countedFor: CountedFor, seen: readonly CardTry[]): Guard {
  const declined = seen.filter(({ declinedAt }) => declinedAt !== null).length;
  return sql`(select (count(*), count(${cardTries.declinedAt})) = (${seen.length}, ${declined}) from ${cardTries} where ${counts(countedFor)})`;
}

/** Records a try; a known one stays. Gives its id where it was recorded. */
export function insertTry(orm: Queryable, row: NewTry, onlyIf?: Guard) {
  return insertRow(orm, cardTries, row, { onlyIf, unlessKnown: cardTries.id }).returning({
    id: cardTries.id,
  });
}

/**
 * The try whose card was declined: one that the customer's page told of and no event yet, else the
 * latest that was not declined.
 */
function declinedTry(appointmentId: string, isCurrent: boolean): SQL {
  const told = isCurrent ? sql`true` : sql`${cardTries.declinedAt} is not null`;
  return sql`(select ${cardTries.id} from ${cardTries} where ${cardTries.appointmentId} = ${appointmentId} and ${cardTries.declineEvent} is null and ${told} order by ${cardTries.declinedAt} is null, ${cardTries.at} desc limit 1)`;
}

/** Records that the card of an appointment's latest try was saved, in the write that keeps it. */
export const markSaved =
  (appointmentId: string, now: number): ConditionalWrite =>
  (orm, onlyIf) => {
    const latest = sql`(select ${cardTries.id} from ${cardTries} where ${cardTries.appointmentId} = ${appointmentId} and ${cardTries.declinedAt} is null order by ${cardTries.at} desc, ${cardTries}.rowid desc limit 1)`;
    return orm
      .update(cardTries)
      .set({ savedAt: now })
      .where(and(eq(cardTries.id, latest), onlyIf));
  };

/** Records that the card of an appointment's latest try was declined, as far as no event told it. */
export function markDeclined(db: Db, appointmentId: string, now: number) {
  const latest = sql`(select ${cardTries.id} from ${cardTries} where ${cardTries.appointmentId} = ${appointmentId} order by ${cardTries.at} desc, ${cardTries}.rowid desc limit 1)`;
  return db.write((orm) =>
    orm
      .update(cardTries)
      .set({ declinedAt: now })
      .where(and(eq(cardTries.id, latest), isNull(cardTries.declinedAt))),
  );
}

/**
 * Records a decline that Stripe tells of, once for each event: on its try, or, where that has one
 * already, as a try of its own, because several cards were typed for one SetupIntent.
 *
 * @param decline.isCurrent false where the appointment has another SetupIntent by now
 */
export function recordDeclineOf(
  db: Db,
  decline: { event: string; isCurrent: boolean; by: TriedBy; now: number },
) {
  const { event, isCurrent, by, now } = decline;
  const { appointment: appointmentId, ...rest } = by;
  const isNew = sql`not exists (select 1 from ${cardTries} where ${cardTries.declineEvent} = ${event})`;
  return db.batch((orm) => [
    orm
      .update(cardTries)
      .set({ declinedAt: sql`coalesce(${cardTries.declinedAt}, ${now})`, declineEvent: event })
      .where(and(eq(cardTries.id, declinedTry(appointmentId, isCurrent)), isNew)),
    insertRow(
      orm,
      cardTries,
      { id: event, appointmentId, ...rest, at: now, declinedAt: now, declineEvent: event },
      { onlyIf: isNew, unlessKnown: cardTries.id },
    ),
  ]);
}

/** Tries from before an instant, whose appointments can take no card any more: cancelled, or completed and paid. */
const isOld = (before: number) =>
  and(
    lt(cardTries.at, before),
    sql`exists (select 1 from ${appointments} where ${appointments.id} = ${cardTries.appointmentId} and ${or(eq(appointments.status, 'cancelled'), and(isNotNull(appointments.completedAt), eq(appointments.balancePaid, true)))})`,
  );

/** Deletes the tries from before an instant (ms) that count for no appointment any more. */
export function deleteOldTries(db: Db, before: number) {
  return db.write((orm) => orm.delete(cardTries).where(isOld(before)));
}

/** One that `deleteOldTries` would delete. */
export const selectOldTry = (orm: Queryable, before: number) =>
  orm.select({ id: cardTries.id }).from(cardTries).where(isOld(before)).limit(1);
