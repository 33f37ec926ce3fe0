import { inArray, type SQL, sql } from 'drizzle-orm';
import { appointments, guestAppointments } from './schema';

/** A condition for the appointments of a person in the list of customers: an account or a guest. */
export const isOfPerson = (personId: string): SQL =>
  inArray(
    appointments.id,
    sql`(select own.id from ${appointments} as own where own.user_id = ${personId}
      union all select appointment_id from ${guestAppointments} where guest_id = ${personId})`,
  );
