import { sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { appointments, users } from '@/db/schema';
import type { UserRow } from '../auth/users.repository';
import { hasCapacityLeft } from '../slots/occupancy.repository';
import type { NewAppointment } from './appointments.repository';

/**
 * Inserts an appointment that the business books itself: it is no hold. With a reason it may stand
 * beyond the capacity of its time slot, and then its row says why. No row where there is no place
 * left and no reason, where its id is known, or where the account has another name by now, as one that was
 * deleted meanwhile has: its person must not come back with the appointment.
 */
export function insertBookedByUs(orm: Queryable, row: NewAppointment, account?: UserRow | null) {
  const { overCapacityReason: reason, createdAt } = row;
  const hasPlace = hasCapacityLeft(row, createdAt);
  const overCapacityReason = reason
    ? sql`case when ${hasPlace} then null else ${reason} end`
    : null;
  const isNamed = account ? isNamedStill(account) : sql`true`;
  return insertRow(
    orm,
    appointments,
    { ...row, overCapacityReason },
    { onlyIf: reason ? isNamed : sql`${hasPlace} and ${isNamed}`, unlessKnown: appointments.id },
  ).returning();
}

const isNamedStill = ({ id, username }: UserRow) =>
  sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.username} = ${username})`;
