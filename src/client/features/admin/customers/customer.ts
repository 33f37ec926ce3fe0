import type { ReactNode } from 'react';
import type { Tone } from '@/client/components/badge';
import { useInstants } from '@/client/lib/business-zone';
import type { Outputs } from '@/client/lib/trpc';
import { CUSTOMER_SORTS, type CustomerSort } from '@/domain/account/customer-sorts';

export type Customer = Outputs['admin']['customers']['customers'][number];

export type HouseAccountPage = Outputs['admin']['houseAccount'];

/** Returns the button that books for a customer. */
export type BookFor = (
  customer: Pick<Customer, 'id' | 'username' | 'fullName' | 'phone' | 'email'>,
) => ReactNode;

/** The view of the Customer Data tab, which is part of the page's address. */
export type CustomerView = {
  search: string;
  /** The tag that the listed customers have; null for all. */
  tag: string | null;
  sort: CustomerSort;
  descending: boolean;
  page: number;
  /** The customer whose page is open; null for the list. */
  customerId: string | null;
};

export const COLUMNS: Record<CustomerSort, string> = {
  name: 'Customer',
  contact: 'Contact',
  orders: 'Total Orders',
  spent: 'Total Spent',
  lastOrder: 'Last Order',
  status: 'Status',
  balance: 'Balance',
};
export const SORTS = CUSTOMER_SORTS;

export const CUSTOMER_STATUS_TONES: Record<Customer['status'], Tone> = {
  Active: 'green',
  New: 'blue',
};

/** @returns the address of a customer's balance in the Payments view */
export const moneyOwedBy = (customer: string) =>
  ({ view: 'money', kind: 'owed', customer }) as const;

/** @returns a function that formats the date of the last order, such as "Nov 21, 2026" or "Never" */
export function useLastBookedText(): (at: number | null) => string {
  const { formatDay } = useInstants();
  return (at) => (at === null ? 'Never' : formatDay(at));
}
