import { desc, type SQL, sql } from 'drizzle-orm';
import { appointments, charges } from '@/db/schema';
import type { ChargeFacts } from '@/domain/payment/payment-intents';

/**
 * The order in which the charges of an appointment speak for it: the one that can be paid, else the
 * one that is held, else the latest that brought money.
 */
export const currentChargeFirst = [
  sql`case when ${charges.state} = 'held' then 1 when ${charges.state} in ('succeeded', 'cash') then 2 else 0 end`,
  sql`coalesce(${charges.receivedCents}, ${charges.amountCents}) = 0`,
  desc(charges.sequence),
];

/** All charges of an appointment of the surrounding query, as far as a view needs them. */
export const chargeFacts = sql`(select json_group_array(json_object(
  'sequence', ${charges.sequence}, 'kind', ${charges.kind}, 'state', ${charges.state},
  'paymentIntentId', ${charges.paymentIntentId}))
  from ${charges} where ${charges.appointmentId} = ${appointments.id})`.mapWith(
  (text: string) => JSON.parse(text) as ChargeFacts[],
);

/** The id of the charge that speaks for an appointment of the surrounding query. */
export const currentChargeId: SQL = sql`(select ${charges.id} from ${charges} where ${charges.appointmentId} = ${appointments.id} order by ${sql.join(currentChargeFirst, sql`, `)} limit 1)`;
