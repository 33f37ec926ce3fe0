/** What staff see of bulk changes. */
import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { appointments, bulkChanges, bulkParts } from '@/db/schema';
import type { PartState } from '@/domain/bulk/bulk-change';
import { UNDER_WAY } from './bulk-changes.repository';

/** Those that staff still see: under way, to be taken back, or begun lately (ms). */
export function selectShown(orm: Queryable, { now, since }: { now: number; since: number }) {
  return orm
    .select()
    .from(bulkChanges)
    .where(
      or(
        inArray(bulkChanges.state, [...UNDER_WAY]),
        and(eq(bulkChanges.state, 'done'), gt(bulkChanges.takeBackUntil, now)),
        and(inArray(bulkChanges.state, ['done', 'taken_back']), gt(bulkChanges.createdAt, since)),
      ),
    )
    .orderBy(desc(bulkChanges.createdAt), desc(bulkChanges.id))
    .limit(5);
}

/** How many parts of each state some bulk changes have. */
export function countParts(orm: Queryable, bulkIds: readonly string[]) {
  return orm
    .select({ bulkId: bulkParts.bulkId, state: bulkParts.state, count: sql<number>`count(*)` })
    .from(bulkParts)
    .where(inArray(bulkParts.bulkId, [...bulkIds]))
    .groupBy(bulkParts.bulkId, bulkParts.state);
}

/** The parts that did not go as staff wanted, and why. */
export function selectLeftOut(orm: Queryable, bulkIds: readonly string[]) {
  return orm
    .select({
      bulkId: bulkParts.bulkId,
      state: bulkParts.state,
      reason: bulkParts.reason,
      appointmentId: bulkParts.appointmentId,
      publicCode: appointments.publicCode,
      customerName: appointments.customerName,
    })
    .from(bulkParts)
    .innerJoin(appointments, eq(appointments.id, bulkParts.appointmentId))
    .where(
      and(
        inArray(bulkParts.bulkId, [...bulkIds]),
        inArray(bulkParts.state, ['left_out', 'stays'] satisfies PartState[]),
      ),
    )
    .orderBy(asc(bulkParts.position));
}

/** Open deliveries of a date, for the bulk change that closed it. */
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
