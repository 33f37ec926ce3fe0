import { and, asc, desc, eq, gt, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite, Guard } from '@/db/guarded-batch';
import { appointments, auditDetails, auditLog } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import type { AuditDetails } from '@/domain/audit/personal';

/** So many entries tell who changed something a moment ago, or what happened to one thing. */
const LATEST = 200;

/** An entry as it is read, with its personal values where they are not erased. */
export type AuditEntryRow = typeof auditLog.$inferSelect & {
  /** Whether it had personal values that are erased. */
  isErased: boolean;
};

/** Entries with what their details say. */
function selectEntries(orm: Queryable) {
  return orm
    .select({ entry: auditLog, details: auditDetails.values })
    .from(auditLog)
    .leftJoin(auditDetails, eq(auditDetails.entryId, auditLog.id))
    .$dynamic();
}

/** An entry with its personal values in their places. */
export function wholeEntry({
  entry,
  details,
}: {
  entry: typeof auditLog.$inferSelect;
  details: string | null;
}): AuditEntryRow {
  if (details === null) return { ...entry, isErased: entry.detailsHash !== null };
  const { actorName, before, after } = JSON.parse(details) as AuditDetails;
  return {
    ...entry,
    actorName: actorName ?? entry.actorName,
    before: before ? { ...entry.before, ...before } : entry.before,
    after: after ? { ...entry.after, ...after } : entry.after,
    isErased: false,
  };
}

/** One entry of that action without its details, or null. */
export async function findAuditEntry(orm: Queryable, id: string, action: AuditAction) {
  const [row] = await orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.id, id), eq(auditLog.action, action)));
  return row ?? null;
}

/** The entries of one action on an appointment. */
export function selectEntriesOf(orm: Queryable, appointmentId: string, action: AuditAction) {
  return orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.appointmentId, appointmentId), eq(auditLog.action, action)));
}

/** Whether an appointment was ever given to a driver; a row if it was. */
export function selectGivenTo(orm: Queryable, appointmentId: string, driverId: number) {
  const names = (values: SQLWrapper) => sql`${values} ->> 'driverId' = ${driverId}`;
  return orm
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.appointmentId, appointmentId),
        or(names(auditLog.before), names(auditLog.after)),
      ),
    )
    .limit(1);
}

/** The version of an appointment as the batch has left it so far. */
export function versionOf(appointmentId: string): SQL {
  return sql`(select ${appointments.version} from ${appointments} where ${appointments.id} = ${appointmentId})`;
}

/** The account that an appointment belongs to; null for a guest's. */
export function ownerOf(appointmentId: string): SQL {
  return sql`(select ${appointments.userId} from ${appointments} where ${appointments.id} = ${appointmentId})`;
}

/** What was done to an appointment since a version of it was read, the oldest first. */
export async function entriesSince(
  orm: Queryable,
  appointmentId: string,
  version: number,
): Promise<AuditEntryRow[]> {
  const rows = await selectEntries(orm)
    .where(and(eq(auditLog.appointmentId, appointmentId), gt(auditLog.version, version)))
    .orderBy(asc(auditLog.version), asc(auditLog.at), asc(auditLog.id));
  return rows.map(wholeEntry);
}

/** Who did what to an appointment, the newest first; `wholeEntry` reads each row. */
export function selectHistory(orm: Queryable, appointmentId: string) {
  return selectEntries(orm)
    .where(eq(auditLog.appointmentId, appointmentId))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(LATEST);
}

/** The newest entries of some actions. */
export async function latestOf(
  orm: Queryable,
  actions: readonly AuditAction[],
): Promise<AuditEntryRow[]> {
  const rows = await selectEntries(orm)
    .where(inArray(auditLog.action, [...actions]))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(LATEST);
  return rows.map(wholeEntry);
}

/**
 * Erases the personal values in the entries about a customer, about their appointments, and of what
 * they did; the entries stay, and so do their seals.
 */
export function erasingDetailsOf(userId: string): ConditionalWrite {
  return (orm, onlyIf) => {
    const theirs = orm
      .select({ id: appointments.id })
      .from(appointments)
      .where(eq(appointments.userId, userId));
    return deleteDetails(
      orm,
      or(
        eq(auditLog.userId, userId),
        and(eq(auditLog.actorId, userId), eq(auditLog.actorKind, 'customer')),
        inArray(auditLog.appointmentId, theirs),
      ),
      onlyIf,
    );
  };
}

/** Erases the personal values in the entries about some appointments. */
export function eraseDetailsOfAppointments(orm: Queryable, ids: SQLWrapper) {
  return deleteDetails(orm, inArray(auditLog.appointmentId, ids));
}

function deleteDetails(orm: Queryable, of: SQL | undefined, onlyIf?: Guard) {
  const entries = orm.select({ id: auditLog.id }).from(auditLog).where(of);
  return orm.delete(auditDetails).where(and(inArray(auditDetails.entryId, entries), onlyIf));
}
