/** Queries for the bulk changes shown to staff. */
import { and, asc, desc, eq, gt, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, bulkChanges, bulkParts } from '@/db/schema';
import type { PartState } from '@/domain/bulk/bulk-change';
import { ALREADY_SO, NOT_BEGUN, UNFINISHED } from './bulk-changes.repository';

/** Selects the bulk changes still shown: running, can be undone, or started recently (ms). */
export function selectShown(orm: Queryable, { now, since }: { now: number; since: number }) {
  return orm
    .select()
    .from(bulkChanges)
    .where(
      or(
        inArray(bulkChanges.state, [...UNFINISHED]),
        and(eq(bulkChanges.state, 'done'), gt(bulkChanges.takeBackUntil, now)),
        and(inArray(bulkChanges.state, ['done', 'taken_back']), gt(bulkChanges.createdAt, since)),
      ),
    )
    .orderBy(desc(bulkChanges.createdAt), desc(bulkChanges.id))
    .limit(5);
}

/** Counts the parts of some bulk changes by state. */
export function countParts(orm: Queryable, bulkIds: readonly string[]) {
  return orm
    .select({ bulkId: bulkParts.bulkId, state: bulkParts.state, count: sql<number>`count(*)` })
    .from(bulkParts)
    .where(inArray(bulkParts.bulkId, [...bulkIds]))
    .groupBy(bulkParts.bulkId, bulkParts.state);
}

/**
 * Selects the parts that were left out or couldn't be undone, with the reason. Parts that
 * didn't need the change, or that an undo stopped before they ran, need nobody's attention, so they
 * aren't selected.
 */
export function selectLeftOut(orm: Queryable, bulkIds: readonly string[]) {
  return orm
    .select({
      bulkId: bulkParts.bulkId,
      state: bulkParts.state,
      reason: bulkParts.reason,
      appointmentId: bulkParts.appointmentId,
      publicCode: appointments.publicCode,
      customerName: appointments.customerName,
      customerPhone: appointments.customerPhone,
      version: appointments.version,
      status: appointments.status,
    })
    .from(bulkParts)
    .innerJoin(appointments, eq(appointments.id, bulkParts.appointmentId))
    .where(
      and(
        inArray(bulkParts.bulkId, [...bulkIds]),
        inArray(bulkParts.state, ['left_out', 'stays'] satisfies PartState[]),
        or(isNull(bulkParts.reason), notInArray(bulkParts.reason, [ALREADY_SO, NOT_BEGUN])),
      ),
    )
    .orderBy(asc(bulkParts.position));
}

/** Counts the open deliveries on a date that a bulk change closed. */
export function countOpenOn(orm: Queryable, date: string) {
  return orm
    .select({ count: sql<number>`count(*)` })
    .from(appointments)
    .where(
      and(
        eq(appointments.date, date),
        inArray(appointments.status, ['pending', 'confirmed', 'scheduled']),
        isNull(appointments.holdExpiresAt),
      ),
    );
}
