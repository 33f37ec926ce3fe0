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
import { appointments, charges, refunds } from '@/db/schema';
import type { Cents } from '@/domain/money';
import type { ChargeState } from '@/domain/payment/charge';
import { CORRECTION, REFUNDED_STATES } from '@/domain/payment/refund';
import type { ChargeRow } from '../charges/charges.repository';
import { notDisputed } from '../disputes/disputes.repository';

export type RefundRow = typeof refunds.$inferSelect;

/** Refunds of an appointment's charges, newest first. */
export function selectRefundsOf(orm: Queryable, appointmentId: string) {
  const chargeIds = sql`(select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointmentId})`;
  return orm
    .select()
    .from(refunds)
    .where(sql`${refunds.chargeId} in ${chargeIds}`)
    .orderBy(desc(refunds.createdAt), desc(refunds.id));
}

/** The refunds of one request; it has one for each charge that it gives back of. */
export function selectRefundsOfRequest(orm: Queryable, requestId: string) {
  return orm
    .select()
    .from(refunds)
    .where(
      or(
        eq(refunds.id, requestId),
        // Between ":" and the next character: what begins with the request's id and a colon.
        and(gt(refunds.id, `${requestId}:`), lt(refunds.id, `${requestId};`)),
      ),
    )
    .orderBy(asc(refunds.id));
}

/** The refund of an id, or null. */
export async function findRefund(orm: Queryable, id: string): Promise<RefundRow | null> {
  const [row] = await orm.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

/** What names a refund: the key of our request, Stripe's id of it, or at least its payment. */
export type RefundNames = {
  key: string | null;
  stripeRefundId: string | null;
  paymentIntentId: string | null;
};

/** The refund of those names that we know; the one of our own request first. */
export function selectKnownRefund(orm: Queryable, names: RefundNames) {
  const isOfOurRequest = eq(refunds.id, names.key ?? '');
  return orm
    .select()
    .from(refunds)
    .where(or(isOfOurRequest, eq(refunds.stripeRefundId, names.stripeRefundId ?? '')))
    .orderBy(desc(isOfOurRequest))
    .limit(1);
}

/** The charge and the appointment of such a refund; for one we do not know, those of its payment. */
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

/** What a charge of the surrounding query can still give back; a refund that failed may be given again. */
const left = sql<Cents>`coalesce(${charges.receivedCents}, ${charges.amountCents}) - (select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${charges.id} and ${refunds.state} <> 'failed')`;

/** What corrections gave back of a charge of the surrounding query; one that failed is made again by staff. */
const correctedBack = sql<Cents>`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${charges.id} and substr(${refunds.id}, 1, ${CORRECTION.length}) = ${CORRECTION})`;

/**
 * The paid charges of an appointment, the latest first, each with what it can still give back and what
 * corrections gave back of it (cents).
 */
export function selectRefundable(orm: Queryable, appointmentId: string) {
  return (
    orm
      .select({ charge: charges, left, correctedBack })
      .from(charges)
      // With one table drizzle leaves its name out, and the sum would mean other columns.
      .innerJoin(appointments, eq(appointments.id, charges.appointmentId))
      .where(and(eq(charges.appointmentId, appointmentId), inArray(charges.state, PAID_STATES)))
      .orderBy(desc(charges.sequence))
  );
}
/** How much of a charge is given back. */
export type RefundPart = { charge: ChargeRow; amountCents: Cents };
export type Refundable = Awaited<ReturnType<typeof selectRefundable>>[number];

const PAID_STATES: ChargeState[] = ['succeeded', 'cash'];

/**
 * A guard: each charge stands in the state that was read, no dispute is open on it, and that much of
 * it is left.
 *
 * @param allOf the parts must be all that is left of this appointment
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
 * Records a refund where the guards hold. One statement, so two refunds at once never both give the
 * last dollar back. No row where one does not hold, or where a refund has this id already.
 */
export function insertRefundIf(orm: Queryable, row: RefundRow, ...guards: Guard[]) {
  return insertRow(orm, refunds, row, {
    onlyIf: and(...guards),
    unlessKnown: refunds.id,
  }).returning();
}

/** Records a refund, for a batch whose guard says that it is left. */
export function addingRefund(row: RefundRow): ConditionalWrite {
  return inserting(refunds, row, { unlessKnown: refunds.id });
}

/** Records a refund that staff made at Stripe; no row where it is recorded already. */
export function insertForeignRefund(orm: Queryable, row: RefundRow, onlyIf: Guard) {
  const unlessKnown = refunds.stripeRefundId;
  return insertRow(orm, refunds, row, { onlyIf, unlessKnown }).returning();
}

/** Changes a refund that stands as it was read, in every column; the row as it is afterwards. */
export function changeRefund(orm: Queryable, read: RefundRow, after: RefundRow, guard: Guard) {
  return orm
    .update(refunds)
    .set(after)
    .where(and(eq(refunds.id, read.id), unchanged(refunds, read), guard))
    .returning();
}

/** Puts the sum of what left us into a charge, and that of all charges into the appointment. */
export function addingUpRefunds(
  { id, appointmentId }: Pick<ChargeRow, 'id' | 'appointmentId'>,
  now: number,
): ConditionalWrite[] {
  const given = sql`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${id} and ${inArray(refunds.state, [...REFUNDED_STATES])})`;
  const refundedCents = sql`(select sum(${charges.refundedCents}) from ${charges} where ${charges.appointmentId} = ${appointmentId})`;
  const paymentStatus = sql`case when ${appointments.balancePaid} = 0 then ${appointments.paymentStatus} when ${refundedCents} = 0 then 'paid' when ${refundedCents} >= ${appointments.totalPaidCents} then 'refunded' else 'partly_refunded' end`;
  return [
    (orm, onlyIf) =>
      orm
        .update(charges)
        .set({ refundedCents: given, updatedAt: now })
        .where(and(eq(charges.id, id), onlyIf)),
    (orm, onlyIf) =>
      orm
        .update(appointments)
        .set({ refundedCents, paymentStatus, updatedAt: now })
        .where(and(eq(appointments.id, appointmentId), onlyIf)),
  ];
}

/** Refunds not sent or not decided that no worker took up since `before` (ms), the oldest first. */
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
 * When the next of them should be looked at: a query of one instant (ms) or null.
 *
 * @param pauses how long (ms) a refund rests in each state
 */
export const nextRefund = (pauses: { due: number; pending: number }): SQL => sql`
  select min(${refunds.updatedAt} + case ${refunds.state} when 'due' then ${pauses.due} else ${pauses.pending} end)
  from ${refunds} where ${refunds.state} in ('due', 'pending')`;

/** Takes a refund up for one worker, if no other did since it was read. */
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
