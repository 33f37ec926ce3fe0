import { inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { appointments, guestAppointments, users } from './schema';

/** A condition for the appointments of a person in the list of customers: an account or a guest. */
export const isOfPerson = (personId: string): SQL =>
  inArray(
    appointments.id,
    sql`(select own.id from ${appointments} as own where own.user_id = ${personId}
      union all select appointment_id from ${guestAppointments} where guest_id = ${personId})`,
  );

/** A condition for rows of a record, and of records that became part of it. */
export const isOfRecord = (column: SQLiteColumn, personId: string): SQL =>
  inArray(
    column,
    sql`(select ${personId} union all select id from ${users} where merged_into = ${personId})`,
  );
