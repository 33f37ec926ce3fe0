import { and, desc, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, charges, paymentMethods } from '@/db/schema';
import { CLOSED_STATUSES } from '@/domain/appointment/status';

export type CardRow = typeof paymentMethods.$inferSelect;

/** Keeps a card with its customer; the same card again changes nothing. The first is the default. */
export function savePaymentMethod(
  orm: Queryable,
  row: Omit<typeof paymentMethods.$inferInsert, 'isDefault'>,
) {
  const isFirst: SQL<boolean> = sql`not exists (select 1 from ${paymentMethods} where ${paymentMethods.userId} = ${row.userId})`;
  return orm
    .insert(paymentMethods)
    .values({ ...row, isDefault: isFirst })
    .onConflictDoNothing({ target: paymentMethods.stripePaymentMethodId });
}

/** A customer's cards, the default one first, then the newest. */
export function cardsOf(orm: Queryable, userId: string): Promise<CardRow[]> {
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

export async function findCard(orm: Queryable, id: string): Promise<CardRow | null> {
  const [row] = await orm.select().from(paymentMethods).where(eq(paymentMethods.id, id));
  return row ?? null;
}

/** Makes one card the default and every other of that customer not. */
export function setDefaultCardOf(db: Db, userId: string, id: string, updatedAt: number) {
  return db.write((orm) =>
    orm
      .update(paymentMethods)
      .set({ isDefault: sql`${paymentMethods.id} = ${id}`, updatedAt })
      .where(eq(paymentMethods.userId, userId)),
  );
}

/** Whether a delivery may still be charged to the card: one to come, or one with an open debt. */
export async function isCardNeeded(orm: Queryable, paymentMethodId: string): Promise<boolean> {
  const [row] = await orm
    .select({ id: appointments.id })
    .from(appointments)
    .leftJoin(charges, eq(charges.appointmentId, appointments.id))
    .where(
      and(
        eq(appointments.stripePaymentMethodId, paymentMethodId),
        or(
          notInArray(appointments.status, [...CLOSED_STATUSES]),
          inArray(charges.state, ['due', 'unknown', 'processing']),
        ),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Takes a card away; where it was the default, the newest other one becomes it. */
export async function deleteCard(orm: Queryable, card: CardRow): Promise<void> {
  await orm.delete(paymentMethods).where(eq(paymentMethods.id, card.id));
  if (!card.isDefault) return;
  const newest = sql`(select id from ${paymentMethods} where user_id = ${card.userId} order by created_at desc, id desc limit 1)`;
  await orm
    .update(paymentMethods)
    .set({ isDefault: true })
    .where(sql`${paymentMethods.id} = ${newest}`);
}
