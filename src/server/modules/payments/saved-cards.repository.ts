import { and, desc, eq, inArray, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import {
  type AuditWrite,
  type ConditionalWrite,
  entryOf,
  type Guard,
  inserting,
  unchanged,
  writeGuarded,
} from '@/db/guarded-batch';
import { appointments, charges, paymentMethods } from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';

export type CardRow = typeof paymentMethods.$inferSelect;

/**
 * Puts a card into a customer's account; one that is there already stays as it is. The first card is
 * the default.
 */
export function savingCard(
  row: Omit<typeof paymentMethods.$inferInsert, 'isDefault'>,
): ConditionalWrite[] {
  const unlessKnown = paymentMethods.stripePaymentMethodId;
  return [
    inserting(paymentMethods, { ...row, isDefault: false }, { unlessKnown }),
    choosingDefault(row.userId),
  ];
}

/** Makes a customer's newest card the default, where none is. */
function choosingDefault(userId: string): ConditionalWrite {
  const newest = sql`(select id from ${paymentMethods} where user_id = ${userId} order by created_at desc, id desc limit 1)`;
  const hasNone = sql`not exists (select 1 from ${paymentMethods} where user_id = ${userId} and is_default)`;
  return (orm, onlyIf) =>
    orm
      .update(paymentMethods)
      .set({ isDefault: true })
      .where(and(eq(paymentMethods.id, newest), hasNone, onlyIf));
}

/** A customer's cards, the default one first, then the newest. */
export function cardsOf(orm: Queryable, userId: string) {
  return orm
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, userId))
    .orderBy(
      desc(paymentMethods.isDefault),
      desc(paymentMethods.createdAt),
      desc(paymentMethods.id),
    );
}

export function selectCard(orm: Queryable, id: string) {
  return orm.select().from(paymentMethods).where(eq(paymentMethods.id, id));
}

export async function findCard(orm: Queryable, id: string): Promise<CardRow | null> {
  const [row] = await selectCard(orm, id);
  return row ?? null;
}

/** A guard: the card is in the account. */
export function isInAccount(id: string): Guard {
  return sql`exists (select 1 from ${paymentMethods} where ${paymentMethods.id} = ${id})`;
}

/** Makes one card the default and every other of that customer not. */
export function setDefaultCardOf(
  orm: Queryable,
  { userId, id }: Pick<CardRow, 'userId' | 'id'>,
  updatedAt: number,
) {
  return orm
    .update(paymentMethods)
    .set({ isDefault: sql`${paymentMethods.id} = ${id}`, updatedAt })
    .where(eq(paymentMethods.userId, userId))
    .returning();
}

/** An appointment that may still be charged to a card: one to come, or one with an open charge. */
function selectNeedOf(orm: Queryable, stripePaymentMethodId: string | SQL) {
  return orm
    .select({ id: appointments.id })
    .from(appointments)
    .leftJoin(charges, eq(charges.appointmentId, appointments.id))
    .where(
      and(
        eq(appointments.stripePaymentMethodId, stripePaymentMethodId),
        or(
          notInArray(appointments.status, [...CLOSED_STATUSES]),
          inArray(charges.state, [...UNFINISHED_CHARGE_STATES]),
        ),
      ),
    )
    .limit(1);
}

/** A row where the account's card of this id is still needed. */
export function selectNeedOfCard(orm: Queryable, id: string) {
  return selectNeedOf(
    orm,
    sql`(select ${paymentMethods.stripePaymentMethodId} from ${paymentMethods} where ${paymentMethods.id} = ${id})`,
  );
}

/**
 * Takes a card away that stands as it was read and that no appointment needs; where it was the
 * default, the newest other one becomes it. Null where it changed or is needed meanwhile.
 */
export async function deleteUnneededCard(
  db: Db,
  read: CardRow,
  entry: AuditWrite,
): Promise<CardRow | null> {
  const { orm } = db;
  const written = await writeGuarded(db, {
    guard: orm
      .delete(paymentMethods)
      .where(
        and(
          eq(paymentMethods.id, read.id),
          unchanged(paymentMethods, read),
          notExists(selectNeedOf(orm, read.stripePaymentMethodId)),
        ),
      )
      .returning(),
    audit: entry,
    also: [choosingDefault(read.userId)],
  });
  return written?.changed ?? null;
}

/** Puts a card back that was taken away. */
export async function restoreCard(db: Db, card: CardRow, entry: AuditWrite): Promise<void> {
  await db.batch((orm) => [
    ...savingCard(card).map((write) => write(orm)),
    ...(card.isDefault ? [setDefaultCardOf(orm, card, card.updatedAt)] : []),
    ...entryOf(orm, entry),
  ]);
}
