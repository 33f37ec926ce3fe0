import { desc, type SQL, sql } from 'drizzle-orm';
import { appointments, charges } from '@/db/schema';

/**
 * The order in which the charges of an appointment speak for it: the one that can be paid, else the
 * one that is held, else the latest that brought money.
 */
export const currentChargeFirst = [
  sql`case when ${charges.state} = 'held' then 1 when ${charges.state} in ('succeeded', 'cash') then 2 else 0 end`,
  sql`coalesce(${charges.receivedCents}, ${charges.amountCents}) = 0`,
  desc(charges.sequence),
];

/** The id of the charge that speaks for an appointment of the surrounding query. */
export const currentChargeId: SQL = sql`(select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointments.id} order by ${sql.join(currentChargeFirst, sql`, `)} limit 1)`;
