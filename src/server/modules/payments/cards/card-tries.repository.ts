import { and, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow } from '@/db/guarded-batch';
import { accountCardTries, appointments, cardTries } from '@/db/schema';
import {
  ALL_TRIES_COUNT_MS,
  type CardTry,
  OWN_TRIES_COUNT_MS,
  type TriedBy,
} from '@/domain/payment/card-tries';

type NewTry = typeof cardTries.$inferInsert;

/**
 * The appointment, account, and phone number whose tries count for a card at an instant (ms).
 * Account and phone are values, or queries of one value.
 */
export type CountedFor = {
  /** Null for a card that's added to the account itself. */
  appointment: string | null;
  account: string | SQL | null;
  phone: string | SQL | null;
  now: number;
};

function counts({ appointment, account, phone, now }: CountedFor): Guard {
  const isRecent = gt(cardTries.at, now - OWN_TRIES_COUNT_MS);
  return sql`(${or(
    gt(cardTries.at, now - ALL_TRIES_COUNT_MS),
    sql`${cardTries.appointmentId} = ${appointment}`,
    and(sql`${cardTries.account} = ${account}`, isRecent),
    and(sql`${cardTries.phone} = ${phone}`, isRecent),
  )})`;
}

/** The condition for tries of cards that were added to an account. */
function countsToo({ account, phone, now }: CountedFor): Guard {
  const isRecent = gt(accountCardTries.at, now - OWN_TRIES_COUNT_MS);
  return sql`(${or(
    gt(accountCardTries.at, now - ALL_TRIES_COUNT_MS),
    and(sql`${accountCardTries.account} = ${account}`, isRecent),
    and(sql`${accountCardTries.phone} = ${phone}`, isRecent),
  )})`;
}

/** When the card was saved. Null if it wasn't, or its appointment was cancelled later. */
const keptAt = sql<
  number | null
>`case when ${cardTries.savedAt} is null then null when exists (select 1 from ${appointments} where ${appointments.id} = ${cardTries.appointmentId} and ${appointments.status} <> 'cancelled') then ${cardTries.savedAt} end`;

/** Selects the earlier tries that count when one more card is tried. */
export function selectTries(orm: Queryable, countedFor: CountedFor) {
  return orm
    .select({
      id: cardTries.id,
      appointment: sql<string | null>`${cardTries.appointmentId}`,
      account: cardTries.account,
      phone: cardTries.phone,
      address: cardTries.address,
      at: cardTries.at,
      declinedAt: cardTries.declinedAt,
      savedAt: keptAt,
    })
    .from(cardTries)
    .where(counts(countedFor))
    .unionAll(
      orm
        .select({
          id: accountCardTries.id,
          appointment: sql<string | null>`null`,
          account: sql<string | null>`${accountCardTries.account}`,
          phone: accountCardTries.phone,
          address: accountCardTries.address,
          at: accountCardTries.at,
          declinedAt: accountCardTries.declinedAt,
          savedAt: sql<number | null>`null`,
        })
        .from(accountCardTries)
        .where(countsToo(countedFor)),
    );
}

/** Selects a recorded try by its ID. */
export function selectTry(orm: Queryable, id: string) {
  return orm.select({ id: cardTries.id }).from(cardTries).where(eq(cardTries.id, id));
}

/** Guards that no try was added or declined since the read. */
export function triesAreAsSeen(countedFor: CountedFor, seen: readonly CardTry[]): Guard {
  const counted = (tries: readonly CardTry[]) => {
    const declined = tries.filter(({ declinedAt }) => declinedAt !== null).length;
    return sql`(${tries.length}, ${declined})`;
  };
  const ofDeliveries = counted(seen.filter(({ appointment }) => appointment !== null));
  const ofAccounts = counted(seen.filter(({ appointment }) => appointment === null));
  return sql`(select (count(*), count(${cardTries.declinedAt})) = ${ofDeliveries} from ${cardTries} where ${counts(countedFor)}) and (select (count(*), count(${accountCardTries.declinedAt})) = ${ofAccounts} from ${accountCardTries} where ${countsToo(countedFor)})`;
}

/** Records a try unless its ID exists. Returns its ID if it was recorded. */
export function insertTry(orm: Queryable, row: NewTry, onlyIf?: Guard) {
  return insertRow(orm, cardTries, row, { onlyIf, unlessKnown: cardTries.id }).returning({
    id: cardTries.id,
  });
}

/**
 * Finds the try that was declined: one that the customer's page reported without an event so far,
 * otherwise the latest one that wasn't declined.
 */
function declinedTry(appointmentId: string, isCurrent: boolean): SQL {
  const isCandidate = isCurrent ? sql`true` : sql`${cardTries.declinedAt} is not null`;
  return sql`(select ${cardTries.id} from ${cardTries} where ${cardTries.appointmentId} = ${appointmentId} and ${cardTries.declineEvent} is null and ${isCandidate} order by ${cardTries.declinedAt} is null, ${cardTries.at} desc limit 1)`;
}

/** Marks an appointment's latest try as saved, in the write that stores its card. */
export const markSaved =
  (appointmentId: string, now: number): ConditionalWrite =>
  (orm, onlyIf) => {
    const latest = sql`(select ${cardTries.id} from ${cardTries} where ${cardTries.appointmentId} = ${appointmentId} and ${cardTries.declinedAt} is null order by ${cardTries.at} desc, ${cardTries}.rowid desc limit 1)`;
    return orm
      .update(cardTries)
      .set({ savedAt: now })
      .where(and(eq(cardTries.id, latest), onlyIf));
  };

/** Marks an appointment's latest try as declined, unless an event has already done so. */
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
 * Records a declined card from Stripe, once for each event. It marks the try, or adds a new one if
 * the try already has an event, because several cards can be entered for one SetupIntent.
 *
 * @param decline.isCurrent false if the appointment has another SetupIntent by now
 */
export function recordDeclineOf(
  db: Db,
  decline: {
    event: string;
    isCurrent: boolean;
    by: TriedBy & { appointment: string };
    now: number;
  },
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

/**
 * Old tries of appointments that accept no more cards, because they're cancelled or completed and
 * paid.
 */
const isOld = (before: number) =>
  and(
    lt(cardTries.at, before),
    sql`exists (select 1 from ${appointments} where ${appointments.id} = ${cardTries.appointmentId} and ${or(eq(appointments.status, 'cancelled'), and(isNotNull(appointments.completedAt), eq(appointments.balancePaid, true)))})`,
  );

/** Deletes old tries (before an instant in ms) that no longer count for anything. */
export async function deleteOldTries(db: Db, before: number): Promise<void> {
  await db.write((orm) => orm.delete(cardTries).where(isOld(before)));
  await db.write((orm) => orm.delete(accountCardTries).where(lt(accountCardTries.at, before)));
}

/** Selects one try of each kind that `deleteOldTries` would delete. */
export const selectOldTries = (orm: Queryable, before: number) => [
  orm.select({ id: cardTries.id }).from(cardTries).where(isOld(before)).limit(1),
  orm
    .select({ id: accountCardTries.id })
    .from(accountCardTries)
    .where(lt(accountCardTries.at, before))
    .limit(1),
];
