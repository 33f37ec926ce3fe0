import { desc, type SQL, sql } from 'drizzle-orm';
import { appointments, charges } from '@/db/schema';
import type { ChargeFacts } from '@/domain/payment/payment-intents';

/**
 * Sorts an appointment's charges so that the one to show is first: a charge that can be paid, then
 * one in review, then the latest that collected money.
 */
export const currentChargeFirst = [
  sql`case when ${charges.state} = 'held' then 1 when ${charges.state} in ('succeeded', 'cash') then 2 else 0 end`,
  sql`coalesce(${charges.receivedCents}, ${charges.amountCents}) = 0`,
  desc(charges.sequence),
];

/** Selects the charges of the outer query's appointment, with the fields that a view needs. */
export const chargeFacts = sql`(select json_group_array(json_object(
  'sequence', ${charges.sequence}, 'kind', ${charges.kind}, 'state', ${charges.state},
  'paymentIntentId', ${charges.paymentIntentId}))
  from ${charges} where ${charges.appointmentId} = ${appointments.id})`.mapWith(
  (text: string) => JSON.parse(text) as ChargeFacts[],
);

/** Selects the ID of the charge to show for the outer query's appointment. */
export const currentChargeId: SQL = sql`(select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointments.id} order by ${sql.join(currentChargeFirst, sql`, `)} limit 1)`;
