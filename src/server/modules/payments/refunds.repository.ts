import { and, asc, desc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { appointments, charges, refunds } from '@/db/schema';
import { type Cents, NO_CENTS } from '@/domain/money';
import { REFUNDED_STATES, type RefundState, refundStatesBefore } from '@/domain/payment/refund';

export type RefundRow = typeof refunds.$inferSelect;

/** Refunds of a charge, newest first. */
export function refundsOf(orm: Queryable, chargeId: string): Promise<RefundRow[]> {
  return orm
    .select()
    .from(refunds)
    .where(eq(refunds.chargeId, chargeId))
    .orderBy(desc(refunds.createdAt), desc(refunds.id));
}

export async function findRefund(orm: Queryable, id: string): Promise<RefundRow | null> {
  const [row] = await orm.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

export async function findRefundAtStripe(
  orm: Queryable,
  stripeRefundId: string,
): Promise<RefundRow | null> {
  const [row] = await orm.select().from(refunds).where(eq(refunds.stripeRefundId, stripeRefundId));
  return row ?? null;
}

/** What is promised or given back already; only what failed may be given again. */
const promised = (chargeId: string) =>
  sql<number>`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${chargeId} and ${refunds.state} <> 'failed')`;

/** How much of a paid charge can still be given back, in cents. */
export async function refundableCents(orm: Queryable, chargeId: string): Promise<Cents> {
  const [row] = await orm
    .select({ left: sql<Cents>`${appointments.totalPaidCents} - ${promised(chargeId)}` })
    .from(charges)
    .innerJoin(appointments, eq(appointments.id, charges.appointmentId))
    .where(and(eq(charges.id, chargeId), inArray(charges.state, ['succeeded', 'cash'])));
  return row?.left ?? NO_CENTS;
}

/**
 * Records a refund if all refunds of its charge together stay within what was paid. One statement,
 * so two at once can never both give the last dollar back. False when they would not.
 */
export async function insertRefundIfLeft(
  orm: Queryable,
  row: Pick<
    RefundRow,
    'id' | 'chargeId' | 'amountCents' | 'state' | 'reason' | 'createdAt' | 'updatedAt'
  >,
): Promise<boolean> {
  const written = await orm.all(
    sql`insert into ${refunds} (id, charge_id, amount_cents, state, reason, created_at, updated_at) select ${row.id}, ${row.chargeId}, ${row.amountCents}, ${row.state}, ${row.reason}, ${row.createdAt}, ${row.updatedAt} from ${charges} join ${appointments} on ${appointments.id} = ${charges.appointmentId} where ${charges.id} = ${row.chargeId} and ${charges.state} in ('succeeded', 'cash') and ${promised(row.chargeId)} + ${row.amountCents} <= ${appointments.totalPaidCents} returning id`,
  );
  return written.length === 1;
}

/** Records a refund that was not asked for here. */
export function insertForeignRefund(orm: Queryable, row: typeof refunds.$inferInsert) {
  return orm.insert(refunds).values(row).onConflictDoNothing({ target: refunds.stripeRefundId });
}

/** Moves a refund to a state if it may go there from where it stands; the row afterwards, or null. */
export async function moveRefund(
  orm: Queryable,
  id: string,
  to: RefundState,
  changes: Partial<Pick<RefundRow, 'stripeRefundId' | 'errorMessage' | 'updatedAt'>>,
): Promise<RefundRow | null> {
  const [row] = await orm
    .update(refunds)
    .set({ ...changes, state: to })
    .where(and(eq(refunds.id, id), inArray(refunds.state, refundStatesBefore(to))))
    .returning();
  return row ?? null;
}

/** Puts the sum of what left us into the charge and its booking; what was given back in all, in cents. */
export async function addUpRefunds(
  orm: Queryable,
  charge: { id: string; appointmentId: string },
  now: number,
): Promise<Cents> {
  const given = sql`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${charge.id} and ${inArray(refunds.state, [...REFUNDED_STATES])})`;
  const [row] = await orm
    .update(charges)
    .set({ refundedCents: given, updatedAt: now })
    .where(eq(charges.id, charge.id))
    .returning({ refundedCents: charges.refundedCents });
  const refundedCents = row?.refundedCents ?? NO_CENTS;
  await orm
    .update(appointments)
    .set({
      refundedCents,
      paymentStatus: sql`case when ${refundedCents} = 0 then 'paid' when ${refundedCents} >= ${appointments.totalPaidCents} then 'refunded' else 'partly_refunded' end`,
      updatedAt: now,
    })
    .where(eq(appointments.id, charge.appointmentId));
  return refundedCents;
}

/** Refunds that nobody has looked after since then: not sent, or not decided. Oldest first. */
export function unfinishedRefunds(
  orm: Queryable,
  before: { due: number; pending: number },
  limit: number,
) {
  return orm
    .select()
    .from(refunds)
    .where(
      or(
        and(eq(refunds.state, 'due'), lte(refunds.updatedAt, before.due)),
        and(eq(refunds.state, 'pending'), lte(refunds.updatedAt, before.pending)),
      ),
    )
    .orderBy(asc(refunds.updatedAt))
    .limit(limit);
}

/** Takes a refund up for one worker, if nobody else has since it was found. */
export async function claimRefund(db: Db, row: RefundRow, now: number): Promise<boolean> {
  const taken = await db.write((orm) =>
    orm
      .update(refunds)
      .set({ updatedAt: now })
      .where(
        and(
          eq(refunds.id, row.id),
          eq(refunds.state, row.state),
          eq(refunds.updatedAt, row.updatedAt),
        ),
      )
      .returning({ id: refunds.id }),
  );
  return taken.length === 1;
}
