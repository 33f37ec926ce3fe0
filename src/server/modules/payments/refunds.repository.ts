import { and, asc, desc, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db, Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow, unchanged } from '@/db/guarded-batch';
import { notRestored } from '@/db/restore-mark';
import { appointments, charges, refunds } from '@/db/schema';
import type { Cents } from '@/domain/money';
import type { ChargeState } from '@/domain/payment/charge';
import { REFUNDED_STATES } from '@/domain/payment/refund';
import type { ChargeRow } from './charges.repository';
import { notDisputed } from './disputes.repository';

export type RefundRow = typeof refunds.$inferSelect;

/** Refunds of an appointment's charge, newest first. */
export function selectRefundsOf(orm: Queryable, appointmentId: string) {
  const chargeId = sql`(select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointmentId})`;
  return orm
    .select()
    .from(refunds)
    .where(eq(refunds.chargeId, chargeId))
    .orderBy(desc(refunds.createdAt), desc(refunds.id));
}

/** The refund of that id, which is the key of our request. */
export function selectRefund(orm: Queryable, id: string) {
  return orm.select().from(refunds).where(eq(refunds.id, id));
}

export async function findRefund(orm: Queryable, id: string): Promise<RefundRow | null> {
  const [row] = await selectRefund(orm, id);
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

/** What a paid charge can still give back; only a refund that failed may be given again. */
const left = sql<Cents>`${appointments.totalPaidCents} - (select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${charges.id} and ${refunds.state} <> 'failed')`;

/** How much of an appointment's charge can still be given back, in cents; no row until it is paid. */
export function selectRefundable(orm: Queryable, appointmentId: string) {
  return orm
    .select({ left })
    .from(charges)
    .innerJoin(appointments, eq(appointments.id, charges.appointmentId))
    .where(and(eq(appointments.id, appointmentId), inArray(charges.state, PAID_STATES)));
}

const PAID_STATES: ChargeState[] = ['succeeded', 'cash'];

/**
 * Records a refund if its charge stands as it was read and that much is left. One statement, so two
 * refunds at once never both give the last dollar back. No row where it would be too much, or where
 * a refund has this id already.
 *
 * @param options.isAll the amount must be all that is left, not only a part of it
 */
export function insertRefundIfLeft(
  orm: Queryable,
  row: RefundRow,
  charge: Pick<ChargeRow, 'id' | 'state' | 'paymentIntentId'>,
  options: { isAll: boolean },
) {
  const isCash = charge.state === 'cash';
  const fits = options.isAll ? sql`${left} = ${row.amountCents}` : gte(left, row.amountCents);
  const onlyIf = sql`exists (select 1 from ${charges} join ${appointments} on ${appointments.id} = ${charges.appointmentId} where ${charges.id} = ${charge.id} and ${charges.state} = ${charge.state} and ${fits}) and ${notDisputed(isCash ? null : charge.paymentIntentId)}`;
  return insertRow(orm, refunds, row, { onlyIf, unlessKnown: refunds.id }).returning();
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

/** Puts the sum of what left us into a charge, and from there into its appointment. */
export function addingUpRefunds(
  { id, appointmentId }: Pick<ChargeRow, 'id' | 'appointmentId'>,
  now: number,
): ConditionalWrite[] {
  const given = sql`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} = ${id} and ${inArray(refunds.state, [...REFUNDED_STATES])})`;
  const refundedCents = sql`(select ${charges.refundedCents} from ${charges} where ${charges.id} = ${id})`;
  const paymentStatus = sql`case when ${refundedCents} = 0 then 'paid' when ${refundedCents} >= ${appointments.totalPaidCents} then 'refunded' else 'partly_refunded' end`;
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
