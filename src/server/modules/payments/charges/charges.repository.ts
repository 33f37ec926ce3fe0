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

/** A charge of an appointment, for the write that completes or corrects it. */
export function addingCharge(row: typeof charges.$inferInsert): ConditionalWrite {
  return inserting(charges, row);
}

/** The charge that speaks for an appointment now; no row until its completion. */
export function selectCharge(orm: Queryable, appointmentId: string) {
  return orm
    .select()
    .from(charges)
    .where(eq(charges.appointmentId, appointmentId))
    .orderBy(...currentChargeFirst)
    .limit(1);
}

/** All charges of an appointment, the first one first. */
export function selectCharges(orm: Queryable, appointmentId: string) {
  return orm
    .select()
    .from(charges)
    .where(eq(charges.appointmentId, appointmentId))
    .orderBy(asc(charges.sequence));
}

/** The charge that speaks for an appointment now, or null until its completion. */
export async function findCharge(orm: Queryable, appointmentId: string): Promise<ChargeRow | null> {
  const [row] = await selectCharge(orm, appointmentId);
  return row ?? null;
}

/** The charge of an id, or null. */
export async function findChargeById(orm: Queryable, id: string): Promise<ChargeRow | null> {
  const [row] = await orm.select().from(charges).where(eq(charges.id, id));
  return row ?? null;
}

/** The charge of a PaymentIntent, or null. */
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

/** A guard: the charge is in the state in which it was read. */
export function isInState({ id, state }: Pick<ChargeRow, 'id' | 'state'>): Guard {
  return sql`exists (select 1 from ${charges} where ${charges.id} = ${id} and ${charges.state} = ${state})`;
}

/**
 * Changes a charge that stands as it was read, in every column, and for which the other guards hold;
 * the row as it is afterwards. For a guarded batch, whose verb has checked the table of states.
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

/** A guard: the charges of an appointment are these, and stand as they were read, in every column. */
export function chargesUnchanged(read: readonly ChargeRow[], appointmentId: string): Guard {
  const rows = read.map(
    (row) =>
      sql`exists (select 1 from ${charges} where ${charges.id} = ${row.id} and ${unchanged(charges, row)})`,
  );
  const count = sql`(select count(*) from ${charges} where ${charges.appointmentId} = ${appointmentId}) = ${read.length}`;
  return sql.join([count, ...rows], sql` and `);
}

/** Writes a charge as a correction leaves it, for a batch whose guard knows it as it was. */
export function changingCharge({ id, ...after }: ChargeRow): ConditionalWrite {
  return (orm, onlyIf) =>
    orm
      .update(charges)
      .set(after)
      .where(and(eq(charges.id, id), onlyIf));
}

/** Writes down what Stripe kept of a charge. */
export function setFee(orm: Queryable, id: string, feeCents: Cents) {
  return orm
    .update(charges)
    .set({ feeCents })
    .where(and(eq(charges.id, id), isNull(charges.feeCents)));
}

/** Charges that a worker must take up now, the longest due first. */
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

/** When the next unfinished charge should be looked at: a query of one instant (ms) or null. */
export const NEXT_CHARGE = sql`select min(coalesce(${charges.nextAttemptAt}, 0)) from ${charges}
  where ${inArray(charges.state, [...UNFINISHED_CHARGE_STATES])}`;

/** Records an event of Stripe; no row where it is recorded already. */
export function insertStripeEvent(orm: Queryable, row: typeof stripeEvents.$inferInsert) {
  return insertRow(orm, stripeEvents, row, { unlessKnown: stripeEvents.id }).returning();
}

/** Whether an event of Stripe was handled already. */
export async function hasStripeEvent(orm: Queryable, id: string): Promise<boolean> {
  const rows = await orm
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(eq(stripeEvents.id, id));
  return rows.length > 0;
}
