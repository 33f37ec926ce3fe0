import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, insertRow, unchanged } from '@/db/guarded-batch';
import { appointments, charges, disputes } from '@/db/schema';
import { blocksRefund, DISPUTE_STATUSES, OPEN_DISPUTES } from '@/domain/payment/dispute';

export type DisputeRow = typeof disputes.$inferSelect;

/** Selects the dispute with this Stripe ID. */
export function selectDispute(orm: Queryable, id: string) {
  return orm.select().from(disputes).where(eq(disputes.id, id));
}

/** Selects an appointment's disputes, oldest first. */
export function selectDisputesOf(orm: Queryable, appointmentId: string) {
  return orm
    .select()
    .from(disputes)
    .where(eq(disputes.appointmentId, appointmentId))
    .orderBy(asc(disputes.openedAt), asc(disputes.id));
}

/** Selects the disputes that aren't closed. */
export function openDisputes(orm: Queryable) {
  return orm
    .select({ id: disputes.id })
    .from(disputes)
    .where(inArray(disputes.status, OPEN_DISPUTES));
}

/** Selects a payment's appointment. `named` is the appointment in the payment's own metadata. */
export function selectPaidAppointment(
  orm: Queryable,
  { paymentIntentId, named }: { paymentIntentId: string; named: string | null },
) {
  const id = sql`coalesce(
    (select ${charges.appointmentId} from ${charges} where ${charges.paymentIntentId} = ${paymentIntentId}),
    ${named})`;
  return orm.select().from(appointments).where(eq(appointments.id, id));
}

/** Records a dispute. Returns no row if it's already recorded. */
export function insertDispute(orm: Queryable, row: DisputeRow) {
  return insertRow(orm, disputes, row, { unlessKnown: disputes.id }).returning();
}

/** Changes a dispute if none of its columns has changed since the read. Returns the changed row. */
export function changeDispute(orm: Queryable, read: DisputeRow, after: DisputeRow) {
  return orm
    .update(disputes)
    .set(after)
    .where(and(eq(disputes.id, read.id), unchanged(disputes, read)))
    .returning();
}

/** Updates an appointment's total of lost disputes. */
export function addingUpDisputes(appointmentId: string, now: number): ConditionalWrite {
  const lost = sql`(select coalesce(sum(${disputes.lostCents}), 0) from ${disputes} where ${disputes.appointmentId} = ${appointmentId})`;
  return (orm, onlyIf) =>
    orm
      .update(appointments)
      .set({ disputedCents: lost, updatedAt: now })
      .where(and(eq(appointments.id, appointmentId), onlyIf));
}

/** Dispute states that block a refund of the payment. */
const BLOCKING = DISPUTE_STATUSES.filter((status) => blocksRefund({ status, refundable: false }));

/** Guards that no dispute blocks a refund of this payment. */
export function notDisputed(paymentIntentId: string | null): Guard {
  const blocking = sql.join(
    BLOCKING.map((status): SQL => sql`${status}`),
    sql`, `,
  );
  return sql`not exists (select 1 from ${disputes} where ${disputes.paymentIntentId} = ${paymentIntentId} and ${disputes.refundable} = 0 and ${disputes.status} in (${blocking}))`;
}
