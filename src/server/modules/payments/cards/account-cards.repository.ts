import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { type Guard, insertRow } from '@/db/guarded-batch';
import { accountCardTries } from '@/db/schema';

/** An attempt to add a card to an account. */
export type AccountTry = typeof accountCardTries.$inferSelect;

const LATEST_FIRST = [desc(accountCardTries.at), sql`${accountCardTries}.rowid desc`];

/** Selects an account's latest attempt to add a card. */
export const selectLatestTry = (orm: Queryable, account: string) =>
  orm
    .select()
    .from(accountCardTries)
    .where(eq(accountCardTries.account, account))
    .orderBy(desc(accountCardTries.attempt), ...LATEST_FIRST)
    .limit(1);

/** Selects a SetupIntent's latest attempt. */
export const selectTryOf = (orm: Queryable, setupIntentId: string) =>
  orm
    .select()
    .from(accountCardTries)
    .where(eq(accountCardTries.setupIntentId, setupIntentId))
    .orderBy(...LATEST_FIRST)
    .limit(1);

/** Records an attempt unless its ID exists. Returns its ID if it was recorded. */
export const insertAccountTry = (
  orm: Queryable,
  row: typeof accountCardTries.$inferInsert,
  onlyIf?: Guard,
) =>
  insertRow(orm, accountCardTries, row, { onlyIf, unlessKnown: accountCardTries.id }).returning({
    id: accountCardTries.id,
  });

/** Finds the latest attempt of a SetupIntent, preferably one that wasn't declined. */
const latestOf = (setupIntentId: string) =>
  sql`(select ${accountCardTries.id} from ${accountCardTries} where ${accountCardTries.setupIntentId} = ${setupIntentId} order by ${accountCardTries.declinedAt} is not null, ${accountCardTries.at} desc, ${accountCardTries}.rowid desc limit 1)`;

/** Marks a SetupIntent's card as saved. No row if one is saved already, so that it's added once. */
export const markAccountTrySaved = (orm: Queryable, setupIntentId: string, savedAt: number) => {
  const saved = sql`exists (select 1 from ${accountCardTries} where ${accountCardTries.setupIntentId} = ${setupIntentId} and ${accountCardTries.savedAt} is not null)`;
  return orm
    .update(accountCardTries)
    .set({ savedAt })
    .where(and(eq(accountCardTries.id, latestOf(setupIntentId)), sql`not ${saved}`))
    .returning({ id: accountCardTries.id });
};

/** Marks a SetupIntent's latest attempt as declined, unless an event already did. */
export const markAccountTryDeclined = (db: Db, id: string, declinedAt: number) =>
  db.write((orm) =>
    orm
      .update(accountCardTries)
      .set({ declinedAt })
      .where(and(eq(accountCardTries.id, id), isNull(accountCardTries.declinedAt))),
  );

/**
 * Records a declined card from Stripe, once for each event. It marks the attempt, or adds a new one
 * if the attempt already has an event, because several cards can be entered for one SetupIntent.
 */
export function recordAccountDecline(
  db: Db,
  { event, latest, now }: { event: string; latest: AccountTry; now: number },
) {
  const { account, attempt, setupIntentId, terms, phone, address } = latest;
  const isNew = sql`not exists (select 1 from ${accountCardTries} where ${accountCardTries.declineEvent} = ${event})`;
  const withoutEvent = and(
    eq(accountCardTries.setupIntentId, setupIntentId),
    isNull(accountCardTries.declineEvent),
    or(isNull(accountCardTries.savedAt), sql`${accountCardTries.declinedAt} is not null`),
  );
  const declined = sql`(select ${accountCardTries.id} from ${accountCardTries} where ${withoutEvent} order by ${accountCardTries.declinedAt} is null, ${accountCardTries.at} desc limit 1)`;
  const known = { account, attempt, setupIntentId, terms, phone, address };
  return db.batch((orm) => [
    orm
      .update(accountCardTries)
      .set({
        declinedAt: sql`coalesce(${accountCardTries.declinedAt}, ${now})`,
        declineEvent: event,
      })
      .where(and(eq(accountCardTries.id, declined), isNew)),
    insertAccountTry(
      orm,
      { id: event, ...known, at: now, declinedAt: now, declineEvent: event },
      isNew,
    ),
  ]);
}

/** Stores the sentences that the form of an open setup shows now. */
export const showAccountTerms = (orm: Queryable, setupIntentId: string, terms: string[]) =>
  orm
    .update(accountCardTries)
    .set({ terms })
    .where(eq(accountCardTries.setupIntentId, setupIntentId))
    .returning({ id: accountCardTries.id });
