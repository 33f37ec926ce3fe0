import type { CustomerStatus } from '@/domain/account/customers';
import { amountCell, BYTE_ORDER_MARK, csvLine } from '@/domain/csv';
import { shownPhone } from '@/domain/phone-number';
import { localMoment } from '@/domain/time';
import type { CustomerTotals, Person } from './customers.repository';

/** A customer as staff see them in a list. */
export type CustomerRecord = Omit<Person, 'role'> & { isGuest: boolean } & CustomerTotals & {
    status: CustomerStatus;
  };

/** The header line of the customers file. */
export const CUSTOMER_CSV_HEAD =
  BYTE_ORDER_MARK +
  csvLine([
    'Name',
    'Username',
    'Email',
    'Phone',
    'Total appointments',
    'Total orders',
    'Total spent',
    'Last service',
    'Last order',
    'Status',
  ]);

/** Formats a customer as a CSV line, with money in dollars and instants as dates in `timeZone`. */
export function customerCsvLine(customer: CustomerRecord, timeZone: string): string {
  const { lastOrderAt } = customer;
  return csvLine([
    customer.fullName,
    customer.username,
    customer.email,
    customer.phone && shownPhone(customer.phone),
    customer.totalAppointments,
    customer.totalOrders,
    amountCell(customer.totalSpentCents),
    customer.lastServiceDate,
    lastOrderAt === null ? null : localMoment(lastOrderAt, timeZone).date,
    customer.status,
  ]);
}
