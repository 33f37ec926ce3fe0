import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { charges, stripeEvents } from '@/db/schema';
import {
  type ChargeState,
  chargeStatesBefore,
  UNFINISHED_CHARGE_STATES,
} from '@/domain/payment/charge';

export type ChargeRow = typeof charges.$inferSelect;

/** Writes the debt of an appointment; there is only ever one. */
export function insertCharge(orm: Queryable, row: typeof charges.$inferInsert) {
  return orm.insert(charges).values(row);
}

export async function findCharge(orm: Queryable, appointmentId: string): Promise<ChargeRow | null> {
  const [row] = await orm.select().from(charges).where(eq(charges.appointmentId, appointmentId));
  return row ?? null;
}

/**
 * Takes a charge for one worker until `until`; null when another has it or it needs nobody. Only a
 * saving of work: the idempotency keys are what keeps a charge single.
 */
export async function claimCharge(
  db: Db,
  id: string,
  now: number,
  until: number,
): Promise<ChargeRow | null> {
  const [row] = await db.write((orm) =>
    orm
      .update(charges)
      .set({ nextAttemptAt: until })
      .where(
        and(
          eq(charges.id, id),
          inArray(charges.state, [...UNFINISHED_CHARGE_STATES]),
          or(isNull(charges.nextAttemptAt), lte(charges.nextAttemptAt, now)),
        ),
      )
      .returning(),
  );
  return row ?? null;
}

/**
 * Moves a charge to a state if the table of states allows it from where it stands, and if `attempt`
 * is still the one that was begun; the row afterwards, or null when it moved on meanwhile.
 */
export async function moveCharge(
  orm: Queryable,
  id: string,
  to: ChargeState,
  changes: Partial<typeof charges.$inferInsert>,
  attempt?: number,
): Promise<ChargeRow | null> {
  const [row] = await orm
    .update(charges)
    .set({ ...changes, state: to })
    .where(
      and(
        eq(charges.id, id),
        inArray(charges.state, chargeStatesBefore(to)),
        attempt === undefined ? undefined : eq(charges.attempt, attempt),
      ),
    )
    .returning();
  return row ?? null;
}

/** Notes what is learned without changing the state. */
export async function noteCharge(
  db: Db,
  id: string,
  changes: Partial<Omit<typeof charges.$inferInsert, 'state'>>,
): Promise<ChargeRow> {
  const [row] = await db.write((orm) =>
    orm.update(charges).set(changes).where(eq(charges.id, id)).returning(),
  );
  if (!row) throw new Error('the charge is not there');
  return row;
}

/** Charges somebody must take up now, oldest first. */
export function unfinishedCharges(orm: Queryable, now: number, limit: number) {
  return orm
    .select({ id: charges.id, appointmentId: charges.appointmentId })
    .from(charges)
    .where(
      and(
        inArray(charges.state, [...UNFINISHED_CHARGE_STATES]),
        or(isNull(charges.nextAttemptAt), lte(charges.nextAttemptAt, now)),
      ),
    )
    .orderBy(asc(charges.nextAttemptAt))
    .limit(limit);
}

/** Records an event; false when it was there already. */
export async function insertStripeEvent(
  orm: Queryable,
  row: typeof stripeEvents.$inferInsert,
): Promise<boolean> {
  const written = await orm
    .insert(stripeEvents)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: stripeEvents.id });
  return written.length === 1;
}

export async function hasStripeEvent(orm: Queryable, id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, id));
  return rows.length > 0;
}
