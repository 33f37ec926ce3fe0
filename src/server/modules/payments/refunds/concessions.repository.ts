import { sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { appointments, auditLog, charges, refunds } from '@/db/schema';
import type { Cents } from '@/domain/money';
import { SAVED_REFUND_LIMIT } from '../../business-settings/business-settings.repository';

/** The refunds of an appointment that did not fail, and the claims that its audit entries give up. */
const concededFor = (appointmentId: string) => {
  const ofCharges = sql`(select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointmentId})`;
  const givenBack = sql`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} in ${ofCharges} and ${refunds.state} <> 'failed')`;
  const givenUp = sql`(select coalesce(sum(json_extract(${auditLog.after}, '$.concededCents')), 0) from ${auditLog} where ${auditLog.appointmentId} = ${appointmentId})`;
  return sql<Cents>`(${givenBack} + ${givenUp})`;
};

/** What was conceded for an appointment so far (cents), and the limit that the owner saved. */
export function selectConceded(orm: Queryable, appointmentId: string) {
  return orm
    .select({ cents: concededFor(appointmentId), allowedCents: SAVED_REFUND_LIMIT })
    .from(appointments)
    .where(sql`${appointments.id} = ${appointmentId}`);
}

/** A guard: no more than that was conceded for the appointment. */
export function isConcededAtMost(appointmentId: string, atMost: Cents): Guard {
  return sql`${concededFor(appointmentId)} <= ${atMost}`;
}
