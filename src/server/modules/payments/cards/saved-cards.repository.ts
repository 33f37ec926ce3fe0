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
 * A card as it was once saved. Saved again, the same card is another row, because Stripe keeps another
 * payment method, and appointments may be charged to either. The newest row stands for the card.
 */
export type CardRow = typeof paymentMethods.$inferSelect;
/** A card, by one of its rows. */
type CardOf = Pick<CardRow, 'userId' | 'id'>;

/** The rows of one card. */
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

/** The rows of a card, the one that stands for it first. */
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
 * Puts a card into a customer's account; a row that is there already stays as it is. The first card is
 * the default.
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
 * The same for the card that an appointment was given. One that was booked without an account, and moved
 * to one, keeps its card for itself: Stripe has it under another customer.
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
 * Where a card is the default, its newest row is the one that says so. One without a fingerprint is like no
 * other.
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

/** Makes a customer's newest card the default, where none is. */
export function choosingDefault(userId: string): ConditionalWrite {
  const hasNone = sql`not exists (select 1 from ${paymentMethods} where user_id = ${userId} and is_default)`;
  // Where one is, the cards are not read to find the newest.
  const newest = sql`(select id from ${paymentMethods} where user_id = ${userId} and ${hasNone} order by created_at desc, id desc limit 1)`;
  return (orm, onlyIf) =>
    orm
      .update(paymentMethods)
      .set({ isDefault: true })
      .where(and(eq(paymentMethods.id, newest), onlyIf));
}

/** All rows of a customer's cards, the newest first; `eachOnce` makes cards of them. */
export function selectCards(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, userId))
    .orderBy(...NEWEST_FIRST);
}

/**
 * The cards of such rows, each by its newest one, the default one first, then the newest. The database
 * would compare each row with each to find them.
 */
export function eachOnce(rows: readonly CardRow[]): CardRow[] {
  const newest = new Map<string, CardRow>();
  for (const row of rows) {
    const card = row.fingerprint ?? row.id;
    if (!newest.has(card)) newest.set(card, row);
  }
  return [...newest.values()].toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** A customer's cards. */
export const findCards = async (orm: Queryable, userId: string): Promise<CardRow[]> =>
  eachOnce(await selectCards(orm, userId));

/** The saved card of an id, of any user; no row for an unknown one. */
export function selectCard(orm: Queryable, id: string) {
  return orm.select().from(paymentMethods).where(eq(paymentMethods.id, id));
}

/** The saved card of an id, of any user, or null. */
export async function findCard(orm: Queryable, id: string): Promise<CardRow | null> {
  const [row] = await selectCard(orm, id);
  return row ?? null;
}

/** Whether a payment method of Stripe is a saved card of anybody; a row if it is. */
export function selectSaved(orm: Queryable, stripePaymentMethodId: string) {
  return orm
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(eq(paymentMethods.stripePaymentMethodId, stripePaymentMethodId));
}

/** A guard: the card is in the account. */
export function isInAccount(id: string): Guard {
  return sql`exists (select 1 from ${paymentMethods} where ${paymentMethods.id} = ${id})`;
}

/** Makes one card the default and every other of that customer not; no row where the card is gone. */
export function setDefaultCardOf(orm: Queryable, card: CardOf, updatedAt: number) {
  const newest = newestOf(orm, card);
  return orm
    .update(paymentMethods)
    .set({ isDefault: sql`${paymentMethods.id} = ${newest}`, updatedAt })
    .where(and(eq(paymentMethods.userId, card.userId), exists(newest)))
    .returning();
}

/** An appointment that may still be charged to a card: one to come, or one with an open charge. */
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
 * Takes a card away that has as many rows as were read and that no appointment needs; where it was the
 * default, the newest other one becomes it. False where it was saved again, is gone or is needed.
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

/** Puts rows of a card back that were taken away. */
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
