import { sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { Guard } from '@/db/guarded-batch';
import { appointments, auditLog, charges, refunds } from '@/db/schema';
import type { Cents } from '@/domain/money';
import { SAVED_REFUND_LIMIT } from '../../business-settings/business-settings.repository';

/** An appointment's total of refunds that didn't fail, plus write-offs in its audit entries. */
const concededFor = (appointmentId: string) => {
  const ofCharges = sql`(select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointmentId})`;
  const refunded = sql`(select coalesce(sum(${refunds.amountCents}), 0) from ${refunds} where ${refunds.chargeId} in ${ofCharges} and ${refunds.state} <> 'failed')`;
  const writtenOff = sql`(select coalesce(sum(json_extract(${auditLog.after}, '$.concededCents')), 0) from ${auditLog} where ${auditLog.appointmentId} = ${appointmentId})`;
  return sql<Cents>`(${refunded} + ${writtenOff})`;
};

/** Selects an appointment's concessions so far (cents) and the limit saved by the owner. */
export function selectConceded(orm: Queryable, appointmentId: string) {
  return orm
    .select({ cents: concededFor(appointmentId), allowedCents: SAVED_REFUND_LIMIT })
    .from(appointments)
    .where(sql`${appointments.id} = ${appointmentId}`);
}

/** Guards that the appointment's concessions are at most this amount. */
export function isConcededAtMost(appointmentId: string, atMost: Cents): Guard {
  return sql`${concededFor(appointmentId)} <= ${atMost}`;
}
