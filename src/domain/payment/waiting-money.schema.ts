import * as z from 'zod/mini';
import { calendarDate, idSchema, pageNumber } from '../fields';
import { WAITING_CHOICES, WAITING_ORDERS } from './waiting-money';

const date = z.nullish(calendarDate());

/**
 * Which open payments to list, in which order, and which page. Null means all. The list can be
 * limited to one customer, or to deliveries in a range of days, including both ends.
 */
export const waitingMoneySchema = z.object({
  kind: z._default(z.nullable(z.enum(WAITING_CHOICES, 'Please select a kind of payment.')), null),
  order: z._default(z.enum(WAITING_ORDERS, 'Please select a sort order.'), 'oldest'),
  customerId: z.nullish(idSchema),
  from: date,
  to: date,
  page: pageNumber,
});
export type WaitingMoneyInput = z.infer<typeof waitingMoneySchema>;
