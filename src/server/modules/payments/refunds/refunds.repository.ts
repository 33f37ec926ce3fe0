import { and, asc, desc, eq, gt, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import {
  type ConditionalWrite,
  type Guard,
  inserting,
  insertRow,
  unchanged,
} from '@/db/guarded-batch';
import { notRestored } from '@/db/restore-mark';
import { accountDeliveries, appointments, charges, refunds } from '@/db/schema';
import type { Cents } from '@/domain/money';
import type { ChargeState } from '@/domain/payment/charge';
import { CORRECTION, REFUNDED_STATES } from '@/domain/payment/refund';
import type { ChargeRow } from '../charges/charges.repository';
import { notDisputed } from '../disputes/disputes.repository';

export type RefundRow = typeof refunds.$inferSelect;

/** Selects the refunds of an appointment's charges, newest first. */
export function selectRefundsOf(orm: Queryable, appointmentId: string) {
  const chargeIds = sql`(select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointmentId})`;
  return orm
    .select()
    .from(refunds)
    .where(sql`${refunds.chargeId} in ${chargeIds}`)
    .orderBy(desc(refunds.createdAt), desc(refunds.id));
}

/** Selects the refunds of one request, one for each refunded charge. */
export function selectRefundsOfRequest(orm: Queryable, requestId: string) {
  return orm
    .select()
    .from(refunds)
    .where(
      or(
        eq(refunds.id, requestId),
        // Matches all IDs that begin with the request's ID and a colon.
        and(gt(refunds.id, `${requestId}:`), lt(refunds.id, `${requestId};`)),
      ),
    )
    .orderBy(asc(refunds.id));
}

/** Returns the refund with this ID, or null. */
export async function findRefund(orm: Queryable, id: string): Promise<RefundRow | null> {
  const [row] = await orm.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

/** The IDs of a refund: our request's key, Stripe's ID, or at least its payment. */
export type RefundNames = {
  key: string | null;
  stripeRefundId: string | null;
  paymentIntentId: string | null;
};

/** Selects our refund with one of these IDs, preferring the one of our own request. */
export function selectKnownRefund(orm: Queryable, names: RefundNames) {
  const isOfOurRequest = eq(refunds.id, names.key ?? '');
  return orm
    .select()
    .from(refunds)
    .where(or(isOfOurRequest, eq(refunds.stripeRefundId, names.stripeRefundId ?? '')))
    .orderBy(desc(isOfOurRequest))
    .limit(1);
}

/**
 * Selects the charge and appointment of a refund, found by its payment if the refund is new to us.
 */
export function selectRefundedDebt(
  orm: Queryable,
  { key, stripeRefundId, paymentIntentId }: RefundNames,
) {
  const chargeId = sql`coalesce(
    (select ${refunds.chargeId} from ${refunds} where ${refunds.id} = ${key}),
    (select ${refunds.chargeId} from ${refunds} where ${refunds.stripeRefundId} = ${stripeRefundId}),
    (select ${charges.id} from ${charges} where ${charges.paymentIntentId} = ${paymentIntentId}))`;
  return orm
    .select({ charge: charges, appointment: appointments })
    .from(charges)
    .innerJoin(appointments, eq(appointments.id, charges.appointmentId))
    .where(eq(charges.id, chargeId));
}

/**
 * The refundable rest of a charge in the surrounding query. A failed refund may be made again, so
 * it doesn't count.
 */
const left = sql<Cents>`coalesce(${charges.receivedCents}, ${charges.amountCents}) - (select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${charges.id} and ${refunds.state} <> 'failed')`;

/**
 * The amount of a charge that corrections refunded, including failed refunds, which staff make
 * again.
 */
const correctedBack = sql<Cents>`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${charges.id} and substr(${refunds.id}, 1, ${CORRECTION.length}) = ${CORRECTION})`;

const isOnAccount =
  sql<boolean>`exists (select 1 from ${accountDeliveries} where ${accountDeliveries.appointmentId} = ${charges.appointmentId})`.mapWith(
    Boolean,
  );

/**
 * Selects an appointment's paid charges, latest first, with the amounts that can still be refunded
 * and that corrections refunded (cents).
 */
export function selectRefundable(orm: Queryable, appointmentId: string) {
  return (
    orm
      .select({ charge: charges, left, correctedBack, isOnAccount })
      .from(charges)
      // In a query of one table, drizzle omits the table's name, and the subquery would use its own
      // columns. So a second table is joined.
      .innerJoin(appointments, eq(appointments.id, charges.appointmentId))
      .where(and(eq(charges.appointmentId, appointmentId), inArray(charges.state, PAID_STATES)))
      .orderBy(desc(charges.sequence))
  );
}
/** The part of a refund that comes from one charge. */
export type RefundPart = { charge: ChargeRow; amountCents: Cents };
export type Refundable = Awaited<ReturnType<typeof selectRefundable>>[number];

const PAID_STATES: ChargeState[] = ['succeeded', 'cash'];

/**
 * Guards that each charge is in the state that was read, that no dispute blocks it, and that it has
 * this much left to refund.
 * @param allOf an appointment of which these parts must be the whole refundable rest
 */
export function isLeftFor(parts: readonly RefundPart[], allOf: string | null = null): Guard {
  const guards = parts.map(
    ({ charge: { id, state, paymentIntentId }, amountCents }) =>
      sql`(select ${left} from ${charges} where ${charges.id} = ${id} and ${charges.state} = ${state}) >= ${amountCents} and ${notDisputed(state === 'cash' ? null : paymentIntentId)}`,
  );
  if (allOf !== null) {
    const paid = sql`${charges.appointmentId} = ${allOf} and ${inArray(charges.state, PAID_STATES)}`;
    const sum = parts.reduce((cents, { amountCents }) => cents + amountCents, 0);
    guards.push(sql`(select sum(${left}) from ${charges} where ${paid}) = ${sum}`);
  }
  return guards.length > 0 ? sql.join(guards, sql` and `) : sql`true`;
}

/**
 * Records a refund if the guards hold. It's one statement, so two simultaneous refunds can't both
 * return the last dollar. Returns no row if a guard fails or the ID exists.
 */
export function insertRefundIf(orm: Queryable, row: RefundRow, ...guards: Guard[]) {
  return insertRow(orm, refunds, row, {
    onlyIf: and(...guards),
    unlessKnown: refunds.id,
  }).returning();
}

/** Records a refund in a batch whose guard has checked the amount. */
export function addingRefund(row: RefundRow): ConditionalWrite {
  return inserting(refunds, row, { unlessKnown: refunds.id });
}

/** Records a refund that staff made in Stripe. Returns no row if it's already recorded. */
export function insertForeignRefund(orm: Queryable, row: RefundRow, onlyIf: Guard) {
  const unlessKnown = refunds.stripeRefundId;
  return insertRow(orm, refunds, row, { onlyIf, unlessKnown }).returning();
}

/** Changes a refund if none of its columns has changed since the read. Returns the changed row. */
export function changeRefund(orm: Queryable, read: RefundRow, after: RefundRow, guard: Guard) {
  return orm
    .update(refunds)
    .set(after)
    .where(and(eq(refunds.id, read.id), unchanged(refunds, read), guard))
    .returning();
}

/** Updates the refunded totals of a charge and its appointment. */
export function addingUpRefunds(
  { id, appointmentId }: Pick<ChargeRow, 'id' | 'appointmentId'>,
  now: number,
): ConditionalWrite[] {
  const refunded = sql`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${id} and ${inArray(refunds.state, [...REFUNDED_STATES])})`;
  const refundedCents = sql`(select sum(${charges.refundedCents}) from ${charges} where ${charges.appointmentId} = ${appointmentId})`;
  const paymentStatus = sql`case when ${appointments.balancePaid} = 0 then ${appointments.paymentStatus} when ${refundedCents} = 0 then 'paid' when ${refundedCents} >= ${appointments.totalPaidCents} then 'refunded' else 'partly_refunded' end`;
  return [
    (orm, onlyIf) =>
      orm
        .update(charges)
        .set({ refundedCents: refunded, updatedAt: now })
        .where(and(eq(charges.id, id), onlyIf)),
    (orm, onlyIf) =>
      orm
        .update(appointments)
        .set({ refundedCents, paymentStatus, updatedAt: now })
        .where(and(eq(appointments.id, appointmentId), onlyIf)),
  ];
}

/**
 * Selects unsent and undecided refunds that no worker has claimed since `before` (ms), oldest
 * first.
 */
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

/**
 * A query of the instant (ms) when the next refund is due for a check, or null.
 *
 * @param pauses how long (ms) a refund pauses in each state
 */
export const nextRefund = (pauses: { due: number; pending: number }): SQL => sql`
  select min(${refunds.updatedAt} + case ${refunds.state} when 'due' then ${pauses.due} else ${pauses.pending} end)
  from ${refunds} where ${refunds.state} in ('due', 'pending')`;

/** Claims a refund for one worker, if no other worker has since the read. */
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
          notRestored,
        ),
      )
      .returning({ id: refunds.id }),
  );
  return taken.length === 1;
}
