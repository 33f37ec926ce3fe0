import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import type { ConditionalWrite, Guard } from '@/db/guarded-batch';
import { appointments, auditDetails, auditLog, drivers, users } from '@/db/schema';
import type { AuditAction } from '@/domain/audit/actions';
import type { DriverNames } from '@/domain/audit/changes';
import type { AuditDetails } from '@/domain/audit/personal';

/**
 * Number of entries searched for the author of a recent change, or listed in one appointment's
 * history.
 */
const LATEST = 200;

/** An entry with its personal values, unless they were erased. */
export type AuditEntryRow = typeof auditLog.$inferSelect & {
  /** True if the entry had personal values that were erased. */
  isErased: boolean;
  driverNames: DriverNames;
};

/** Reads the names of the drivers that an entry's values refer to. */
export const namesOfDrivers =
  sql<DriverNames>`(select json_group_object(${drivers.id}, ${drivers.name}) from ${drivers} where ${drivers.id} in (${auditLog.before} ->> 'driverId', ${auditLog.after} ->> 'driverId'))`.mapWith(
    JSON.parse,
  );

/** Selects entries with their details. */
function selectEntries(orm: Queryable) {
  return orm
    .select({ entry: auditLog, details: auditDetails.values, driverNames: namesOfDrivers })
    .from(auditLog)
    .leftJoin(auditDetails, eq(auditDetails.entryId, auditLog.id))
    .$dynamic();
}

/** Merges an entry's personal values back into it. */
export function wholeEntry({
  entry,
  details,
  driverNames,
}: {
  entry: typeof auditLog.$inferSelect;
  details: string | null;
  driverNames: DriverNames;
}): AuditEntryRow {
  if (details === null) return { ...entry, driverNames, isErased: entry.detailsHash !== null };
  const { actorName, before, after } = JSON.parse(details) as AuditDetails;
  return {
    ...entry,
    driverNames,
    actorName: actorName ?? entry.actorName,
    before: before ? { ...entry.before, ...before } : entry.before,
    after: after ? { ...entry.after, ...after } : entry.after,
    isErased: false,
  };
}

/** Returns an entry of this action without its details, or null. */
export async function findAuditEntry(orm: Queryable, id: string, action: AuditAction) {
  const [row] = await orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.id, id), eq(auditLog.action, action)));
  return row ?? null;
}

/** Selects an appointment's entries of one action. */
export function selectEntriesOf(orm: Queryable, appointmentId: string, action: AuditAction) {
  return orm
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.appointmentId, appointmentId), eq(auditLog.action, action)));
}

/** Selects what an appointment's history says about its steps, without anyone's personal values. */
export function selectSteps(orm: Queryable, appointmentId: string) {
  const { action, at, before, after } = auditLog;
  return orm
    .select({ action, at, before, after })
    .from(auditLog)
    .where(eq(auditLog.appointmentId, appointmentId))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(LATEST);
}

/** Selects a row if the appointment was ever assigned to the driver. */
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

/** Reads an appointment's version after the batch's earlier statements. */
export function versionOf(appointmentId: string): SQL {
  return sql`(select ${appointments.version} from ${appointments} where ${appointments.id} = ${appointmentId})`;
}

/** Reads the account an appointment belongs to, or null for a guest's. */
export function ownerOf(appointmentId: string): SQL {
  return sql`(select ${appointments.userId} from ${appointments} where ${appointments.id} = ${appointmentId})`;
}

/** Returns an appointment's entries since a version, oldest first. */
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

/** Selects an appointment's history, newest first. Pass each row to `wholeEntry`. */
export function selectHistory(orm: Queryable, appointmentId: string) {
  return selectEntries(orm)
    .where(eq(auditLog.appointmentId, appointmentId))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(LATEST);
}

/** Returns the newest entries of some actions. */
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

/** Returns the newest entries of some actions about an account. */
export async function latestAbout(
  orm: Queryable,
  userId: string,
  actions: readonly AuditAction[],
): Promise<AuditEntryRow[]> {
  const rows = await selectEntries(orm)
    .where(and(eq(auditLog.userId, userId), inArray(auditLog.action, [...actions])))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(LATEST);
  return rows.map(wholeEntry);
}

/** Selects a row if staff created the account. */
export function selectMadeByStaff(orm: Queryable, userId: string) {
  return orm
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), eq(auditLog.action, 'account.made')))
    .limit(1);
}

/** The entries of exports. The text that staff searched for may be anyone's name or number. */
const ofExports = eq(auditLog.thing, 'export');

/**
 * Erases the personal values from entries about a customer, about records that were merged into
 * theirs, about their appointments, of their own actions, and of exports. The entries and their seals stay.
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
        inArray(auditLog.userId, mergedInto(orm, userId)),
        and(eq(auditLog.actorId, userId), eq(auditLog.actorKind, 'customer')),
        inArray(auditLog.appointmentId, theirs),
        ofExports,
      ),
      onlyIf,
    );
  };
}

/** Selects the records that became part of this one. */
export const mergedInto = (orm: Queryable, userId: string) =>
  orm.select({ id: users.id }).from(users).where(eq(users.mergedInto, userId));

/** Erases the personal values from entries about some appointments. */
export function eraseDetailsOfAppointments(orm: Queryable, ids: SQLWrapper) {
  return deleteDetails(orm, or(inArray(auditLog.appointmentId, ids), and(ofExports, exists(ids))));
}

function deleteDetails(orm: Queryable, of: SQL | undefined, onlyIf?: Guard) {
  const entries = orm.select({ id: auditLog.id }).from(auditLog).where(of);
  return orm.delete(auditDetails).where(and(inArray(auditDetails.entryId, entries), onlyIf));
}
