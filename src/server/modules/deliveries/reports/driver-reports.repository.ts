import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { type ConditionalWrite, type Guard, inserting, insertRow } from '@/db/guarded-batch';
import { appointments, driverReports, drivers, reviewItems } from '@/db/schema';
import type { Spill } from '@/domain/driver/spill';

const REPORT_KEY = 'report:';
/** Returns the key of a report's review item. */
export const reviewKeyOf = (reportId: string) => `${REPORT_KEY}${reportId}`;

export type DriverReportRow = typeof driverReports.$inferSelect;

/** Maximum number of reports that staff see in a list. */
const SHOWN = 100;

export type NewReport = typeof driverReports.$inferInsert;

/**
 * Adds a report unless its ID exists.
 *
 * @returns a query with a row if the report was added
 */
export function insertReportIfNew(orm: Queryable, row: NewReport, onlyIf: Guard | undefined) {
  return insertRow(orm, driverReports, row, { onlyIf, unlessKnown: driverReports.id }).returning();
}

/** Adds a report after the earlier writes of the batch. */
export function addingReport(row: NewReport): ConditionalWrite {
  return inserting(driverReports, row, { unlessKnown: driverReports.id });
}

/** Selects the report with this ID. */
export function selectReport(orm: Queryable, id: string) {
  return orm.select().from(driverReports).where(eq(driverReports.id, id));
}

/** Returns the report with this ID, or null. */
export async function findReport(orm: Queryable, id: string): Promise<DriverReportRow | null> {
  const [row] = await selectReport(orm, id);
  return row ?? null;
}

/** Returns the report with this photo, or null. */
export async function findReportByPhoto(
  orm: Queryable,
  photoId: string,
): Promise<DriverReportRow | null> {
  const [row] = await orm.select().from(driverReports).where(eq(driverReports.photoId, photoId));
  return row ?? null;
}

/** Changes a spill's facts if they're unchanged since they were read. Returns a row if so. */
export function changeSpill(orm: Queryable, { id, spill }: DriverReportRow, after: Spill) {
  return orm
    .update(driverReports)
    .set({ spill: after })
    .where(and(eq(driverReports.id, id), eq(driverReports.spill, spill as Spill)))
    .returning({ id: driverReports.id });
}

/** Returns a report with its driver and delivery, or null. */
export async function findReportView(orm: Queryable, id: string) {
  const [row] = await selectReportViews(orm).where(eq(driverReports.id, id));
  return row ?? null;
}

/** Lists reports with their drivers and deliveries, newest first. */
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
      payload: reviewItems.payload,
      delivery: {
        id: appointments.id,
        status: appointments.status,
        publicCode: appointments.publicCode,
        location: appointments.location,
        slipNumber: appointments.slipNumber,
        customerName: appointments.customerName,
        customerPhone: appointments.customerPhone,
      },
    })
    .from(driverReports)
    .innerJoin(drivers, eq(drivers.id, driverReports.driverId))
    .leftJoin(appointments, eq(appointments.id, driverReports.appointmentId))
    .leftJoin(reviewItems, eq(reviewItems.dedupeKey, sql`${REPORT_KEY} || ${driverReports.id}`));
}

/** Counts the reports that staff haven't resolved. */
export async function countOpenReports(orm: Queryable): Promise<number> {
  const [row] = await orm
    .select({ open: count() })
    .from(driverReports)
    .where(isNull(driverReports.resolvedAt));
  return row?.open ?? 0;
}

/** Adds a photo to a report that has none. Returns a row if it was added. */
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

/** Resolves an open report. Returns a row if it was open. */
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
