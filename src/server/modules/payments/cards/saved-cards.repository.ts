import { and, desc, eq, exists, inArray, notExists, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db, Queryable } from '@/db/client';
import {
  type AuditWrite,
  type ConditionalWrite,
  entryOf,
  type Guard,
  inserting,
  tryWriteGuarded,
} from '@/db/guarded-batch';
import { appointments, charges, paymentMethods, users } from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';

/**
 * A saved card. Saving the same card again adds a row, because Stripe keeps another payment method,
 * and appointments may be charged to either. The newest row represents the card.
 */
export type CardRow = typeof paymentMethods.$inferSelect;
/** A card, identified by one of its rows. */
type CardOf = Pick<CardRow, 'userId' | 'id'>;

/** A condition for all rows of one card. */
function ofCard(orm: Queryable, { userId, id }: CardOf) {
  const named = alias(paymentMethods, 'named');
  const fingerprint = orm
    .select({ fingerprint: named.fingerprint })
    .from(named)
    .where(and(eq(named.id, id), eq(named.userId, userId)));
  return and(
    eq(paymentMethods.userId, userId),
    or(eq(paymentMethods.id, id), eq(paymentMethods.fingerprint, fingerprint)),
  );
}

const NEWEST_FIRST = [desc(paymentMethods.createdAt), desc(paymentMethods.id)];

/** Selects the rows of a card, newest first. */
export const selectRowsOfCard = (orm: Queryable, card: CardOf) =>
  orm
    .select()
    .from(paymentMethods)
    .where(ofCard(orm, card))
    .orderBy(...NEWEST_FIRST);

const newestOf = (orm: Queryable, card: CardOf) =>
  orm
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(ofCard(orm, card))
    .orderBy(...NEWEST_FIRST)
    .limit(1);

/**
 * Saves a card in a customer's account. An existing row stays unchanged. The first card becomes the
 * default.
 */
export function savingCard(
  row: Omit<typeof paymentMethods.$inferInsert, 'isDefault'>,
): ConditionalWrite[] {
  const unlessKnown = paymentMethods.stripePaymentMethodId;
  return [
    inserting(paymentMethods, { ...row, isDefault: false }, { unlessKnown }),
    handingOnDefault(row) ?? [],
    choosingDefault(row.userId),
  ].flat();
}

/**
 * Saves an appointment's card in its account. If the card was saved before a guest's appointment
 * was added to the account, it isn't added, because it belongs to another Stripe customer.
 */
export function savingCardOf(
  row: Omit<typeof paymentMethods.$inferInsert, 'isDefault'>,
  stripeCustomerId: string | null,
): ConditionalWrite[] {
  const isTheirs = sql`exists (select 1 from ${users} where ${users.id} = ${row.userId} and ${users.stripeCustomerId} is ${stripeCustomerId})`;
  return savingCard(row).map(
    (write) => (orm, onlyIf) => write(orm, onlyIf ? sql`${onlyIf} and ${isTheirs}` : isTheirs),
  );
}

/**
 * If a card is the default, its newest row must be marked. A card without a fingerprint has only
 * one row.
 */
function handingOnDefault({
  userId,
  fingerprint,
}: Pick<typeof paymentMethods.$inferInsert, 'userId' | 'fingerprint'>): ConditionalWrite | null {
  if (!fingerprint) return null;
  const rows = and(eq(paymentMethods.userId, userId), eq(paymentMethods.fingerprint, fingerprint));
  return (orm, onlyIf) => {
    const isDefault = orm
      .select({ id: paymentMethods.id })
      .from(paymentMethods)
      .where(and(rows, eq(paymentMethods.isDefault, true)));
    const newest = orm
      .select({ id: paymentMethods.id })
      .from(paymentMethods)
      .where(rows)
      .orderBy(...NEWEST_FIRST)
      .limit(1);
    const isWrong = sql`${paymentMethods.isDefault} <> (${paymentMethods.id} = ${newest})`;
    return orm
      .update(paymentMethods)
      .set({ isDefault: sql`not ${paymentMethods.isDefault}` })
      .where(and(rows, exists(isDefault), isWrong, onlyIf));
  };
}

