import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { insertRow } from '@/db/guarded-batch';
import { appointments, users } from '@/db/schema';
import { selectBillTo, type UserRow } from '../auth/users.repository';
import { hasCapacityLeft } from '../slots/occupancy.repository';
import type { NewAppointment } from './appointments.repository';

/**
 * Inserts an appointment that staff or a driver books. It isn't a hold. With a reason, it may exceed the
 * window's capacity, and the row then stores the reason.
 *
 * @param only.isLeft guards that the order's discount still has a use left
 * @returns no row if the window is full and there is no reason, if the ID is known, if the discount is used
 * up, if the account has been deleted, so that a deleted person's data doesn't come back, or if the house
 * account that the row relies on has ended
 */
export function insertBookedByUs(
  orm: Queryable,
  row: NewAppointment,
  { account, isLeft = sql`true` }: { account?: UserRow | undefined; isLeft?: SQL | undefined } = {},
) {
  const { overCapacityReason: reason, createdAt } = row;
  const hasPlace = hasCapacityLeft(row, createdAt);
  const overCapacityReason = reason
    ? sql`case when ${hasPlace} then null else ${reason} end`
    : null;
  const isNamed = account ? isNamedStill(account) : sql`true`;
  const isBilled =
    row.paymentMethod === 'invoice'
      ? sql`exists ${selectBillTo(orm, row.userId ?? '')}`
      : sql`true`;
  return insertRow(
    orm,
    appointments,
    { ...row, overCapacityReason },
    {
      onlyIf: sql`${reason ? sql`true` : hasPlace} and ${isNamed} and ${isBilled} and ${isLeft}`,
      unlessKnown: appointments.id,
    },
  ).returning();
}

const isNamedStill = ({ id, username }: UserRow) =>
  sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.username} = ${username})`;
