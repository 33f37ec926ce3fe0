import { eq } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { strayPayments } from '@/db/schema';

export type StrayPayment = typeof strayPayments.$inferSelect;

/** Returns the stray payment with this ID, or null. */
export async function findStrayPayment(orm: Queryable, id: string): Promise<StrayPayment | null> {
  const [row] = await orm.select().from(strayPayments).where(eq(strayPayments.id, id));
  return row ?? null;
}

/** Adds or overwrites a stray payment. */
export function putStrayPayment(orm: Queryable, row: StrayPayment) {
  const { id, ...changes } = row;
  return orm
    .insert(strayPayments)
    .values(row)
    .onConflictDoUpdate({ target: strayPayments.id, set: changes });
}
