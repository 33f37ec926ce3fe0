import { and, count, desc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, inserting, insertRow } from '@/db/guarded-batch';
import { appointments, driverReports, drivers } from '@/db/schema';
import type { Spill } from '@/domain/driver/spill';

export type DriverReportRow = typeof driverReports.$inferSelect;

/** How many reports staff see at once; those that wait come first. */
const SHOWN = 100;

export type NewReport = typeof driverReports.$inferInsert;

/** Writes a report unless it is known; a row if it was written. */
export function insertReportIfNew(orm: Queryable, row: NewReport, onlyIf: Guard | undefined) {
  return insertRow(orm, driverReports, row, { onlyIf, unlessKnown: driverReports.id }).returning();
}

/** A report that follows from what the batch wrote before. */
export function addingReport(row: NewReport): ConditionalWrite {
  return inserting(driverReports, row, { unlessKnown: driverReports.id });
}

/** The report of an id; no row for an unknown one. */
export function selectReport(orm: Queryable, id: string) {
  return orm.select().from(driverReports).where(eq(driverReports.id, id));
}

/** The report of an id, or null. */
export async function findReport(orm: Queryable, id: string): Promise<DriverReportRow | null> {
  const [row] = await selectReport(orm, id);
  return row ?? null;
}

/** The report that a photo belongs to, or null. */
export async function findReportByPhoto(
  orm: Queryable,
  photoId: string,
): Promise<DriverReportRow | null> {
  const [row] = await orm.select().from(driverReports).where(eq(driverReports.photoId, photoId));
  return row ?? null;
}

/** Changes the facts of a spill that stand as they were read; a row if they were. */
export function changeSpill(orm: Queryable, { id, spill }: DriverReportRow, after: Spill) {
  return orm
    .update(driverReports)
    .set({ spill: after })
    .where(and(eq(driverReports.id, id), eq(driverReports.spill, spill as Spill)))
    .returning({ id: driverReports.id });
}

/** A report with whose it is and of which delivery. */
export async function findReportView(orm: Queryable, id: string) {
  const [row] = await selectReportViews(orm).where(eq(driverReports.id, id));
  return row ?? null;
}

/** Reports with whose they are and of which delivery, the newest first. */
export function listReports(orm: Queryable, { open }: { open: boolean }) {
  return selectReportViews(orm)
    .where(open ? isNull(driverReports.resolvedAt) : undefined)
    .orderBy(desc(driverReports.createdAt), desc(driverReports.id))
    .limit(SHOWN);
}

function selectReportViews(orm: Queryable) {
  return orm
    .select({
      report: driverReports,
      driverName: drivers.name,
      driverPhone: drivers.phone,
      delivery: {
        publicCode: appointments.publicCode,
        location: appointments.location,
        slipNumber: appointments.slipNumber,
        customerName: appointments.customerName,
        customerPhone: appointments.customerPhone,
      },
    })
    .from(driverReports)
    .innerJoin(drivers, eq(drivers.id, driverReports.driverId))
    .leftJoin(appointments, eq(appointments.id, driverReports.appointmentId));
}

/** How many reports staff have not resolved. */
export async function countOpenReports(orm: Queryable): Promise<number> {
  const [row] = await orm
    .select({ open: count() })
    .from(driverReports)
    .where(isNull(driverReports.resolvedAt));
  return row?.open ?? 0;
}

/** Adds the photo, unless there is one; whether it was added. */
export function addPhotoIfNone(
  orm: Queryable,
  id: string,
  photo: { photoId: string; photoStorageKey: string },
) {
  return orm
    .update(driverReports)
    .set(photo)
    .where(and(eq(driverReports.id, id), isNull(driverReports.photoId)))
    .returning({ id: driverReports.id });
}

/** Marks a report as dealt with, unless it is; a row if it was not. */
export function resolveIfOpen(
  orm: Queryable,
  id: string,
  by: { resolvedAt: number; resolvedBy: string },
) {
  return orm
    .update(driverReports)
    .set(by)
    .where(and(eq(driverReports.id, id), isNull(driverReports.resolvedAt)))
    .returning();
}
