import { sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { appointments } from '@/db/schema';
import { hasCapacityLeft } from '../slots/occupancy.repository';
import type { NewAppointment } from './appointments.repository';

/**
 * Inserts an appointment that the business books itself: it is no hold (D93). With a reason it may stand
 * beyond the capacity of its time slot, and then its row says why (D92). No row where there is no place
 * left and no reason, or where its id is known.
 */
export function insertBookedByUs(orm: Queryable, row: NewAppointment) {
  const { overCapacityReason: reason, createdAt } = row;
  const hasPlace = hasCapacityLeft(row, createdAt);
  const overCapacityReason = reason
    ? sql`case when ${hasPlace} then null else ${reason} end`
    : null;
  return insertRow(
    orm,
    appointments,
    { ...row, overCapacityReason },
    { onlyIf: reason ? sql`true` : hasPlace, unlessKnown: appointments.id },
  ).returning();
}