/** Makes a customer's newest card the default if there is none. */
export function choosingDefault(userId: string): ConditionalWrite {
  const hasNone = sql`not exists (select 1 from ${paymentMethods} where user_id = ${userId} and is_default)`;
  // With a default card, the subquery doesn't read the cards.
  const newest = sql`(select id from ${paymentMethods} where user_id = ${userId} and ${hasNone} order by created_at desc, id desc limit 1)`;
  return (orm, onlyIf) =>
    orm
      .update(paymentMethods)
      .set({ isDefault: true })
      .where(and(eq(paymentMethods.id, newest), onlyIf));
}

/** Selects all rows of a customer's cards, newest first. `eachOnce` merges them into cards. */
export function selectCards(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, userId))
    .orderBy(...NEWEST_FIRST);
}

/**
 * Merges rows into cards, each represented by its newest row, the default card first. This isn't
 * done in SQL, which would compare each row with every other.
 */
export function eachOnce(rows: readonly CardRow[]): CardRow[] {
  const newest = new Map<string, CardRow>();
  for (const row of rows) {
    const card = row.fingerprint ?? row.id;
    if (!newest.has(card)) newest.set(card, row);
  }
  return [...newest.values()].toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** Returns a customer's cards, the default one first. */
export const findCards = async (orm: Queryable, userId: string): Promise<CardRow[]> =>
  eachOnce(await selectCards(orm, userId));

/** Selects any user's saved card by its ID. */
export function selectCard(orm: Queryable, id: string) {
  return orm.select().from(paymentMethods).where(eq(paymentMethods.id, id));
}

/** Returns any user's saved card with this ID, or null. */
export async function findCard(orm: Queryable, id: string): Promise<CardRow | null> {
  const [row] = await selectCard(orm, id);
  return row ?? null;
}

/** Selects a row if a payment method is saved in any account. */
export function selectSaved(orm: Queryable, stripePaymentMethodId: string) {
  return orm
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(eq(paymentMethods.stripePaymentMethodId, stripePaymentMethodId));
}

/** Guards that the card is still in an account. */
export function isInAccount(id: string): Guard {
  return sql`exists (select 1 from ${paymentMethods} where ${paymentMethods.id} = ${id})`;
}

/** Makes one card the customer's only default. No row if the card is gone. */
export function setDefaultCardOf(orm: Queryable, card: CardOf, updatedAt: number) {
  const newest = newestOf(orm, card);
  return orm
    .update(paymentMethods)
    .set({ isDefault: sql`${paymentMethods.id} = ${newest}`, updatedAt })
    .where(and(eq(paymentMethods.userId, card.userId), exists(newest)))
    .returning();
}

/**
 * Selects an appointment that may still be charged to a card: an open one, or one with an
 * unfinished charge.
 */
export function selectNeedOf(orm: Queryable, card: CardOf) {
  const kept = orm
    .select({ id: paymentMethods.stripePaymentMethodId })
    .from(paymentMethods)
    .where(ofCard(orm, card));
  return orm
    .select({ id: appointments.id })
    .from(appointments)
    .leftJoin(charges, eq(charges.appointmentId, appointments.id))
    .where(
      and(
        inArray(appointments.stripePaymentMethodId, kept),
        or(
          notInArray(appointments.status, [...CLOSED_STATUSES]),
          inArray(charges.state, [...UNFINISHED_CHARGE_STATES]),
        ),
      ),
    )
    .limit(1);
}

/**
 * Deletes a card if it still has the number of rows that was read and no appointment needs it. If
 * it was the default, the newest other card becomes the default.
 *
 * @returns false if the card was saved again, is gone, or is needed
 */
export async function deleteUnneededCard(
  db: Db,
  card: CardOf,
  rows: number,
  entry: AuditWrite,
): Promise<boolean> {
  const { orm } = db;
  const counted = sql`(select count(*) from ${paymentMethods} where ${ofCard(orm, card)})`;
  const written = await tryWriteGuarded(db, {
    guard: orm
      .delete(paymentMethods)
      .where(and(ofCard(orm, card), eq(counted, rows), notExists(selectNeedOf(orm, card))))
      .returning(),
    audit: entry,
    also: [choosingDefault(card.userId)],
  });
  return written !== null;
}

/** Restores deleted rows of a card. */
export async function restoreCards(
  db: Db,
  cards: readonly CardRow[],
  entry: AuditWrite,
): Promise<void> {
  await db.batch((orm) => [
    ...cards.flatMap((card) => savingCard(card).map((write) => write(orm))),
    ...cards.flatMap((card) =>
      card.isDefault ? [setDefaultCardOf(orm, card, card.updatedAt)] : [],
    ),
    ...entryOf(orm, entry),
  ]);
}
