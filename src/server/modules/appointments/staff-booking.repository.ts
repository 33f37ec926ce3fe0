import { sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { appointments } from '@/db/schema';
import { hasCapacityLeft } from '../slots/occupancy.repository';
import type { NewAppointment } from './appointments.repository';

/**
 * Inserts an appointment that the business books itself: it is no hold (D93), and may stand beyond the
 * capacity of its time slot, which its row then says (D92). No row where its id is known.
 */
export function insertBeyondCapacity(
  orm: Queryable,
  row: NewAppointment & { overCapacityReason: string },
) {
  const { overCapacityReason: reason, createdAt } = row;
  const overCapacityReason = sql`case when ${hasCapacityLeft(row, createdAt)} then null else ${reason} end`;
  return insertRow(
    orm,
    appointments,
    { ...row, overCapacityReason },
    { onlyIf: sql`true`, unlessKnown: appointments.id },
  ).returning();
}
