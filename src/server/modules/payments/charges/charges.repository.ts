import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import {
  type ConditionalWrite,
  type Guard,
  inserting,
  insertRow,
  unchanged,
} from '@/db/guarded-batch';
import { charges, stripeEvents } from '@/db/schema';
import type { Cents } from '@/domain/money';
import { UNFINISHED_CHARGE_STATES } from '@/domain/payment/charge';
import { currentChargeFirst } from '../../appointments/current-charge.repository';

export type ChargeRow = typeof charges.$inferSelect;

/** Adds a charge in the write that completes or corrects its appointment. */
export function addingCharge(row: typeof charges.$inferInsert): ConditionalWrite {
  return inserting(charges, row);
}

/** Selects an appointment's current charge. No row before its completion. */
export function selectCharge(orm: Queryable, appointmentId: string) {
  return orm
    .select()
    .from(charges)
    .where(eq(charges.appointmentId, appointmentId))
    .orderBy(...currentChargeFirst)
    .limit(1);
}

/** Selects all charges of an appointment, in sequence. */
export function selectCharges(orm: Queryable, appointmentId: string) {
  return orm
    .select()
    .from(charges)
    .where(eq(charges.appointmentId, appointmentId))
    .orderBy(asc(charges.sequence));
}

/** Returns an appointment's current charge, or null before its completion. */
export async function findCharge(orm: Queryable, appointmentId: string): Promise<ChargeRow | null> {
  const [row] = await selectCharge(orm, appointmentId);
  return row ?? null;
}

/** Returns the charge with this ID, or null. */
export async function findChargeById(orm: Queryable, id: string): Promise<ChargeRow | null> {
  const [row] = await orm.select().from(charges).where(eq(charges.id, id));
  return row ?? null;
}

/** Returns the charge of a PaymentIntent, or null. */
export async function findChargeByIntent(
  orm: Queryable,
  paymentIntentId: string,
): Promise<ChargeRow | null> {
  const [row] = await orm
    .select()
    .from(charges)
    .where(eq(charges.paymentIntentId, paymentIntentId));
  return row ?? null;
}

/** Guards that the charge is still in the state that was read. */
export function isInState({ id, state }: Pick<ChargeRow, 'id' | 'state'>): Guard {
  return sql`exists (select 1 from ${charges} where ${charges.id} = ${id} and ${charges.state} = ${state})`;
}

/**
 * Changes a charge if none of its columns has changed since the read and the other guards hold. The
 * caller has checked the table of states.
 *
 * @returns a query with the changed row
 */
export function changeCharge(
  orm: Queryable,
  read: ChargeRow,
  changes: Partial<ChargeRow>,
  ...guards: Guard[]
) {
  return orm
    .update(charges)
    .set(changes)
    .where(and(eq(charges.id, read.id), unchanged(charges, read), ...guards))
    .returning();
}

/**
 * Guards that an appointment has exactly these charges, and that none of their columns has changed.
 */
export function chargesUnchanged(read: readonly ChargeRow[], appointmentId: string): Guard {
  const rows = read.map(
    (row) =>
      sql`exists (select 1 from ${charges} where ${charges.id} = ${row.id} and ${unchanged(charges, row)})`,
  );
  const count = sql`(select count(*) from ${charges} where ${charges.appointmentId} = ${appointmentId}) = ${read.length}`;
  return sql.join([count, ...rows], sql` and `);
}

/** Overwrites a charge in a correction's batch, whose guard has checked the old row. */
export function changingCharge({ id, ...after }: ChargeRow): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(charges)
      .set(after)
      .where(and(eq(charges.id, id), onlyIf));
}

/** Stores Stripe's fee for a charge that has none yet. */
export function setFee(orm: Queryable, id: string, feeCents: Cents) {
  return orm
    .update(charges)
    .set({ feeCents })
    .where(and(eq(charges.id, id), isNull(charges.feeCents)));
}

/** Selects the charges that a worker must settle now, the longest due first. */
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

/** A query of the instant (ms) when the next unfinished charge is due, or null. */
export const NEXT_CHARGE = sql`select min(coalesce(${charges.nextAttemptAt}, 0)) from ${charges}
  where ${inArray(charges.state, [...UNFINISHED_CHARGE_STATES])}`;

/** Records a Stripe event. Returns no row if it's already recorded. */
export function insertStripeEvent(orm: Queryable, row: typeof stripeEvents.$inferInsert) {
  return insertRow(orm, stripeEvents, row, { unlessKnown: stripeEvents.id }).returning();
}

/** Returns true if a Stripe event was already handled. */
export async function hasStripeEvent(orm: Queryable, id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, id));
  return rows.length > 0;
}
