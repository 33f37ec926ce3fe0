import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, auditLog } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';

/** So many entries tell who changed something a moment ago. */
const LATEST = 200;

/** The entry of that id and action; no row where it was not written. */
export function selectAuditEntry(orm: Queryable, id: string, action: AuditAction) {
  return orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.id, id), eq(auditLog.action, action)));
}

/** One entry of that action, or null. */
export async function findAuditEntry(orm: Queryable, id: string, action: AuditAction) {
  const [row] = await selectAuditEntry(orm, id, action);
  return row ?? null;
}

/** The entries of one action on an appointment. */
export function selectEntriesOf(orm: Queryable, appointmentId: string, action: AuditAction) {
  return orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.appointmentId, appointmentId), eq(auditLog.action, action)));
}

/** The version of an appointment as the batch has left it so far. */
export function versionOf(appointmentId: string): SQL {
  return sql`(select ${appointments.version} from ${appointments} where ${appointments.id} = ${appointmentId})`;
}

/** What was done to an appointment since a version of it was read, the oldest first. */
export function selectSince(orm: Queryable, appointmentId: string, version: number) {
  return orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.appointmentId, appointmentId), gt(auditLog.version, version)))
    .orderBy(asc(auditLog.version), asc(auditLog.at), asc(auditLog.id));
}

/** The newest entries of some actions. */
export function selectLatestOf(orm: Queryable, actions: readonly AuditAction[]) {
  return orm
    .select()
    .from(auditLog)
    .where(inArray(auditLog.action, [...actions]))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(LATEST);
}
